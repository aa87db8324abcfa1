import ToneGeneration

/// What `send` plays, by whichever protocol.
struct SentSound: SoundRendering {
  /// In seconds.
  let duration: Double
  private var sound: any SoundRendering

  /// - Parameters:
  ///   - sound: One channel.
  ///   - count: How many samples it has.
  init(_ sound: some SoundRendering, count: Int64) {
    self.sound = sound
    duration = Double(count) / sound.sampleRate
  }

  var sampleRate: Double { sound.sampleRate }
  var channelCount: Int { 1 }

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    sound.render(into: &interleaved)
  }
}

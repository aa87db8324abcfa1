package import ToneGeneration

/// What `send` plays, by whichever protocol.
package struct SentSound: SoundRendering {
  /// In seconds.
  package let duration: Double
  private var sound: any SoundRendering

  /// - Parameters:
  ///   - sound: One channel.
  ///   - count: How many samples it has.
  package init(_ sound: some SoundRendering, count: Int64) {
    self.sound = sound
    duration = Double(count) / sound.sampleRate
  }

  package var sampleRate: Double { sound.sampleRate }
  package var channelCount: Int { 1 }

  package mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    sound.render(into: &interleaved)
  }
}

import SoundModem
import ToneGeneration

/// What `send` plays, by whichever protocol.
struct SentSound: SoundRendering {
  let sampleRate: Double
  /// In seconds.
  let duration: Double
  // Exactly one of these two is there.
  private var message: MessageSender?
  private var ggwave: GgwaveModulator?

  init(_ message: MessageSender) {
    (sampleRate, duration) = (message.sampleRate, message.duration)
    self.message = message
  }

  init(_ ggwave: GgwaveModulator) {
    (sampleRate, duration) = (ggwave.sampleRate, Double(ggwave.count) / ggwave.sampleRate)
    self.ggwave = ggwave
  }

  var channelCount: Int { 1 }

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    message?.render(into: &interleaved) ?? ggwave?.render(into: &interleaved) ?? 0
  }
}

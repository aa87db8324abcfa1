import GgwaveModem
import SoundModem
import ToneGeneration

/// What `send` and `receive --answer` play, by whichever protocol.
struct SentSound: SoundRendering {
  let sampleRate: Double
  /// In seconds.
  let duration: Double
  // Exactly one of these three is there.
  private var message: MessageSender?
  private var packet: Modulator?
  private var ggwave: GgwaveModulator?

  init(_ message: MessageSender) {
    (sampleRate, duration) = (message.sampleRate, message.duration)
    self.message = message
  }

  init(_ packet: Modulator) {
    (sampleRate, duration) = (packet.sampleRate, Double(packet.count) / packet.sampleRate)
    self.packet = packet
  }

  init(_ ggwave: GgwaveModulator) {
    (sampleRate, duration) = (ggwave.sampleRate, Double(ggwave.count) / ggwave.sampleRate)
    self.ggwave = ggwave
  }

  var channelCount: Int { 1 }

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    message?.render(into: &interleaved) ?? packet?.render(into: &interleaved)
      ?? ggwave?.render(into: &interleaved) ?? 0
  }
}

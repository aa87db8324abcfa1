@testable import MessageCommands
@testable import SoundModem
import Testing

@Suite("The quality of a channel in words")
struct ChannelQualityTextTests {
  private func channel(_ signalToNoise: Double, echo: Double) -> ChannelQuality {
    ChannelQuality(
      signalToNoise: signalToNoise, level: -30, echo: echo, delaySpread: echo > -20 ? 0.012 : 0)
  }

  @Test("a good channel has its figures alone")
  func good() {
    #expect(
      channel(24, echo: -20).report(in: .room) == "signal 24 dB above the noise, no strong echo")
    #expect(
      channel(24, echo: -6).report(in: .room)
        == "signal 24 dB above the noise, echo -6 dB over 12 ms")
  }

  @Test("where a packet was lost in a good channel, something else disturbed it")
  func loss() {
    #expect(
      channel(24, echo: -20).adviceOnLoss(in: .room)
        == "something disturbed it: send it again, or send with --mode far")
    #expect(channel(-3, echo: -20).report(in: .beacon).hasPrefix("signal below the noise"))
  }

  @Test("a strong echo and a weak signal come with advice, and with a surer mode if there is one")
  func advice() {
    #expect(
      channel(24, echo: -1).advice(in: .room)
        == "strong echo: hold the devices closer, or send with --mode far")
    #expect(channel(24, echo: -1).advice(in: .far) == "strong echo: hold the devices closer")
    #expect(
      channel(0, echo: -20).advice(in: .far)
        == """
        weak signal: turn up the volume or hold the devices closer, or send with --mode beacon
        """)
    #expect(
      channel(24, echo: -6).advice(in: .touch)
        == "strong echo: hold the devices closer, or send with --mode room")
  }
}

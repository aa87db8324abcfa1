import SoundModem
import Testing

@Suite("Choice of the mode")
struct ModeChoiceTests {
  @Test("a named distance is never served by a faster mode", arguments: ModemBand.allCases)
  func never(band: ModemBand) {
    for fastest in ModemMode.allCases {
      for count in [0, 1, 7, 16, 63, 64, 255, 256, 4096, 65_535] {
        let mode = ModemMode.recommended(payloadCount: count, atLeast: fastest, band: band)
        #expect(mode.rawValue >= fastest.rawValue)
        let cost = mode.duration(ofMessage: count, band: band)
        #expect(cost <= fastest.duration(ofMessage: count, band: band) + 0.1)
      }
    }
  }

  @Test("where nobody answers, no length is a reason for phases: all go in room mode")
  func automatic() {
    for band in ModemBand.allCases {
      for count in [0, 16, 140, 1000, 4096, 65_535] {
        #expect(ModemMode.recommended(payloadCount: count, atLeast: nil, band: band) == .room)
      }
    }
  }

  @Test("where receivers answer, what takes 10 s goes in room mode, and what takes longer in desk")
  func patience() {
    for band in ModemBand.allCases {
      var (slowest, fastest) = (0.0, Double.infinity)
      for count in 0...2000 {
        let duration = ModemMode.room.duration(ofMessage: count, band: band)
        let mode = ModemMode.recommended(
          payloadCount: count, atLeast: nil, band: band, isAnswered: true)
        switch mode {
        case .room: slowest = max(slowest, duration)
        case .desk: fastest = min(fastest, duration)
        default: Issue.record("\(count) bytes in another mode")
        }
      }
      #expect(slowest <= 10 && fastest > 10 && fastest.isFinite)
    }
  }

  @Test("the duration of a packet is that of its sound", arguments: ModemMode.allCases)
  func durations(mode: ModemMode) throws {
    for band in ModemBand.allCases {
      let modulator = try Modulator([1, 2, 3], mode: mode, band: band, sampleRate: 48_000)
      let duration = mode.duration(ofPacket: 3, band: band)
      #expect(abs(duration - Double(modulator.count) / 48_000) < 1 / 48_000.0)
    }
  }
}

import InstrumentTuning
import SignalProcessing
import Testing

@testable import WebCore

@Suite("The players' note behind the C interface")
struct PlayingCoreTests {
  private func core(concertPitch: Double = 440, tolerance: Double = 3) -> PlayingCore {
    let core = PlayingCore()
    core.settings[PlayingCore.Setting.concertPitch] = concertPitch
    core.settings[PlayingCore.Setting.tolerance] = tolerance
    return core
  }

  @Test("a note with vibrato is shown with its side, stays after its sound, and goes")
  func note() {
    let core = core()
    #expect(core.configure())
    for index in 0..<200 {
      let time = 0.01 * Double(index)
      let cents = -20 + 40 * Elementary.sin(2 * .pi * 5.5 * time)
      core.take(440 * Elementary.exp2(cents / 1200), at: time)
    }
    #expect(core.state[PlayingCore.Field.isShown] == 1)
    #expect(core.state[PlayingCore.Field.note] == 69)
    #expect(abs(core.state[PlayingCore.Field.cents] + 20) < 5)
    #expect(core.state[PlayingCore.Field.side] == -1)
    #expect(core.state[PlayingCore.Field.hasDeviation] == 1)
    core.take(nil, at: 2.5)
    #expect(core.state[PlayingCore.Field.isHeld] == 1)
    #expect(core.state[PlayingCore.Field.hasDeviation] == 0)
    core.take(nil, at: 2 + PlayingNote().holdTime + 0.1)
    #expect(core.state[PlayingCore.Field.isShown] == 0)
  }

  @Test("a reset shows nothing")
  func reset() {
    let core = core()
    #expect(core.configure())
    for index in 0..<50 { core.take(440, at: 0.01 * Double(index)) }
    core.reset()
    #expect(PlayingCore.Field.allCases.allSatisfy { core.state[$0] == 0 })
  }

  @Test("settings out of their range are refused")
  func refusals() {
    #expect(!core(concertPitch: .nan).configure())
    #expect(!core(tolerance: 0).configure())
  }
}

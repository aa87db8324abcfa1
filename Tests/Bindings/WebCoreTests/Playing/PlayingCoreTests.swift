import InstrumentTuning
import SignalProcessing
import Testing

@testable import WebCore

@Suite("The players' note behind the C interface")
struct PlayingCoreTests {
  private func core(concertPitch: Double = 440, tolerance: Double = 3) -> PlayingCore {
    let core = PlayingCore()
    core.settings[.concertPitch] = concertPitch
    core.settings[.tolerance] = tolerance
    return core
  }

  @Test("a note with vibrato is shown with its side, stays after its sound, and goes")
  func note() {
    let core = core()
    #expect(core.configure())
    for index in 0..<200 {
      let time = 0.01 * Double(index)
      let cents = -20 + 40 * Elementary.sin(2 * .pi * 5.5 * time)
      core.process(440 * Elementary.exp2(cents / 1200), at: time)
    }
    #expect(core.state[.isShown] == 1)
    #expect(core.state[.note] == 69)
    #expect(abs(core.state[.cents] + 20) < 5)
    #expect(core.state[.side] == -1)
    #expect(core.state[.deviation].isFinite)
    core.process(nil, at: 2.5)
    #expect(core.state[.isHeld] == 1)
    #expect(core.state[.deviation].isNaN)
    core.process(nil, at: 2 + PlayingNote().holdTime + 0.1)
    #expect(core.state[.isShown] == 0)
  }

  @Test("a reset shows nothing")
  func reset() {
    let core = core()
    #expect(core.configure())
    for index in 0..<50 { core.process(440, at: 0.01 * Double(index)) }
    core.reset()
    #expect(core.state[.deviation].isNaN)
    #expect(PlayingCore.Field.allCases.dropLast().allSatisfy { core.state[$0] == 0 })
  }

  @Test("settings out of their range are refused")
  func refusals() {
    #expect(!core(concertPitch: .nan).configure())
    #expect(!core(tolerance: 0).configure())
  }
}

import InstrumentTuning
import Testing
import _TestSignals

@Suite("In-tune decision")
struct InTuneDecisionTests {
  /// The readings, from 0, at which something happens, 100 a second.
  private func events(
    _ cents: [Double?], tolerance: Double = 3
  ) throws -> [(Int, InTuneDecision.Event)] {
    var decision = InTuneDecision(try InTuneDecision.Settings(tolerance: tolerance))
    return cents.enumerated().compactMap { index, cents in
      decision.update(cents: cents, at: Double(index) / 100).map { (index, $0) }
    }
  }

  @Test("a tone enters after 0.25 s within the tolerance and leaves after 0.25 s out of it")
  func debounce() throws {
    let cents = Array(repeating: 2.9, count: 50) + Array(repeating: 5.0, count: 50)
    let events = try events(cents)
    #expect(events.map(\.0) == [25, 75])
    #expect(events.map(\.1) == [.entered, .left])
  }

  @Test("between 1 and 1.5 times the tolerance a tone neither enters nor leaves")
  func hysteresis() throws {
    #expect(try events(Array(repeating: 4.4, count: 100)).isEmpty)
    let cents = Array(repeating: 0.0, count: 50) + Array(repeating: 4.4, count: 200)
    #expect(try events(cents).map(\.1) == [.entered])
  }

  @Test("the end of a note leaves at once, and only once")
  func end() throws {
    let cents: [Double?] = Array(repeating: 0, count: 50) + Array(repeating: nil, count: 50)
    let events = try events(cents)
    #expect(events.map(\.0) == [25, 50])
    #expect(events.last?.1 == .left)
  }

  @Test("single outliers, also NaN-free spikes of 100 cents, change nothing")
  func outliers() throws {
    var cents: [Double?] = Array(repeating: 1, count: 400)
    for index in stride(from: 50, to: 400, by: 24) { cents[index] = 100 }
    #expect(try events(cents).map(\.1) == [.entered])
  }

  @Test("each offered tolerance decides at its own distance", arguments: [1.0, 2, 3, 5, 10])
  func tolerances(tolerance: Double) throws {
    #expect(InTuneDecision.offeredTolerances.contains(tolerance))
    let inside = Array(repeating: tolerance - 0.01, count: 60)
    let outside = Array(repeating: tolerance + 0.01, count: 60)
    #expect(try events(inside, tolerance: tolerance).count == 1)
    #expect(try events(outside, tolerance: tolerance).isEmpty)
  }

  @Test("events alternate, at most one in 0.25 s, whatever the distances are")
  func alternation() throws {
    var random = SeededRandom(seed: 3)
    for _ in 0..<50 {
      var cents = 0.0
      let walk: [Double?] = (0..<2000).map { _ in
        cents += Double.random(in: -1.5...1.5, using: &random)
        return cents
      }
      let events = try events(walk)
      for (index, event) in events.enumerated() {
        #expect(event.1 == (index % 2 == 0 ? .entered : .left))
        if index > 0 { #expect(event.0 - events[index - 1].0 >= 25) }
      }
    }
  }

  @Test("tolerances outside 0.1...50 cents are refused")
  func refusals() {
    #expect(throws: TunerError.toleranceOutOfRange(0)) { try InTuneDecision.Settings(tolerance: 0) }
  }
}

import InstrumentSetup
import SignalProcessing
import Testing

@Suite("Plucked tones")
struct PluckMeterTests {
  /// Readings every 10 ms; a tone of this many seconds from a time, some cents from 110 Hz.
  private func readings(
    _ meter: inout PluckMeter, from start: Double, seconds: Double, cents: (Double) -> Double?
  ) -> [Pluck] {
    var found: [Pluck] = []
    for index in 0..<Int(seconds * 100) {
      let time = Double(index) / 100
      let frequency = cents(time).map { 110 * Elementary.exp2($0 / 1200) }
      if let pluck = meter.update(time: start + time, frequency: frequency) { found.append(pluck) }
    }
    return found
  }

  private func cents(_ pluck: Pluck) -> Double { 1200 * Elementary.log2(pluck.frequency / 110) }

  @Test("a steady tone is measured once, after 2.4 s, within a hundredth of a cent")
  func steady() {
    var meter = PluckMeter(expected: 110)
    let found = readings(&meter, from: 0, seconds: 5) { _ in 7.5 }
    #expect(found.count == 1)
    #expect(abs(cents(found[0]) - 7.5) < 0.01)
    #expect(found[0].error == 0.02)
  }

  @Test("the sharp start of a pluck does not count")
  func attack() {
    var meter = PluckMeter(expected: 110)
    let found = readings(&meter, from: 0, seconds: 3) { 3 + 20 * Elementary.exp(-$0 / 0.06) }
    #expect(found.count == 1)
    #expect(abs(cents(found[0]) - 3) < 0.1)
  }

  @Test("a tone that dies early counts from 1.2 s on, and a short one not")
  func early() {
    var meter = PluckMeter(expected: 110)
    #expect(readings(&meter, from: 0, seconds: 3) { $0 < 1.22 ? -4 : nil }.count == 1)
    var other = PluckMeter(expected: 110)
    #expect(readings(&other, from: 0, seconds: 3) { $0 < 1.18 ? -4 : nil }.isEmpty)
  }

  @Test("the same string counts again only after a rest, and another pitch is no tone")
  func rest() {
    var meter = PluckMeter(expected: 110)
    #expect(readings(&meter, from: 0, seconds: 6) { _ in 0 }.count == 1)
    #expect(readings(&meter, from: 6, seconds: 1) { _ in nil }.isEmpty)
    #expect(readings(&meter, from: 7, seconds: 3) { _ in 0 }.count == 1)
    var other = PluckMeter(expected: 110)
    #expect(readings(&other, from: 0, seconds: 5) { _ in 500 }.isEmpty)
  }

  @Test("a wavering pitch has the error of its waves")
  func wavering() {
    var meter = PluckMeter(expected: 110)
    let found = readings(&meter, from: 0, seconds: 3) { time in
      Int(time / 0.3) % 2 == 0 ? 2 : -2
    }
    #expect(found.count == 1)
    // Seven pieces of ±2 cents: a spread of 2.1 over the root of 7.
    #expect(abs(found[0].error - 0.81) < 0.05, "\(found[0].error)")
  }
}

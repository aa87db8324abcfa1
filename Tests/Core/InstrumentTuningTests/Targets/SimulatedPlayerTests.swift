import InstrumentTuning
import MusicTheory
import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@Suite("Simulated player")
struct SimulatedPlayerTests {
  private static let rate = 16_000.0

  /// A plucked string: the attack 25 cents sharp for 80 ms, 2 cents a second flat in its decay, with
  /// hum of 50 Hz at -50 dBFS, noise at -60 dBFS and a finger that touches the strings twice.
  private static func note(_ frequency: Double, seed: UInt64) -> [Float] {
    var random = SeededRandom(seed: seed)
    var phase = 0.0
    return (0..<Int(4 * rate)).map { index in
      let time = Double(index) / rate
      let cents = 25 * Elementary.exp(-time / 0.08) - 2 * time
      phase += frequency * Interval.ratio(ofCents: cents) / rate
      var sample = 0.0
      for partial in 1...8 {
        let decay = Elementary.exp(-time * Double(partial) * 0.8)
        sample += 0.2 / Double(partial) * decay * Elementary.sin(2 * .pi * phase * Double(partial))
      }
      sample += 0.003 * Elementary.sin(2 * .pi * 50 * time)
      sample += 0.001 * Double.random(in: -1...1, using: &random)
      let touches = [0.9, 1.7].contains { (0..<0.02).contains(time - $0) }
      if touches { sample += 0.1 * Double.random(in: -1...1, using: &random) }
      // Silence before the pluck and after the string is damped.
      return Float(
        time < 0.05 || time > 2.2 ? 0.001 * Double.random(in: -1...1, using: &random) : sample)
    }
  }

  @Test(
    "a plucked, humming, touched string comes into tune once and leaves it once, as it is heard",
    arguments: [6, 5, 4, 3, 2, 1], [0.0, 4.0])
  func once(string: Int, cents: Double) throws {
    let guitar = try InstrumentCatalog.builtIn.instrument(named: "guitar")
    let pitch = try #require(
      guitar.standardTuning.strings.first { $0.number == string }?.pitch)
    var tracker = try AnyPitchTracker(
      .best, sampleRate: Self.rate, searchRange: 60...1000, hopSize: 160, lookahead: 0.05)
    var tuner = TargetTuner(mode: .strings(guitar.standardTuning))
    tracker.append(
      Self.note(pitch.frequency() * Interval.ratio(ofCents: cents), seed: UInt64(string)))
    tracker.finish()
    var events: [InTuneDecision.Event] = []
    var strings: Set<Int> = []
    while let reading = tracker.next() {
      let result = tuner.process(reading)
      if let event = result.event { events.append(event) }
      if let string = result.target?.string { strings.insert(string) }
    }
    #expect(events == [.entered, .left] || (cents != 0 && events.isEmpty), "\(events)")
    #expect(strings == [string])
  }
}

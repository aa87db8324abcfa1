import CommandKit
import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation
import SignalProcessing
import Testing
@testable import TuneCommands
import _TestSignals

@Suite("The tuner with --freeze")
struct FrozenPitchTests {
  /// A model whose sound has an onset at 0.5 s, and readings of a pitch that changes with time.
  private func model(
    until end: Double, onset: Double? = 0.5, _ cents: (_ time: Double) -> Double?
  ) -> (model: TunerModel, found: [TunerReading]) {
    var model = TunerModel()
    model.frozen = FrozenNote()
    var found: [TunerReading] = []
    _ = model.take(.started(deviceName: "Test", sampleRate: 48_000))
    for index in 0..<Int(end * 100) {
      let time = Double(index) / 100
      let frequency = cents(time).map { 440 * Elementary.exp2($0 / 1200) }
      let reading = PitchReading(
        time: time,
        candidate: frequency.map { PitchCandidate(frequency: $0, periodicity: 0.95) },
        isVoiced: frequency != nil, level: frequency == nil ? -80 : -20, gateThreshold: -60)
      let onsets = index == 60 ? [onset].compactMap(\.self) : []
      let observation = TunerObservation(reading, onsets: onsets)
      if let shown = model.take(.reading(observation)) { found.append(shown) }
    }
    return (model, found)
  }

  @Test("nothing is shown until the first stable pitch, which then stays whatever follows")
  func stays() throws {
    let pitch = { (time: Double) -> Double? in
      time < 0.5 ? nil : time < 1.2 ? 30 : time < 1.5 ? 0 : nil
    }
    let before = model(until: 0.6, pitch)
    #expect(before.model.state.deviation == nil && before.found.isEmpty)
    for end in [1.0, 1.4, 4] {
      let (model, found) = model(until: end, pitch)
      let shown = try #require(model.state.deviation)
      #expect(abs(shown.cents - 30) < 0.1 && shown.note == Note(.a, octave: 4))
      #expect(found.count == 1 && !model.state.isHeld)
    }
  }

  @Test("a recording that begins with the note, and so without an onset, shows it")
  func noOnset() throws {
    let (model, found) = model(until: 1.2, onset: nil) { $0 < 0.8 ? -20 : 0 }
    #expect(found.count == 1)
    #expect(abs(try #require(model.state.deviation).cents + 20) < 0.1)
  }

  @Test("another concert pitch compares the note on the screen again")
  func concertPitch() throws {
    var model = model(until: 2) { $0 < 0.5 ? nil : 0 }.model
    model.press(.right)
    #expect(abs(try #require(model.state.deviation).cents - cents(from: 441, to: 440)) < 0.1)
  }

  @Test("views that follow the pitch are left out")
  func views() {
    var model = model(until: 0.1) { _ in nil }.model
    var seen: Set<TunerViewKind> = []
    for _ in 0..<10 {
      model.press(.character("v"))
      seen.insert(model.state.setup.view)
    }
    #expect(seen == [.needle, .history, .spectrum, .wave])
    model.press(.character("y"))
    #expect(model.state.setup.view != .playing)
  }
}

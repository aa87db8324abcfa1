import InstrumentTuning
import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@testable import WebCore

@Suite("The tuner behind the C interface")
struct TunerCoreTests {
  private func tuner(at sampleRate: Double = 48_000) throws -> TunerCore {
    let tuner = TunerCore(
      try TrackerSettings(sampleRate: sampleRate, listening: TunerListening()))
    tuner.settings.values[TunerSettings.Field.concertPitch] = 440
    tuner.settings.values[TunerSettings.Field.tolerance] = 3
    #expect(tuner.configure())
    return tuner
  }

  private func hear(_ samples: [Float], with tuner: TunerCore) {
    for start in stride(from: 0, to: samples.count, by: 128) {
      let block = samples[start..<min(samples.count, start + 128)]
      for (index, sample) in block.enumerated() { tuner.input[index] = sample }
      tuner.push(block.count)
    }
  }

  private func state(_ tuner: TunerCore, _ position: Int) throws -> Double {
    tuner.state[position]
  }

  private func state(_ tuner: TunerCore, _ position: TunerState.Field) throws -> Double {
    try state(tuner, position.rawValue)
  }

  @Test("reads A4 of 442 Hz as 7.85 cents sharp of MIDI note 69")
  func sharpA4() throws {
    let tuner = try tuner()
    hear(TestSignal.sine(442, sampleRate: 48_000, count: 48_000), with: tuner)
    #expect(try state(tuner, .note) == 69)
    #expect(try abs(state(tuner, .cents) - 7.851) < 0.05)
  }

  @Test("tunes to the string that is locked, an octave below what sounds")
  func lockedString() throws {
    let tuner = try tuner()
    let positions = [1.0, 6, 0, 2, 6, 40, 0, 1, 52, 0]
    for (index, value) in positions.enumerated() {
      tuner.settings[TunerSettings.Field.mode.rawValue + index] = value
    }
    #expect(!tuner.configure(), "strings 2 to 5 are missing")
    for (index, value) in [1.0, 2, 0, 2, 2, 40, 0, 1, 52, 0].enumerated() {
      tuner.settings[TunerSettings.Field.mode.rawValue + index] = value
    }
    #expect(tuner.configure())
    hear(TestSignal.sawtooth(164.814, sampleRate: 48_000, count: 48_000), with: tuner)
    #expect(try state(tuner, .string) == 2)
    #expect(try abs(state(tuner, .cents) - 1200) < 0.1)
  }

  @Test("tunes to the 19 equal degrees of an octave: 477 Hz is degree 16 above C, 13.5 cents sharp")
  func degrees() throws {
    let tuner = try tuner()
    let cents = (1...19).map { 1200 * Double($0) / 19 }
    for (index, value) in ([3, 0, 0, 19] + cents).enumerated() {
      tuner.settings[TunerSettings.Field.mode.rawValue + index] = value
    }
    #expect(tuner.configure())
    // A4 is degree 14 (884 of 900 cents above C), and two steps are 126.3 cents.
    hear(TestSignal.sine(477, sampleRate: 48_000, count: 48_000), with: tuner)
    #expect(try state(tuner, .degree) == 16)
    #expect(try abs(state(tuner, .cents) - 13.46) < 0.1)
    tuner.settings.values[TunerSettings.Field.stringCount] = 0
    #expect(!tuner.configure())
  }

  @Test(
    "refuses a concert pitch beyond 300...500 Hz and a tolerance beyond 0.1...50 cents, and changes nothing",
    arguments: [
      (TunerSettings.Field.concertPitch.rawValue, 299.9),
      (TunerSettings.Field.concertPitch.rawValue, Double.nan),
      (TunerSettings.Field.tolerance.rawValue, 0.0), (TunerSettings.temperament, 150.0),
      (TunerSettings.Field.mode.rawValue, 4.0),
    ])
  func refusals(position: Int, value: Double) throws {
    let tuner = try tuner()
    // Beside a valid change, which must not be applied either.
    if position != TunerSettings.Field.concertPitch.rawValue {
      tuner.settings[TunerSettings.Field.concertPitch.rawValue] = 415
    } else {
      tuner.settings[TunerSettings.Field.mode.rawValue] = 2
    }
    tuner.settings[position] = value
    #expect(!tuner.configure())
    hear(TestSignal.sine(442, sampleRate: 48_000, count: 48_000), with: tuner)
    #expect(try state(tuner, .note) == 69)
    #expect(try abs(state(tuner, .cents) - 7.851) < 0.05)
  }

  /// Notes that have ended: start, duration, MIDI number, mean, spread, time in tune.
  private func notes(_ tuner: TunerCore) throws -> [[Double]] {
    let count = try Int(state(tuner, .eventCount))
    try #require(count <= TunerState.eventLimit, "the ring forgets")
    return try (0..<count).map { TunerState.Field.events.rawValue + $0 * TunerState.eventSize }
      .filter { try state(tuner, $0) == Double(TunerState.Event.note.rawValue) }
      .map { position in try (1...6).map { try state(tuner, position + $0) } }
  }

  @Test("counts notes as a note log does: a gap of 0.15 s within one is not in tune")
  func noteLog() throws {
    let rate = 48_000.0
    let tone = TestSignal.sine(440.2, sampleRate: rate, count: 48_000)
    func silence(_ seconds: Double) -> [Float] { Array(repeating: 0, count: Int(seconds * rate)) }
    let samples = silence(0.2) + tone + silence(0.15) + tone + silence(0.6)
    let tuner = try tuner()
    hear(samples, with: tuner)

    var tracker = try MultiresolutionTracker(
      sampleRate: rate, searchRange: 26...4980, hopSize: 0.01 * rate, lookahead: 0,
      gate: LevelGate(.automatic))
    var target = TargetTuner()
    var log = NoteLog()
    var expected: [HeardNote] = []
    tracker.append(samples.span)
    while let reading = tracker.next() {
      let result = target.process(reading)
      let heard = result.isHeld ? nil : result.deviation
      if let note = log.add(heard, string: nil, at: result.time) { expected.append(note) }
    }
    let note = try #require(expected.first)
    #expect(expected.count == 1)
    #expect(abs(note.duration - 2.15) < 0.1)
    // A frame that has some of the tone is voiced, so that 0.09 s of the gap are heard as one.
    #expect(note.duration - note.timeInTune > 0.05, "what nobody heard was not in tune")
    let told = try notes(tuner)
    let figures = [
      note.startTime, note.duration, 69, note.meanCents, note.spread, note.timeInTune,
    ]
    #expect(told.count == 1)
    // The page's temperament is a table, whose frequencies may differ in their last bits.
    let differences = zip(told.first ?? [], figures).map { abs($0 - $1) }
    #expect(differences.count == 6 && differences.allSatisfy { $0 < 1e-6 }, "\(told) \(figures)")
  }

  @Test("another concert pitch is another target, and so another note")
  func newTarget() throws {
    let tuner = try tuner()
    let tone = TestSignal.sine(220, sampleRate: 48_000, count: 96_000)
    hear(Array(tone[..<48_000]), with: tuner)
    tuner.settings.values[TunerSettings.Field.concertPitch] = 442
    #expect(tuner.configure())
    hear(Array(tone[48_000...]), with: tuner)
    tuner.reset()
    let told = try notes(tuner)
    #expect(told.map { $0[2] } == [57, 57])
    // 220 Hz against 220 and 221 Hz.
    #expect(zip(told, [0, -7.851]).allSatisfy { abs($0[3] - $1) < 0.1 })
  }
}

import InstrumentTuning
import MusicTheory
import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@Suite("Target tuner")
struct TargetTunerTests {
  static func reading(
    _ index: Int, _ frequency: Double?, isVoiced: Bool = true, periodicity: Double = 0.95,
    level: Double = -20
  ) -> PitchReading {
    PitchReading(
      time: Double(index) / 100,
      candidate: frequency.map { PitchCandidate(frequency: $0, periodicity: periodicity) },
      isVoiced: isVoiced && frequency != nil, level: frequency == nil ? -90 : level,
      gateThreshold: -60)
  }

  private static func guitar() throws -> Tuning {
    try InstrumentCatalog.builtIn.instrument(named: "guitar").standardTuning
  }

  private func results(_ tuner: TargetTuner, _ frequencies: [Double?]) -> [TunerReading] {
    var tuner = tuner
    return frequencies.enumerated().map { tuner.process(Self.reading($0, $1)) }
  }

  @Test("the automatic mode shows the string, its note and the cents to it")
  func automatic() throws {
    let tuner = TargetTuner(mode: .strings(try Self.guitar()))
    let last = try #require(results(tuner, Array(repeating: 111, count: 50)).last)
    #expect(last.target?.string == 5)
    #expect(last.deviation?.note == Note(.a, octave: 2))
    #expect(last.deviation?.targetFrequency == 110)
    #expect(abs(try #require(last.deviation?.cents) - 15.667) < 0.001)
    #expect(last.deviation?.state == .sharp)
    #expect(!last.isInTune)
  }

  @Test("a sweetened string is in tune at its own offset")
  func sweetened() throws {
    let pitch = try TargetPitch(Note(.e, octave: 2), cents: -12)
    let tuner = TargetTuner(mode: .note(pitch))
    let frequency = Note(.e, octave: 2).frequency() * Interval.ratio(ofCents: -12)
    let results = results(tuner, Array(repeating: frequency, count: 60))
    #expect(abs(try #require(results.last?.deviation?.cents)) < 1e-9)
    #expect(results.last?.isInTune == true)
    #expect(results.compactMap(\.event) == [.entered])
  }

  @Test("a locked note shows any distance")
  func lockedNote() throws {
    let tuner = TargetTuner(mode: .note(try TargetPitch(Note(.a, octave: 4))))
    let last = try #require(results(tuner, Array(repeating: 493.883, count: 50)).last)
    #expect(last.deviation?.note == Note(.a, octave: 4))
    #expect(abs(try #require(last.deviation?.cents) - 200) < 0.01)
    #expect(last.deviation?.needlePosition == 1)
  }

  @Test("the chromatic mode is that of the tuner")
  func chromatic() throws {
    let last = try #require(results(TargetTuner(), Array(repeating: 466.16, count: 50)).last)
    #expect(last.deviation?.note.description == "A♯4")
    #expect(last.target?.string == nil)
    #expect(last.isInTune)
  }

  @Test("another string ends the in-tune state of the one before")
  func change() throws {
    let frequencies = Array(repeating: 110.0, count: 60) + Array(repeating: 146.832, count: 60)
    let events = results(TargetTuner(mode: .strings(try Self.guitar())), frequencies)
      .compactMap { result in result.event.map { ($0, result.target?.string) } }
    #expect(events.map(\.0) == [.entered, .left, .entered])
    #expect(events.map(\.1) == [5, 4, 4])
  }

  @Test("a decaying note goes on through unvoiced readings of the same pitch, until the gate")
  func decay() throws {
    var tuner = TargetTuner(mode: .strings(try Self.guitar()))
    var last = tuner.process(Self.reading(0, 110))
    for index in 1..<50 { last = tuner.process(Self.reading(index, 110)) }
    #expect(!last.isHeld)
    for index in 50..<300 {  // the tracker has given up, but the pitch is still there
      last = tuner.process(Self.reading(index, 110.1, isVoiced: false, periodicity: 0.7))
      #expect(last.deviation != nil && !last.isHeld)
    }
    for index in 300..<350 {
      last = tuner.process(
        Self.reading(index, 110.1, isVoiced: false, periodicity: 0.7, level: -70))
    }
    #expect(last.isHeld)
    for index in 350..<500 { last = tuner.process(Self.reading(index, nil)) }
    #expect(last.deviation == nil && last.target == nil && !last.isInTune)
  }

  @Test("a note starts only above the acquire threshold, if one is set")
  func acquire() throws {
    let hold = VoicingHold(acquirePeriodicity: 0.9)
    var tuner = TargetTuner(hold: hold)
    for index in 0..<50 {
      let result = tuner.process(Self.reading(index, 110, periodicity: 0.8))
      #expect(result.deviation == nil)
    }
    var last: TunerReading?
    for index in 50..<60 { last = tuner.process(Self.reading(index, 110)) }
    for index in 60..<90 { last = tuner.process(Self.reading(index, 110, periodicity: 0.8)) }
    #expect(last?.deviation != nil)
  }

  @Test("settings may change while a note sounds")
  func changes() throws {
    var tuner = TargetTuner(mode: .strings(try Self.guitar()))
    for index in 0..<50 { _ = tuner.process(Self.reading(index, 110.5)) }
    tuner.concertPitch = try ConcertPitch(442)
    var reading = tuner.readAgain()
    #expect(abs(try #require(reading).cents) < 0.01)
    tuner.mode = .string(6, of: try Self.guitar())
    reading = tuner.readAgain()
    #expect(reading?.note == Note(.e, octave: 2))
    tuner.mode = .chromatic
    reading = tuner.readAgain()
    #expect(reading?.note == Note(.a, octave: 2))
    tuner.reset()
    reading = tuner.readAgain()
    #expect(reading == nil)
  }

  /// A player: the attack 25 cents sharp and an octave up for 60 ms, then the pitch settles and
  /// decays by 2 cents; hum of 50 Hz makes it waver by a cent, fingers make clicks of 30 ms.
  @Test("a simulated player enters and leaves tune at most once in each of 60 notes")
  func player() throws {
    var random = SeededRandom(seed: 21)
    let strings = try Self.guitar().strings
    for note in 0..<60 {
      let target = strings[note % strings.count]
      var tuner = TargetTuner(mode: .strings(try Self.guitar()))
      var events: [InTuneDecision.Event] = []
      let detuning = Double.random(in: -6...6, using: &random)
      for index in 0..<450 {
        let time = Double(index) / 100
        let attack = 25 * Elementary.exp(-time / 0.08)
        let wobble = Elementary.sin(2 * Double.pi * 1.3 * time)
        let noise = Double.random(in: -1.5...1.5, using: &random)
        let cents = detuning + attack + wobble + noise - 2 * time / 3
        var frequency: Double? = target.pitch.frequency() * Interval.ratio(ofCents: cents)
        if time < 0.06 { frequency = frequency.map { 2 * $0 } }
        if time > 3.2 || index % 120 < 3 { frequency = nil }
        if let event = tuner.process(Self.reading(index, frequency)).event { events.append(event) }
      }
      #expect(events == [] || events == [.entered, .left], "note \(note): \(events)")
    }
  }
}

import InstrumentTuning
import MusicTheory
import Testing

@Suite("Degrees as targets")
struct DegreeSelectorTests {
  private static func selector(_ name: String) throws -> DegreeSelector {
    try DegreeSelector(RootedScale(Scale(named: name), concertPitch: .standard))
  }

  @Test(
    "every degree's own frequency is its target", arguments: ["19-edo", "bohlen-pierce", "31-edo"])
  func degrees(name: String) throws {
    var selector = try Self.selector(name)
    for degree in -20...40 {
      let frequency = selector.scale.frequency(ofDegree: degree)
      let selected = selector.select(frequency)
      let target = try #require(selected)
      #expect(target.degree == degree)
      #expect(abs(target.cents(to: frequency, under: .standard)) < 0.001)
      selector.reset()
    }
  }

  @Test("a tone at the border keeps the degree that is held")
  func hysteresis() throws {
    var selector = try Self.selector("19-edo")
    let step = 1200.0 / 19
    func tone(_ steps: Double) -> Double {
      selector.scale.frequency(ofDegree: 0) * Interval.ratio(ofCents: steps * step)
    }
    #expect(selector.select(tone(0))?.degree == 0)
    #expect(selector.select(tone(0.58))?.degree == 0)
    #expect(selector.select(tone(0.62))?.degree == 1)
    #expect(selector.select(tone(0.42))?.degree == 1)
    #expect(selector.select(tone(0.38))?.degree == 0)
  }

  @Test(
    "no frequency, or none that a note can name, has no target",
    arguments: [nil, 0, -1, .nan, .infinity, 1e9])
  func nothing(frequency: Double?) throws {
    var selector = try Self.selector("19-edo")
    #expect(selector.select(frequency) == nil)
  }

  @Test("A4 is the concert pitch in a target tuner, whatever the scale")
  func concertPitch() throws {
    var tuner = TargetTuner(mode: .scale(try Scale(named: "bohlen-pierce"), root: NoteName(.c)))
    tuner.concertPitch = try ConcertPitch(415)
    let rooted = RootedScale(
      try Scale(named: "bohlen-pierce"), concertPitch: try ConcertPitch(415))
    #expect(abs(rooted.frequency(ofDegree: rooted.degreeOfA4) - 415) < 1e-9)
    var last: TunerReading?
    for index in 0..<60 { last = tuner.process(TargetTunerTests.reading(index, 415)) }
    #expect(last?.target?.degree == rooted.degreeOfA4)
    #expect(abs(try #require(last?.deviation?.cents)) < 0.001)
    #expect(last?.isInTune == true)
  }

  @Test("a string's target frequency follows the temperament, like the cents to it")
  func temperedString() throws {
    let temperament = try Temperament(Scale(named: "werckmeister-iii"))
    let reference = try ConcertPitch(440, temperament: temperament)
    let pitch = try TargetPitch(Note(.d, octave: 3), cents: 5)
    let target = TuningTarget(pitch: pitch, string: 4)
    #expect(abs(target.cents(to: pitch.frequency(under: reference), under: reference)) < 1e-9)
  }

  @Test("a tuning under a capo keeps its offsets, and refuses to leave the notes")
  func transposed() throws {
    let tuning = try Tuning(name: "Test", strings: [TargetPitch(Note(.e, octave: 2), cents: -4)])
    let moved = try tuning.transposed(by: 3)
    #expect(moved.strings[0].pitch.note.isEnharmonic(to: Note(.g, octave: 2)))
    #expect(moved.strings[0].pitch.cents == -4)
    #expect(throws: InstrumentError.self) { try tuning.transposed(by: 120) }
  }
}

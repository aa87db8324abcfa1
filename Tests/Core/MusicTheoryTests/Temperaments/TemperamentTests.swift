import MusicTheory
import Testing

@Suite("Temperaments")
struct TemperamentTests {
  static let twelveNotes = NamedScale.all.filter { $0.scale.count == 12 && $0.scale.period == 1200 }
    .map(\.name)
  static let roots = ["C", "C#", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B", "Cb"]

  @Test("A4 is the concert pitch, to the bit, on every root", arguments: twelveNotes)
  func a4(name: String) throws {
    let scale = try Scale(named: name)
    for root in Self.roots {
      let temperament = try Temperament(scale, root: NoteName(root))
      for frequency in [415.0, 440, 442.3] {
        let pitch = try ConcertPitch(frequency, temperament: temperament)
        #expect(Note(.a, octave: 4).frequency(under: pitch) == frequency)
        #expect(abs(Note(.a, octave: 3).frequency(under: pitch) - frequency / 2) < 1e-9)
        #expect(pitch.nearestNote(to: frequency) == Note(.a, octave: 4))
      }
    }
  }

  @Test(
    "A4 is the concert pitch in scales of any size and period",
    arguments: NamedScale.all.map(\.name))
  func rootedA4(name: String) throws {
    let scale = try Scale(named: name)
    for root in Self.roots {
      let rooted = RootedScale(scale, root: try NoteName(root), concertPitch: try ConcertPitch(443))
      #expect(rooted.frequency(ofDegree: rooted.degreeOfA4) == 443)
      #expect(rooted.root.name == (try NoteName(root)))
      #expect((58...69).contains(rooted.root.midiNumber))
    }
  }

  @Test("the root moves the pattern: the degrees above it are those of the table")
  func root() throws {
    let scale = try Scale(named: "werckmeister-iii")
    for root in Self.roots {
      let name = try NoteName(root)
      let pitch = try ConcertPitch(440, temperament: Temperament(scale, root: name))
      let first = Note(name, octave: 4)
      for degree in 0..<12 {
        let note = Note(midiNumber: first.midiNumber + degree)
        let cents = Interval.cents(
          from: first.frequency(under: pitch), to: note.frequency(under: pitch))
        #expect(abs(cents - scale.cents(ofDegree: degree)) < 1e-9)
      }
    }
  }

  @Test(
    "Werckmeister III on C at A4 = 440 has C4 at 263.404 Hz and E4 a just fourth below A4, 330 Hz",
    arguments: [("C4", 263.404), ("D4", 294.329), ("E4", 330.0), ("G4", 393.770), ("B4", 495.0)])
  func frequencies(note: String, frequency: Double) throws {
    let temperament = try Temperament(Scale(named: "werckmeister-iii"))
    let pitch = try ConcertPitch(440, temperament: temperament)
    // 11.730, 3.910, 1.955, 7.820 and 3.910 cents above equal temperament, with A at 0.
    #expect(abs(try Note(note).frequency(under: pitch) - frequency) < 0.001)
  }

  @Test(
    "deviations from equal temperament with A at 0 are the usual ones of tuners",
    arguments: [
      // C C♯ D E♭ E F F♯ G G♯ A B♭ B
      (
        "vallotti",
        [5.865, 0, 1.955, 3.910, -1.955, 7.820, -1.955, 3.910, 1.955, 0, 5.865, -3.910]
      ),
      (
        "werckmeister-iii",
        [11.730, 1.955, 3.910, 5.865, 1.955, 9.775, 0, 7.820, 3.910, 0, 7.820, 3.910]
      ),
      (
        "quarter-comma-meantone",
        [
          10.265, -13.686, 3.422, 20.529, -3.422, 13.686, -10.265, 6.843, -17.108, 0, 17.108,
          -6.843,
        ]
      ),
    ])
  func deviations(name: String, expected: [Double]) throws {
    let temperament = try Temperament(Scale(named: name))
    for (pitchClass, cents) in expected.enumerated() {
      #expect(abs(temperament.offset(ofPitchClass: pitchClass) - cents) < 0.001)
    }
  }

  @Test("twelve degrees on a root give the temperament of their scale", arguments: [0, 2, 9, 11])
  func degrees(root: Int) throws {
    let scale = try Scale(named: "vallotti")
    let whole = try Temperament(scale, root: Spelling.mixed.name(ofPitchClass: root))
    #expect(try Temperament(degrees: scale.degrees, root: root) == whole)
  }

  @Test("degrees that are too few, or do not rise within the octave, are no temperament")
  func refusedDegrees() {
    let equal = (0..<12).map { 100 * Double($0) }
    #expect(throws: ScaleError.notTwelveDegrees(count: 11, period: 1200)) {
      try Temperament(degrees: Array(equal.dropLast()), root: 0)
    }
    #expect(throws: ScaleError.notRising(degree: 12)) {
      try Temperament(degrees: equal.dropLast() + [1200], root: 0)
    }
    #expect(throws: ScaleError.notRising(degree: 1)) {
      try Temperament(degrees: [100] + equal.dropFirst(), root: 0)
    }
  }

  @Test(
    "a pitch lies between its neighbours in the temperament, and a note is its own",
    arguments: twelveNotes)
  func neighbours(name: String) throws {
    let temperament = try Temperament(Scale(named: name), root: NoteName(.d))
    let concertPitch = try ConcertPitch(415, temperament: temperament)
    for number in 21...108 {
      let note = Note(midiNumber: number)
      let exact = try Pitch(note, concertPitch: concertPitch)
      #expect(exact.note == note)
      #expect(exact.cents == 0)
      let sharp = try Pitch(
        frequency: exact.frequency * Interval.ratio(ofCents: 20), concertPitch: concertPitch)
      #expect(sharp.offsets.lower.note == note)
      #expect(abs(sharp.offsets.lower.cents - 20) < 1e-6)
      #expect(sharp.offsets.higher.cents < 0)
    }
  }

  @Test("equal temperament from a table is the same as none, to the bit")
  func equal() throws {
    #expect(try Temperament(Scale(named: "equal"), root: NoteName(.g)) == .equal)
    #expect(try ConcertPitch(440, temperament: .equal) == .standard)
  }

  @Test("C4 = 256 Hz in a temperament puts C4 at 256 Hz")
  func anchor() throws {
    let temperament = try Temperament(Scale(named: "kirnberger-iii"))
    let pitch = try ConcertPitch(Note(.c, octave: 4), frequency: 256, temperament: temperament)
    #expect(abs(Note(.c, octave: 4).frequency(under: pitch) - 256) < 1e-9)
    #expect(abs(Note(.e, octave: 4).frequency(under: pitch) - 320) < 1e-9)
  }

  @Test("scales that notes cannot name are refused")
  func refusals() throws {
    let nineteen = try Scale(named: "19-edo")
    #expect(throws: ScaleError.notTwelveDegrees(count: 19, period: 1200)) {
      try Temperament(nineteen)
    }
    let falling = try Scale(
      title: "", intervals: (1...12).map { .cents($0 == 5 ? 100 : 100 * Double($0)) })
    #expect(throws: ScaleError.notRising(degree: 5)) { try Temperament(falling) }
  }
}

@Suite("Scales")
struct ScaleTests {
  @Test("degrees go on beyond the period in both directions")
  func degrees() throws {
    let scale = try Scale(title: "", intervals: [.ratio(5, 4), .ratio(3, 2), .ratio(2, 1)])
    #expect(scale.count == 3)
    #expect(abs(scale.cents(ofDegree: 4) - 1586.314) < 0.001)
    #expect(abs(scale.cents(ofDegree: -1) + 498.045) < 0.001)
    #expect(scale.cents(ofDegree: 3) == 1200)
  }

  @Test("the nearest degree is found in unsorted scales too; the higher of two equally near")
  func nearest() throws {
    let scale = try Scale(title: "", intervals: [.cents(700), .cents(300), .cents(1200)])
    #expect(scale.nearestDegree(toCents: 320) == 2)
    #expect(scale.nearestDegree(toCents: 690) == 1)
    #expect(scale.nearestDegree(toCents: 500) == 1)
    #expect(scale.nearestDegree(toCents: -480) == -2)
    #expect(scale.nearestDegree(toCents: 1200) == 3)
  }

  @Test(
    "the nearest degree of each degree's frequency is itself, at 0 cents",
    arguments: NamedScale.all.map(\.name))
  func roundTrip(name: String) throws {
    let rooted = RootedScale(try Scale(named: name), root: NoteName(.e, .flat))
    for degree in -60...60 {
      let frequency = rooted.frequency(ofDegree: degree)
      let reading = try #require(rooted.nearestDegree(to: frequency * Interval.ratio(ofCents: 3)))
      #expect(reading.degree == degree)
      #expect(abs(reading.cents - 3) < 1e-6)
    }
    #expect(rooted.nearestDegree(to: .nan) == nil)
    #expect(rooted.nearestDegree(to: 0) == nil)
  }

  @Test("places beyond every keyboard do not trap", arguments: [1e300, -1e300, 1e18])
  func extremes(cents: Double) throws {
    let scale = try Scale(equalDivisionInto: 1, of: .cents(0.001), title: "")
    _ = scale.nearestDegree(toCents: cents)
    let rooted = RootedScale(scale)
    #expect(rooted.nearestDegree(to: 1e299) != nil)
  }

  @Test("scales that cannot be are refused")
  func refusals() {
    #expect(throws: ScaleError.countOutOfRange(0)) { try Scale(title: "", intervals: []) }
    #expect(throws: ScaleError.invalidDegree(1)) {
      try Scale(title: "", intervals: [.ratio(1, 0), .ratio(2, 1)])
    }
    #expect(throws: ScaleError.invalidDegree(2)) {
      try Scale(title: "", intervals: [.ratio(3, 2), .ratio(-2, 1)])
    }
    #expect(throws: ScaleError.invalidDegree(1)) { try Scale(title: "", intervals: [.cents(.nan)]) }
    #expect(throws: ScaleError.periodNotPositive(cents: 0)) {
      try Scale(title: "", intervals: [.ratio(1, 1)])
    }
    #expect(throws: ScaleError.countOutOfRange(0)) { try Scale(equalDivisionInto: 0, title: "") }
    #expect(throws: ScaleError.countOutOfRange(10_001)) {
      try Scale(equalDivisionInto: 10_001, title: "")
    }
  }

  @Test(
    "any division of any interval has equal steps",
    arguments: [1, 5, 7, 12, 19, 31, 53, 311, 10_000])
  func divisions(count: Int) throws {
    let scale = try Scale(equalDivisionInto: count, title: "")
    #expect(scale.count == count)
    #expect(abs(scale.cents(ofDegree: 1) - 1200 / Double(count)) < 1e-9)
    #expect(scale.isEqualDivisionOfOctave)
    #expect(
      !(try Scale(equalDivisionInto: count, of: .ratio(3, 1), title: "").isEqualDivisionOfOctave))
  }
}

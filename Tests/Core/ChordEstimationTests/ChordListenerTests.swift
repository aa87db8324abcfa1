import ChordEstimation
import MusicTheory
import SignalProcessing
import Testing
import ToneGeneration

/// What is told of chords: first of readings whose notes are given, then of sound.
@Suite struct ChordListenerTests {
  private static func note(_ midiNumber: Double, level: Double = -20) -> ChordNote {
    ChordNote(
      frequency: 440 * Elementary.exp2((midiNumber - 69) / 12), level: level, confidence: 0.9,
      error: 0.6)
  }

  /// Gives readings every 10 ms from one time to another.
  @discardableResult
  private static func play(
    _ numbers: [Double], _ times: Range<Double>, to listener: inout ChordListener
  ) -> [HeardChord] {
    var changes: [HeardChord] = []
    for index in Int((times.lowerBound * 100).rounded())..<Int((times.upperBound * 100).rounded()) {
      let reading = ChordReading(time: Double(index) / 100, notes: numbers.map { note($0) })
      if listener.update(reading) { changes.append(listener.chord) }
    }
    return changes
  }

  @Test func aChordIsToldOnceItsNotesStand() throws {
    var listener = ChordListener()
    #expect(Self.play([60, 64, 67], 1.0..<1.18, to: &listener).isEmpty)
    let told = try #require(Self.play([60, 64, 67], 1.18..<1.4, to: &listener).first)
    #expect(told.name.description == "C")
    #expect((told.time - 1.2).magnitude < 0.021)
    #expect(told.start == 1)
    #expect(listener.chord.number == 1)
  }

  @Test func aDropoutChangesNothingAndAMissingNoteIsWaitedFor() {
    var listener = ChordListener()
    Self.play([60, 64, 67], 0.0..<1.0, to: &listener)
    #expect(Self.play([60, 67], 1.0..<1.08, to: &listener).isEmpty)
    #expect(Self.play([60, 64, 67], 1.08..<1.5, to: &listener).isEmpty)
    #expect(Self.play([60, 67], 1.5..<2.0, to: &listener).isEmpty)
    #expect(listener.chord.notes.map(\.isSounding) == [true, false, true])
    let rest = Self.play([60, 67], 2.0..<2.5, to: &listener)
    #expect(rest.map(\.name.description) == ["C5"])
    #expect(rest.allSatisfy { $0.isRest })
  }

  @Test func aPassingNoteIsNoChordAndTheNextChordIs() {
    var listener = ChordListener()
    Self.play([60, 64, 67], 0.0..<1.0, to: &listener)
    #expect(Self.play([60, 64, 67, 71], 1.0..<1.08, to: &listener).isEmpty)
    #expect(Self.play([60, 64, 67], 1.08..<1.5, to: &listener).isEmpty)
    let next = Self.play([60, 65, 69], 1.5..<2, to: &listener)
    #expect(next.map(\.name.description) == ["F/C"])
    #expect(next.allSatisfy { !$0.isRest && $0.start == 1.5 })
  }

  @Test func anOctaveOfANoteMakesNoOtherChord() {
    var listener = ChordListener(window: .whole)
    Self.play([60, 64, 67], 0.0..<1.0, to: &listener)
    Self.play([60, 64, 67, 72.1], 1.0..<2.0, to: &listener)
    let chord = listener.chord
    #expect(chord.number == 1 && chord.start == 0 && chord.notes.count == 4)
    #expect((chord.notes[3].cents - 10).magnitude < 0.01)
    #expect(chord.notes[3].ratio.numerator == 2 && chord.notes[3].ratio.denominator == 1)
    Self.play([60, 64, 67], 2.0..<3.0, to: &listener)
    #expect(listener.chord.number == 1 && listener.chord.notes.count == 3)
    #expect(!listener.chord.isRest)
  }

  @Test func silenceEndsAChord() {
    var listener = ChordListener()
    Self.play([60, 64, 67], 0.0..<1.0, to: &listener)
    let end = Self.play([], 1.0..<1.3, to: &listener)
    #expect(end.map(\.notes.count) == [0])
  }

  @Test func centsAreThoseOfTheConcertPitchAndTheTemperament() throws {
    let low = try ConcertPitch(432)
    var listener = ChordListener(concertPitch: low)
    Self.play([60, 64.12, 67], 0.0..<1.0, to: &listener)
    let shift = Elementary.cents(ofRatio: 440.0 / 432)
    for (note, cents) in zip(listener.chord.notes, [0.0, 12, 0]) {
      #expect((note.cents - cents - shift).magnitude < 0.01)
    }
    let just = try ConcertPitch(440, temperament: Temperament(Scale(named: "just")))
    var other = ChordListener(concertPitch: just)
    Self.play([60, 64, 67], 0.0..<1.0, to: &other)
    let cents = other.chord.notes.map(\.cents)
    #expect((cents[1] - cents[0] - 13.69).magnitude < 0.01)  // 400 cents, and 386.31 of 5/4
    #expect((cents[2] - cents[0] + 1.96).magnitude < 0.01)
  }

  @Test func eachNoteIsComparedWithThePureIntervalAboveTheRoot() {
    var listener = ChordListener()
    Self.play([52, 60, 67, 70], 0.0..<1.0, to: &listener)  // C7/E
    let chord = listener.chord
    #expect(chord.name.description == "C7/E")
    #expect(chord.base == 1)
    #expect(
      chord.notes.map { "\($0.ratio.numerator)/\($0.ratio.denominator)" }
        == ["5/4", "1/1", "3/2", "16/9"])
    for (note, cents) in zip(chord.notes, [13.69, 0, -1.96, 3.91]) {
      #expect((note.centsFromRatio - cents).magnitude < 0.01)
    }
  }

  @Test func aBeatIsTheDifferenceOfTheNearestPartials() throws {
    var listener = ChordListener()
    Self.play([48, 55, 60], 0.0..<1.0, to: &listener)
    let beats = listener.chord.beats
    #expect(beats.map { "\($0.lowerPartial):\($0.upperPartial)" } == ["3:2", "2:1", "4:3"])
    let (c, g) = (listener.chord.notes[0].frequency, listener.chord.notes[1].frequency)
    #expect((beats[0].rate - (3 * c - 2 * g)).magnitude < 1e-9)
    #expect(beats.map(\.isLocked) == [true, true, false])  // 0.44, 0 and 0.88 Hz
    // Slower than once in two seconds is locked; beyond 20 Hz it is rough.
    var wide = ChordListener()
    Self.play([60, 64, 79, 83], 0.0..<1.0, to: &wide)
    #expect(wide.chord.beats.allSatisfy { $0.rate <= 20 })
  }

  @Test func afterWarmUpReadingsOfAChordMakeNoOtherOne() {
    var listener = ChordListener(window: .whole)
    let changes = Self.play([48, 55.3, 64.1], 0.0..<60.0, to: &listener)
    #expect(changes.count == 1)
    #expect((listener.chord.notes[1].cents - 30).magnitude < 0.01)
  }

  // MARK: Sound

  private static func heard(_ frequencies: [Double], seconds: Double) throws -> HeardChord {
    var tracker = try ChordTracker(sampleRate: 44_100)
    var sum = [Float](repeating: 0, count: Int(seconds * 44_100))
    for frequency in frequencies {
      for place in sum.indices {
        let time = Double(place) / 44_100
        var value = 0.0
        for order in 1...8 {
          let turns = Double(order) * frequency * time + 0.37 * Double(order * order)
          value += Elementary.sin(2 * Double.pi * (turns - turns.rounded(.down))) / Double(order)
        }
        sum[place] += Float(0.08 * value)
      }
    }
    tracker.append(sum)
    var listener = ChordListener()
    while let reading = tracker.next() { listener.update(reading) }
    return listener.chord
  }

  @Test(arguments: [
    (196.0, 294.5, 3, 2), (220, 275.4, 5, 4), (261.63, 392.2, 3, 2), (130.81, 261.0, 2, 1),
    (146.83, 196.2, 4, 3), (330, 396.3, 6, 5), (110, 329.7, 3, 1), (220, 366.9, 5, 3),
  ])
  func theBeatsOfTwoTonesAreRightAfterTwoSeconds(
    low: Double, high: Double, lower: Int, upper: Int
  ) throws {
    let chord = try Self.heard([low, high], seconds: 2.2)
    let beat = try #require(chord.beats.first)
    #expect(beat.lowerPartial == lower && beat.upperPartial == upper)
    let truth = (Double(lower) * low - Double(upper) * high).magnitude
    #expect((beat.rate - truth).magnitude < 0.05, "\(beat.rate) for \(truth)")
  }

  @Test func aThirdTwelveCentsSharpInCMajorIsTold() throws {
    let third = 440 * Elementary.exp2((64.12 - 69) / 12)
    let chord = try Self.heard([261.626, third, 391.995], seconds: 1.5)
    #expect(chord.name.description == "C")
    #expect(chord.note(1, spelling: .sharps).description == "E4")
    #expect(chord.notes[1].cents.rounded() == 12)
    #expect(chord.notes[1].ratio.numerator == 5)
    #expect((chord.notes[1].centsFromRatio - 25.7).magnitude < 0.5)
    #expect(chord.notes[0].cents.magnitude < 0.5)
  }
}

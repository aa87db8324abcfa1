import ChordEstimation
import Testing

@Suite struct ChordNotesTests {
  private static func notes(
    of parts: [(frequency: Double, times: Range<Double>)]
  ) -> [SoundedNote] {
    var detector = ChordNotes()
    var notes: [SoundedNote] = []
    for index in 0..<300 {
      let time = Double(index) / 100
      let sounding = parts.filter { $0.times.contains(time) }
      detector.add(
        ChordReading(
          time: time,
          notes: sounding.map {
            ChordNote(frequency: $0.frequency, level: -20, confidence: 0.8, error: 0.6)
          }))
      while let note = detector.next() { notes.append(note) }
    }
    detector.finish()
    while let note = detector.next() { notes.append(note) }
    return notes
  }

  @Test func eachNoteHasItsBeginningAndItsEnd() {
    let notes = Self.notes(of: [(220, 0.5..<2), (277, 0.7..<1.5), (330, 0.7..<3)])
    #expect(notes.map { $0.frequency } == [277, 220, 330])
    #expect(notes.map { $0.onset } == [0.7, 0.5, 0.7])
    for (note, offset) in zip(notes, [1.5, 2, 3.0]) {
      #expect((note.offset - offset).magnitude < 1e-9)
      #expect((note.confidence - 0.8).magnitude < 1e-9)
    }
  }

  @Test func gapsOfATenthAreBridgedAndShortNotesLeftOut() {
    #expect(Self.notes(of: [(220, 0.5..<1), (220.5, 1.09..<2)]).count == 1)
    #expect(Self.notes(of: [(220, 0.5..<1), (220.5, 1.2..<2)]).count == 2)
    #expect(Self.notes(of: [(220, 0.5..<0.57)]).isEmpty)
    #expect(Self.notes(of: [(220, 0.5..<0.59)]).count == 1)
  }

  @Test func theFrequencyIsTheMedianOfTheWholeNote() {
    // A third of the note is 40 cents higher.
    let notes = Self.notes(of: [(225.14, 0.0..<0.9), (220, 0.9..<2.9)])
    #expect(notes.map { $0.frequency } == [220])
  }
}

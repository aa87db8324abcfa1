package import MusicTheory

/// Names frequencies under a concert pitch.
package struct NoteNaming: Sendable {
  let concertPitch: ConcertPitch
  let spelling: Spelling

  package init(concertPitch: ConcertPitch = .standard, spelling: Spelling = .sharps) {
    (self.concertPitch, self.spelling) = (concertPitch, spelling)
  }

  /// The nearest note and the cents above it; `nil` for no frequency.
  package func note(at frequency: Double?) -> ReadingLine.NotePart? {
    guard let frequency,
      let note = concertPitch.nearestNote(to: frequency, spelling: spelling)
    else { return nil }
    return ReadingLine.NotePart(note, cents: concertPitch.cents(from: note, to: frequency))
  }

  /// The nearest note in ASCII, as in `Bb4`.
  package func name(at frequency: Double) -> String {
    note(at: frequency)?.note.asciiDescription ?? ""
  }
}

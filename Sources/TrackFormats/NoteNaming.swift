import MusicTheory

/// Names frequencies under a concert pitch.
struct NoteNaming: Sendable {
  var concertPitch = ConcertPitch.standard
  var spelling = Spelling.sharps

  /// The nearest note and the cents above it; `nil` for no frequency.
  func note(at frequency: Double?) -> ReadingLine.NotePart? {
    guard let frequency,
      let note = concertPitch.nearestNote(to: frequency, spelling: spelling)
    else { return nil }
    return ReadingLine.NotePart(note, cents: concertPitch.cents(from: note, to: frequency))
  }

  /// The nearest note in ASCII, as in `Bb4`.
  func name(at frequency: Double) -> String {
    note(at: frequency)?.note.asciiDescription ?? ""
  }
}

package import MusicTheory

/// A performance of a melody, such as a teacher's recording, which others follow.
///
/// Its notes are a score: ``score(title:)`` wants them as they were played, ``writtenScore(title:)`` as
/// they would be written.
package struct ReferencePerformance: Sendable {
  /// The notes that were played, by onset.
  package let notes: [PlayedNote]
  /// The A4 that its notes tell; 440 Hz if they tell none.
  package let concertPitch: ConcertPitch
  /// The share of the sounding time without a single clear pitch, in 0...1, if other sounds are heard with
  /// the melody: accompaniment, or a large room. `nil` if it is heard alone.
  package let doubtfulShare: Double?
  /// What its notes tell of A4.
  package let heardPitch: HeardConcertPitch?

  /// Shorter notes are ornaments, or a finger on the next string, in seconds: others may leave them out.
  private static let shortest = 0.09
  /// The share of notes with attacks from which on the time of a note without one is not known.
  private static let mostlyAttacks = 0.75

  /// Takes the notes of a performance.
  ///
  /// - Parameters:
  ///   - notes: The notes, by onset.
  ///   - evidence: What sounded beside them.
  /// - Throws: ``ReferenceError`` if it cannot be followed.
  package init(
    _ notes: [PlayedNote], _ evidence: SingleVoiceEvidence
  ) throws(ReferenceError) {
    let notes = notes.filter { $0.frequency > 0 && $0.frequency.isFinite }
    guard notes.contains(where: { $0.duration >= Self.shortest }) else { throw .noNotes }
    guard notes.count <= PracticeScore.mostNotes else { throw .tooManyNotes(notes.count) }
    guard !evidence.isUseless else { throw .noSingleVoice(share: evidence.doubtfulShare) }
    self.notes = notes
    doubtfulShare = evidence.isOneVoice ? nil : evidence.doubtfulShare
    heardPitch = HeardConcertPitch(
      notes.map { HeardConcertPitch.Note(frequency: $0.frequency, duration: $0.duration) })
    concertPitch = heardPitch.flatMap { try? ConcertPitch($0.frequency) } ?? .standard
  }

  /// Returns the notes as they were played: their cents are wanted, and so are their times, which are in
  /// seconds from the first note instead of quarter notes.
  ///
  /// - Parameter title: The name of the recording.
  /// - Returns: A score without bars and tempos. Notes are named under ``concertPitch``.
  package func score(title: String) -> PracticeScore {
    let start = notes.first?.onset ?? 0
    let attacks = notes.count { $0.hasAttack }
    let needsAttack = Double(attacks) >= Self.mostlyAttacks * Double(notes.count)
    let written = notes.map { note in
      let number = midiNumber(of: note, under: concertPitch)
      var written = PracticeNote(
        midiNumber: number, onset: note.onset - start, duration: note.duration,
        isGrace: note.duration < Self.shortest)
      written.performed = PracticeNote.Performed(
        cents: concertPitch.cents(from: Note(midiNumber: number), to: note.frequency),
        hasTime: note.hasAttack || !needsAttack)
      return written
    }
    return PracticeScore(title: title, notes: written, bars: [])
  }

  /// Returns the notes as they would be written: the nearest of the twelve, with the note values that
  /// explain their times at a tempo that moves slowly. Ornaments are left out.
  ///
  /// - Parameter title: The name of the recording.
  /// - Returns: A score without bars and tempos, and whether its note values can be relied on.
  package func writtenScore(title: String) -> (score: PracticeScore, hasNoteValues: Bool) {
    let main = notes.filter { $0.duration >= Self.shortest }
    let values = NoteValues(onsets: main.map { $0.onset })
    let written = main.indices.map { index in
      PracticeNote(
        // As this performance is tuned: one that is a third of a semitone flat has no wrong notes.
        midiNumber: midiNumber(of: main[index], under: concertPitch),
        onset: values.onsets[index], duration: values.values[index])
    }
    return (PracticeScore(title: title, notes: written, bars: []), values.areCertain)
  }

  private func midiNumber(of note: PlayedNote, under concertPitch: ConcertPitch) -> Int {
    let number = concertPitch.midiNumber(of: note.frequency).rounded()
    return Int(min(127, max(0, number)))
  }
}

/// Why a recording cannot be followed.
package enum ReferenceError: Error, Equatable, Sendable {
  /// It has no notes.
  case noNotes
  /// It has this many notes, more than ``PracticeScore/mostNotes``.
  case tooManyNotes(Int)
  /// Of this share of its sounding time no single pitch is certain: several voices, a hall, or no melody.
  case noSingleVoice(share: Double)
}

#if !hasFeature(Embedded)
  extension ReferenceError: CustomStringConvertible {
    /// One or two sentences that say what to do.
    package var description: String {
      switch self {
      case .noNotes:
        "No note was found in the recording. Choose one of a single instrument or voice."
      case .tooManyNotes(let count):
        "The recording has \(count) notes, more than \(PracticeScore.mostNotes). Cut a passage from it."
      case .noSingleVoice(let share):
        """
        \(Int((100 * share).rounded())) % of the recording's sound has no single clear pitch, as with an \
        accompaniment, in a hall, or without a melody. Choose a recording of the melody alone, from near by.
        """
      }
    }
  }
#endif

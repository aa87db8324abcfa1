extension Note {
  /// The note a semitone below; flats stay flats, other notes take sharps.
  public var lower: Note { self - 1 }

  /// The note a semitone above; flats stay flats, other notes take sharps.
  public var higher: Note { self + 1 }

  /// Returns the note a number of semitones above.
  ///
  /// - Parameters:
  ///   - semitones: The distance; negative goes down.
  ///   - spelling: How the result is written.
  /// - Returns: The note there.
  public func transposed(by semitones: Int, spelling: Spelling) -> Note {
    Note(midiNumber: midiNumber &+ semitones, spelling: spelling)
  }

  /// Returns the note a number of semitones above; flats stay flats, other notes take sharps.
  ///
  /// - Parameters:
  ///   - note: The note to start from.
  ///   - semitones: The distance; negative goes down.
  /// - Returns: The note there.
  public static func + (note: Note, semitones: Int) -> Note {
    note.transposed(by: semitones, spelling: note.ownSpelling)
  }

  /// Returns the note a number of semitones below; flats stay flats, other notes take sharps.
  ///
  /// - Parameters:
  ///   - note: The note to start from.
  ///   - semitones: The distance; negative goes up.
  /// - Returns: The note there.
  public static func - (note: Note, semitones: Int) -> Note {
    note.transposed(by: 0 &- semitones, spelling: note.ownSpelling)
  }

  /// Returns every note of some octaves, from the lowest C to the highest B.
  ///
  /// - Parameters:
  ///   - octaves: The octaves in scientific pitch notation, such as `0...8`.
  ///   - spelling: How the notes are written. The mixed spelling with `2...6` gives the 60 pitches
  ///     that many chromatic tuners know.
  /// - Returns: Twelve notes for each octave, rising.
  public static func notes(
    inOctaves octaves: ClosedRange<Int>, spelling: Spelling = .sharps
  ) -> [Note] {
    let first = Note(.c, octave: octaves.lowerBound).midiNumber
    let last = Note(.b, octave: octaves.upperBound).midiNumber
    return (first...last).map { Note(midiNumber: $0, spelling: spelling) }
  }

  /// Flats for a note written with a flat, sharps for every other.
  public var ownSpelling: Spelling { accidental.rawValue < 0 ? .flats : .sharps }
}

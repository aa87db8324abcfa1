extension Note {
  /// The note a semitone below; flats stay flats, and other notes get sharps.
  public var lower: Note { self - 1 }

  /// The note a semitone above; flats stay flats, and other notes get sharps.
  public var higher: Note { self + 1 }

  /// Returns the note this many semitones above.
  ///
  /// - Parameters:
  ///   - semitones: The distance; negative goes down.
  ///   - spelling: The spelling of the result.
  /// - Returns: The transposed note.
  public func transposed(by semitones: Int, spelling: Spelling) -> Note {
    Note(midiNumber: midiNumber &+ semitones, spelling: spelling)
  }

  /// Returns the note this many semitones above; flats stay flats, and other notes get sharps.
  ///
  /// - Parameters:
  ///   - note: The note to start from.
  ///   - semitones: The distance; negative goes down.
  /// - Returns: The transposed note.
  public static func + (note: Note, semitones: Int) -> Note {
    note.transposed(by: semitones, spelling: note.ownSpelling)
  }

  /// Returns the note this many semitones below; flats stay flats, and other notes get sharps.
  ///
  /// - Parameters:
  ///   - note: The note to start from.
  ///   - semitones: The distance; negative goes up.
  /// - Returns: The transposed note.
  public static func - (note: Note, semitones: Int) -> Note {
    note.transposed(by: 0 &- semitones, spelling: note.ownSpelling)
  }

  /// Returns every note of a range of octaves, from the lowest C to the highest B.
  ///
  /// - Parameters:
  ///   - octaves: The octaves in scientific pitch notation, such as `0...8`.
  ///   - spelling: The spelling of the notes. The mixed spelling with `2...6` gives the 60 pitches
  ///     of many chromatic tuners.
  /// - Returns: Twelve notes for each octave, rising.
  public static func notes(
    inOctaves octaves: ClosedRange<Int>, spelling: Spelling = .sharps
  ) -> [Note] {
    let first = Note(.c, octave: octaves.lowerBound).midiNumber
    let last = Note(.b, octave: octaves.upperBound).midiNumber
    return (first...last).map { Note(midiNumber: $0, spelling: spelling) }
  }

  /// Flats for a note written with a flat, and sharps for every other note.
  public var ownSpelling: Spelling { accidental.rawValue < 0 ? .flats : .sharps }
}

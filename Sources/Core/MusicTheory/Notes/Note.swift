/// A written note: a letter, an accidental and an octave.
///
/// Octaves follow scientific pitch notation: A4 is concert pitch, and C4 is middle C (MIDI note
/// 60). The octave number belongs to the letter, so B♯3 sounds like C4, and C♭4 like B3. Two notes
/// are equal if they are written the same way; ``isEnharmonic(to:)`` compares their sounds.
///
/// A note has no limits: MIDI numbers below 0 and above 127 are notes too.
public struct Note: Sendable, Hashable {
  /// The letter and the accidental.
  public var name: NoteName
  /// The octave of the letter in scientific pitch notation.
  public var octave: Int

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - letter: The letter.
  ///   - accidental: The accidental; natural by default.
  ///   - octave: The octave of the letter; 4 is the octave of middle C and of concert pitch.
  public init(_ letter: Letter, _ accidental: Accidental = .natural, octave: Int) {
    self.init(NoteName(letter, accidental), octave: octave)
  }

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - name: The letter and the accidental.
  ///   - octave: The octave of the letter; 4 is the octave of middle C and of concert pitch.
  public init(_ name: NoteName, octave: Int) {
    self.name = name
    self.octave = octave
  }

  /// Creates the note with a MIDI number.
  ///
  /// - Parameters:
  ///   - midiNumber: Semitones above C-1: 69 is A4. Any value, even outside 0...127.
  ///   - spelling: The spelling of the note.
  public init(midiNumber: Int, spelling: Spelling = .sharps) {
    let pitchClass = floorModulo(midiNumber, 12)
    name = spelling.name(ofPitchClass: pitchClass)
    // B♯ lies 12 semitones above its own C, and C♭ one below: the letter's octave moves.
    let octavesFromLetter = (pitchClass - name.semitonesAboveC) / 12
    octave = floorQuotient(midiNumber, 12) - 1 + octavesFromLetter
  }

  /// Creates the note this many semitones above A4.
  ///
  /// - Parameters:
  ///   - index: Semitones above A4; negative below.
  ///   - spelling: The spelling of the note.
  public init(index: Int, spelling: Spelling = .sharps) {
    self.init(midiNumber: index &+ Self.midiNumberOfA4, spelling: spelling)
  }

  /// The letter.
  public var letter: Letter { name.letter }

  /// The accidental.
  public var accidental: Accidental { name.accidental }

  /// Semitones above C-1: 60 for middle C, 69 for A4.
  ///
  /// Wraps around for octaves so far away that the number does not fit an `Int`.
  public var midiNumber: Int { 12 &* (octave &+ 1) &+ name.semitonesAboveC }

  /// Semitones above A4; negative below.
  public var index: Int { midiNumber &- Self.midiNumberOfA4 }

  /// The position in the octave, in 0...11, counted in semitones from C.
  public var pitchClass: Int { name.pitchClass }

  /// Returns `true` if two notes sound the same, like C♯4 and D♭4.
  ///
  /// - Parameter other: The other note.
  /// - Returns: `true` if both have the same MIDI number.
  public func isEnharmonic(to other: Note) -> Bool { midiNumber == other.midiNumber }

  static var midiNumberOfA4: Int { 69 }
}

extension Note: CustomStringConvertible {
  /// The note with musical signs, such as "E♭4".
  public var description: String { name.description + octave.description }

  /// The note in plain ASCII, such as "Eb4".
  public var asciiDescription: String { name.asciiDescription + octave.description }
}

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
  package var ownSpelling: Spelling { accidental.rawValue < 0 ? .flats : .sharps }
}

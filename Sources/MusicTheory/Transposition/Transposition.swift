/// How far an instrument sounds from what its player reads or fingers.
public struct Transposition: Sendable, Hashable {
  /// From the written note to the sounding one: a major second down for a trumpet in B♭.
  public let interval: Interval

  /// Sounds as written.
  public static var none: Transposition { Transposition(Interval(steps: 0, semitones: 0)) }

  /// Creates a transposition.
  ///
  /// - Parameter interval: From the written note to the sounding one; downward for most instruments.
  public init(_ interval: Interval) {
    self.interval = interval
  }

  /// A capo: every string sounds higher than the chord shapes that are fingered say.
  ///
  /// - Parameter fret: The fret that the capo is at.
  /// - Returns: As many semitones upward.
  public static func capo(_ fret: Int) -> Transposition {
    Transposition(Interval(semitones: fret))
  }

  /// Strings tuned down: every string sounds lower than its name in the usual tuning.
  ///
  /// - Parameter semitones: How far down.
  /// - Returns: As many semitones downward.
  public static func drop(_ semitones: Int) -> Transposition {
    Transposition(Interval(semitones: -semitones))
  }

  /// Returns the note that sounds when a note is written.
  ///
  /// - Parameter written: What the player reads.
  /// - Returns: What is heard, spelled by the interval: C becomes B♭ on a trumpet in B♭.
  public func sounding(_ written: Note) -> Note { written.transposed(by: interval) }

  /// Returns the note to write for a sounding note.
  ///
  /// - Parameter sounding: What is heard.
  /// - Returns: What the player reads, spelled by the interval, so that a string of a tuning gets its
  ///   name back.
  public func written(_ sounding: Note) -> Note {
    sounding.transposed(
      by: Interval(steps: -interval.steps, semitones: -interval.semitones))
  }

  /// Returns the note to write for a sounding note whose name comes from its frequency alone.
  ///
  /// The interval would turn the A♯ of a spelling with sharps into a B♯ where the player expects C.
  ///
  /// - Parameters:
  ///   - sounding: What is heard.
  ///   - spelling: How the written note is spelled. With that of a key the interval decides, because
  ///     the key moves along, unless it would need a double accidental.
  /// - Returns: What the player reads.
  public func written(_ sounding: Note, spelling: Spelling) -> Note {
    let note = written(sounding)
    guard case .key = spelling else { return Note(midiNumber: note.midiNumber, spelling: spelling) }
    if note.accidental.rawValue.magnitude < 2 { return note }
    return Note(midiNumber: note.midiNumber, spelling: note.ownSpelling)
  }
}

extension Note {
  /// Returns the note an interval away, spelled by the interval's steps.
  ///
  /// - Parameter interval: The distance; downward if its steps are negative.
  /// - Returns: The note there, with sharps or flats if its own letter would need more than two.
  public func transposed(by interval: Interval) -> Note {
    let position = letter.rawValue + interval.steps
    let target = midiNumber &+ interval.semitones
    guard let letter = Letter(rawValue: floorModulo(position, 7)) else { return self }
    let natural = Note(letter, octave: octave &+ floorQuotient(position, 7))
    guard let accidental = Accidental(rawValue: target &- natural.midiNumber) else {
      return Note(midiNumber: target, spelling: ownSpelling)
    }
    return Note(letter, accidental, octave: natural.octave)
  }
}

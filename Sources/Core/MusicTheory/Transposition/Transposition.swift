/// The interval between the note that a player reads or fingers and the note that sounds.
public struct Transposition: Sendable, Hashable {
  /// From the written note to the sounding one: a major second down for a trumpet in B♭.
  public let interval: Interval

  /// No transposition: the instrument sounds as written.
  public static var none: Transposition { Transposition(Interval(steps: 0, semitones: 0)) }

  /// Creates a transposition.
  ///
  /// - Parameter interval: From the written note to the sounding one; downward for most instruments.
  public init(_ interval: Interval) {
    self.interval = interval
  }

  /// Returns the transposition of a capo: every string sounds higher than the fingered chord
  /// shapes.
  ///
  /// - Parameter fret: The fret of the capo.
  /// - Returns: The same number of semitones upwards.
  public static func capo(_ fret: Int) -> Transposition {
    Transposition(Interval(semitones: fret))
  }

  /// Returns the transposition of strings that are tuned down: every string sounds lower than its
  /// name.
  ///
  /// - Parameter semitones: The number of semitones down.
  /// - Returns: The same number of semitones downwards.
  public static func drop(_ semitones: Int) -> Transposition {
    Transposition(Interval(semitones: -semitones))
  }

  /// Returns the sounding note of a written note.
  ///
  /// - Parameter written: The note that the player reads.
  /// - Returns: The note that sounds, spelled by the interval: C becomes B♭ on a trumpet in B♭.
  public func sounding(_ written: Note) -> Note { written.transposed(by: interval) }

  /// Returns the note to write for a sounding note.
  ///
  /// - Parameter sounding: The note that sounds.
  /// - Returns: The note that the player reads, spelled by the interval, so that a string of a
  ///   tuning gets its name back.
  public func written(_ sounding: Note) -> Note {
    sounding.transposed(
      by: Interval(steps: -interval.steps, semitones: -interval.semitones))
  }

  /// Returns the note to write for a sounding note whose name comes only from its frequency.
  ///
  /// The interval alone would turn the A♯ of a spelling with sharps into a B♯ where the player
  /// expects C.
  ///
  /// - Parameters:
  ///   - sounding: The note that sounds.
  ///   - spelling: The spelling of the written note. With the spelling of a key, the interval
  ///     decides, because the key is transposed too, unless the note would need a double
  ///     accidental.
  /// - Returns: The note that the player reads.
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
  /// - Parameter interval: The distance; downwards if its steps are negative.
  /// - Returns: The transposed note, respelled with sharps or flats if its own letter would need
  ///   more than two.
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

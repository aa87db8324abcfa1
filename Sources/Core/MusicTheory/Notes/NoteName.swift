/// A note without its octave: a letter and an accidental, such as E♭.
public struct NoteName: Sendable, Hashable {
  /// The letter.
  public var letter: Note.Letter
  /// The accidental.
  public var accidental: Note.Accidental

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - letter: The letter.
  ///   - accidental: The accidental; natural by default.
  public init(_ letter: Note.Letter, _ accidental: Note.Accidental = .natural) {
    self.letter = letter
    self.accidental = accidental
  }

  /// The position in the octave, in 0...11, counted in semitones from C: C♯ and D♭ are both 1.
  public var pitchClass: Int { floorModulo(semitonesAboveC, 12) }

  /// Semitones above the C of the octave that the name is written in: -2 for C♭♭, 12 for B♯.
  var semitonesAboveC: Int { letter.semitonesAboveC + accidental.rawValue }
}

extension NoteName: CustomStringConvertible {
  /// The name with musical signs, such as "E♭".
  public var description: String { letter.description + accidental.description }

  /// The name in plain ASCII, such as "Eb".
  public var asciiDescription: String { letter.description + accidental.asciiDescription }
}

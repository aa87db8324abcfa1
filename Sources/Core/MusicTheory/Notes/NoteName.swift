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

extension Note {
  /// The letter of a note, without its accidental.
  public enum Letter: Int, Sendable, Hashable, CaseIterable {
    // Raw values count the steps of the scale of C major.
    /// C, the first letter of an octave.
    case c
    /// D, two semitones above C.
    case d
    /// E, four semitones above C.
    case e
    /// F, five semitones above C.
    case f
    /// G, seven semitones above C.
    case g
    /// A, nine semitones above C.
    case a
    /// B, eleven semitones above C.
    case b

    /// The number of semitones from C up to the natural letter, in 0...11.
    var semitonesAboveC: Int {
      switch self {
      case .c: 0
      case .d: 2
      case .e: 4
      case .f: 5
      case .g: 7
      case .a: 9
      case .b: 11
      }
    }
  }
}

extension Note.Letter: CustomStringConvertible {
  /// The capital letter.
  public var description: String {
    switch self {
    case .c: "C"
    case .d: "D"
    case .e: "E"
    case .f: "F"
    case .g: "G"
    case .a: "A"
    case .b: "B"
    }
  }
}

extension Note {
  /// The sign that raises or lowers a letter; its raw value is the change in semitones.
  public enum Accidental: Int, Sendable, Hashable, CaseIterable {
    /// Two semitones down.
    case doubleFlat = -2
    /// One semitone down.
    case flat = -1
    /// The plain letter.
    case natural = 0
    /// One semitone up.
    case sharp = 1
    /// Two semitones up.
    case doubleSharp = 2
  }
}

extension Note.Accidental: CustomStringConvertible {
  /// The musical sign, such as "♭"; empty for a natural.
  public var description: String {
    switch self {
    case .doubleFlat: "♭♭"
    case .flat: "♭"
    case .natural: ""
    case .sharp: "♯"
    case .doubleSharp: "♯♯"
    }
  }

  /// The sign in plain ASCII, such as "b"; empty for a natural.
  public var asciiDescription: String {
    switch self {
    case .doubleFlat: "bb"
    case .flat: "b"
    case .natural: ""
    case .sharp: "#"
    case .doubleSharp: "##"
    }
  }
}

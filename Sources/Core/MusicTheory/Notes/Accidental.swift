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

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
    public var semitonesAboveC: Int {
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

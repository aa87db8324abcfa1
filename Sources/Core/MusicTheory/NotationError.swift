/// An error for a text that does not name a note or key, or for a key that cannot be written.
public enum NotationError: Error, Equatable, Sendable {
  /// The text is not a note: a letter A to G, optional accidentals and an optional octave.
  case notANote(String)
  /// The text is a note, but its octave is outside `limits`.
  case octaveOutOfRange(String, limits: ClosedRange<Int>)
  /// The text is not a key: a note without an octave, then optionally "m", "minor" or "major".
  case notAKey(String)
  /// The key signature needs more than seven sharps, or flats if `fifths` is negative.
  case signatureOutOfRange(fifths: Int)
  /// The text does not name a notation; `near` has similar names.
  case unknownNotation(String, near: [String])
  /// The text is not a note in a notation other than the letters A to G.
  case notANoteIn(String, notation: String)
}

#if !hasFeature(Embedded)
  extension NotationError: CustomStringConvertible {
    /// One sentence with the offending value and the accepted form.
    public var description: String {
      switch self {
      case .notANote(let text):
        """
        '\(text)' is not a note. Write a letter A to G, then # or b if needed, then an octave, \
        such as A4, C#6, Eb3 or F#-1.
        """
      case .octaveOutOfRange(let text, let limits):
        """
        The octave of '\(text)' must be between \(limits.lowerBound) and \(limits.upperBound).
        """
      case .notAKey(let text):
        """
        '\(text)' is not a key. Write a letter A to G, then # or b if needed, then m for minor, \
        such as C, Eb, F#m or 'B minor'.
        """
      case .signatureOutOfRange(let fifths):
        """
        A key signature has at most 7 accidentals, but this key needs \(fifths.magnitude) \
        \(fifths < 0 ? "flats" : "sharps").
        """
      case .unknownNotation(let name, let near):
        "'\(name)' is not a notation. "
          + (near.isEmpty
            ? """
            Write \(NoteNotation.Names.allCases.map { $0.name }.joined(separator: ", ")) or \
            helmholtz, or two names such as german-helmholtz or fixed-do-c3.
            """
            : "Did you mean \(near.joined(separator: " or "))?")
      case .notANoteIn(let text, let notation):
        "'\(text)' is not a note in the notation \(notation). Write its name, then the octave."
      }
    }
  }
#endif

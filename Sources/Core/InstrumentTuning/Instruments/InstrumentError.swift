internal import SignalProcessing
public import MusicTheory

/// A part of an instrument that cannot be.
public enum InstrumentError: Error, Equatable, Sendable {
  /// A name is one line of 1...80 bytes, without control characters or blanks at its ends.
  case invalidName(String)
  /// The MIDI number of a note must be in ``TargetPitch/noteLimits``.
  case noteOutOfRange(Note)
  /// The offset of a string, in cents, must be in ``TargetPitch/offsetLimits``.
  case offsetOutOfRange(Double)
  /// A tuning has 1...``Tuning/mostCourses`` courses of 1...``Tuning/mostStringsOfACourse`` strings.
  case courseCountOutOfRange(Int)
  /// The fret of a capo must lie in ``Tuning/capoLimits``.
  case capoOutOfRange(Int)
  /// An instrument needs at least one tuning.
  case noTuning(instrument: String)
  /// Two tunings of an instrument, or two instruments, have the same name.
  case repeatedName(String)
}

#if !hasFeature(Embedded)
  extension InstrumentError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .invalidName(let name):
        "'\(name)' is not a name. Write one line of 1 to 80 bytes without control characters."
      case .noteOutOfRange(let note):
        "The note \(note.asciiDescription) is out of range. Write one from C-1 to G9."
      case .offsetOutOfRange(let cents):
        "The offset of a string must be between -100 and 100 cents, but is \(cents.plainText)."
      case .courseCountOutOfRange(let count):
        """
        A tuning must have 1 to \(Tuning.mostCourses) courses of 1 to \(Tuning.mostStringsOfACourse) \
        strings, but this one has \(count) courses.
        """
      case .capoOutOfRange(let fret):
        "A capo can be at fret 0 to 12, but \(fret) was given. 0 is no capo."
      case .noTuning(let instrument):
        "The instrument '\(instrument)' has no tuning. Write 'tuning:' and 'strings:' below it."
      case .repeatedName(let name):
        "The name '\(name)' is already taken. Write another one."
      }
    }
  }
#endif

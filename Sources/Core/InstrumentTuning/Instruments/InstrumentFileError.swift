/// A line that is none of an instrument file.
public struct InstrumentFileError: Error, Equatable, Sendable {
  /// The error in a line.
  public enum Problem: Error, Equatable, Sendable {
    /// The bytes are not UTF-8, or the line is longer than ``InstrumentFile/longestLine``.
    case notText
    /// There is no colon.
    case noKey(String)
    /// The word before the colon is not a key.
    case unknownKey(String)
    /// The line comes before the line that it belongs to.
    case misplaced(key: String, after: String)
    /// The key occurs twice.
    case repeatedKey(String)
    /// A tuning without strings, or an instrument without tunings.
    case incomplete(key: String, name: String)
    /// The text is not a string: a note with its octave, optionally with cents in parentheses.
    case notAString(String)
    /// More instruments, or more tunings of one, than ``InstrumentFile`` accepts.
    case tooMany(limit: Int)
    /// A name, note, offset or count that cannot be.
    case invalid(InstrumentError)
  }

  /// The number of the line, from 1.
  public let line: Int
  /// The error in the line.
  public let problem: Problem

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - line: The number of the line, from 1.
  ///   - problem: The error in the line.
  public init(line: Int, problem: Problem) {
    self.line = line
    self.problem = problem
  }
}

#if !hasFeature(Embedded)
  extension InstrumentFileError: CustomStringConvertible {
    /// The line, its error, and the correct form.
    public var description: String { "line \(line): \(problem)" }
  }

  extension InstrumentFileError.Problem: CustomStringConvertible {
    /// The error, and the correct form.
    public var description: String {
      switch self {
      case .notText:
        "This is not UTF-8 text, or longer than \(InstrumentFile.longestLine) bytes. Save the file as UTF-8."
      case .noKey(let text):
        "'\(text)' has no colon. Write a key and a value, such as 'tuning: Drop D'."
      case .unknownKey(let key):
        "'\(key)' is not a key. Write instrument, group, also, tuning or strings."
      case .misplaced(let key, let after):
        "'\(key):' must follow '\(after):'. Write that first."
      case .repeatedKey(let key):
        "'\(key):' appears twice. Remove one of the two."
      case .incomplete(let key, let name):
        "'\(name)' has no '\(key):' line. Write one below it."
      case .notAString(let text):
        "'\(text)' is not a string. Write a note with its octave, such as E2, Bb3 or E4(-2.5)."
      case .tooMany(let limit):
        "This is number \(limit + 1), but at most \(limit) are allowed. Split it into two files or instruments."
      case .invalid(let error): error.description
      }
    }
  }
#endif

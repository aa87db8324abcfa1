import MusicTheory

/// The text file format of instruments and tunings, which `docs/instruments.md` describes.
///
/// ```text
/// # A line that starts with a number sign is a comment.
/// instrument: Guitar
/// group: Guitars
/// tuning: Drop D
/// strings: D2 A2 D3 G3 B3 E4(-2.5)
/// ```
///
/// ``parse(_:)-(String)`` reads the output of ``write(_:)`` exactly, to a thousandth of a cent.
public enum InstrumentFile {
  /// The largest number of bytes in a line.
  public static var longestLine: Int { 4096 }
  /// The largest number of instruments in a file.
  public static var mostInstruments: Int { 1000 }
  /// The largest number of tunings of an instrument.
  public static var mostTunings: Int { 200 }

  /// Reads a file.
  ///
  /// - Parameter bytes: UTF-8 text, optionally with a byte order mark; lines end in LF, CR LF or
  ///   CR.
  /// - Returns: The instruments; none if the file has only comments.
  /// - Throws: ``InstrumentFileError`` with the number of the line.
  /// - Complexity: O(n + i²) for n bytes and i instruments.
  public static func parse(_ bytes: [UInt8]) throws(InstrumentFileError) -> InstrumentCatalog {
    var parser = InstrumentParser()
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      try parser.parse(bytes[start..<end])
      let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
      start = end + (isPair ? 2 : 1)
    }
    return try parser.finish()
  }

  /// Reads a file that is a string already.
  ///
  /// - Parameter text: As for ``parse(_:)-([UInt8])``.
  /// - Returns: The instruments.
  /// - Throws: ``InstrumentFileError`` with the number of the line.
  public static func parse(_ text: String) throws(InstrumentFileError) -> InstrumentCatalog {
    try parse(Array(text.utf8))
  }

  /// Writes instruments.
  ///
  /// - Parameter catalog: The instruments.
  /// - Returns: The text of a file, with ASCII accidentals and LF at the ends of the lines.
  public static func write(_ catalog: InstrumentCatalog) -> String {
    var text = ""
    for instrument in catalog.instruments {
      if !text.isEmpty { text += "\n" }
      text += "instrument: " + instrument.name + "\n"
      text += "group: " + instrument.group + "\n"
      if !instrument.otherNames.isEmpty {
        text += "also: " + joined(instrument.otherNames, by: ", ") + "\n"
      }
      for tuning in instrument.tunings {
        text += "tuning: " + tuning.name + "\n"
        text += "strings: " + strings(of: tuning) + "\n"
      }
    }
    return text
  }

  /// Returns the strings of a tuning in the form of a file: "D2 A2 D3 G3 B3 E4(-2.5)".
  ///
  /// - Parameter tuning: The tuning.
  /// - Returns: The courses separated by blanks, and the strings of a course by slashes.
  public static func strings(of tuning: Tuning) -> String {
    joined(tuning.courses.map { joined($0.map { $0.fileText }, by: "/") }, by: " ")
  }

  private static func joined(_ parts: [String], by separator: String) -> String {
    var text = ""
    for (index, part) in parts.enumerated() { text += index == 0 ? part : separator + part }
    return text
  }
}

extension TargetPitch {
  /// The pitch in the form of a file: "E4", "Eb4(+2.5)".
  public var fileText: String {
    guard thousandths != 0 else { return note.asciiDescription }
    let magnitude = Int(thousandths.magnitude)
    var text = note.asciiDescription + (thousandths < 0 ? "(-" : "(+")
    text += String(magnitude / 1000)
    var rest = magnitude % 1000
    if rest > 0 { text += "." }
    while rest > 0 {
      text += String(rest / 100)
      rest = rest % 100 * 10
    }
    return text + ")"
  }
}

/// An error in a line of an instrument file.
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
    /// An invalid name, note, offset or count.
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

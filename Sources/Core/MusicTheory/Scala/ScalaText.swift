/// The lines of a Scala file as bytes, because such files are in ASCII, Latin-1 or UTF-8.
package struct ScalaText: Sendable {
  /// The largest file that is read, in bytes.
  package static var byteLimit: Int { 1 << 20 }

  /// A line that is not a comment.
  struct Line {
    /// Counted from 1, comments included.
    let number: Int
    let bytes: ArraySlice<UInt8>
  }

  private var lines: [Line] = []
  private var next = 0
  private var lastNumber = 1

  /// Splits a file at LF, CRLF or CR; leaves out comments and a byte order mark.
  init(_ bytes: [UInt8]) throws(ScalaError) {
    guard bytes.count <= Self.byteLimit else { throw ScalaError(line: 1, .fileTooLarge) }
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    var number = 1
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      rest = rest[line.endIndex...]
      if rest.first == 0x0D, rest.dropFirst().first == 0x0A { rest = rest.dropFirst() }
      rest = rest.dropFirst()
      if line.first != 0x21 { lines.append(Line(number: number, bytes: line)) }
      lastNumber = number
      number += 1
    }
  }

  /// The next line.
  mutating func readLine(_ field: ScalaError.Field) throws(ScalaError) -> ScalaFields {
    guard next < lines.count else { throw ScalaError(line: lastNumber, .missing(field)) }
    next += 1
    return ScalaFields(lines[next - 1])
  }

  /// The next line that is not blank, or `nil` at the end.
  mutating func readFilledLine() -> ScalaFields? {
    while next < lines.count {
      next += 1
      let fields = ScalaFields(lines[next - 1])
      if !fields.isBlank { return fields }
    }
    return nil
  }

  /// Returns bytes as text: UTF-8 if they are valid UTF-8, otherwise Latin-1.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }
}

/// A cursor over the values of one line.
struct ScalaFields {
  let line: Int
  private(set) var rest: ArraySlice<UInt8>

  init(_ line: ScalaText.Line) {
    self.line = line.number
    rest = line.bytes
    skipSpaces()
  }

  var isBlank: Bool { rest.isEmpty }

  mutating func skipSpaces() {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
  }

  /// Reads one byte if it comes next. Returns `false`, without a change, for another byte.
  mutating func read(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Reads digits; `nil` if there are none.
  mutating func readDigits() -> ArraySlice<UInt8>? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest[digits.endIndex...]
    return digits.isEmpty ? nil : digits
  }

  /// Reads a whole number that fits an `Int32`, with a sign.
  mutating func readInteger(_ field: ScalaError.Field) throws(ScalaError) -> Int {
    let isNegative = read(0x2D)
    guard let digits = readDigits() else { throw error(.invalid(field)) }
    let number = try whole(digits)
    guard number <= Int64(Int32.max) else { throw error(.numberTooLarge) }
    return isNegative ? -Int(number) : Int(number)
  }

  func error(_ problem: ScalaError.Problem) -> ScalaError { ScalaError(line: line, problem) }

  /// Returns the value of digits.
  func whole(_ digits: ArraySlice<UInt8>) throws(ScalaError) -> Int64 {
    var number: Int64 = 0
    for digit in digits {
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int64(digit - 0x30))
      guard !overflow, !carry else { throw error(.numberTooLarge) }
      number = sum
    }
    return number
  }

  /// Returns the value of digits before and after a decimal point, rounded once.
  ///
  /// Digits beyond the fifteenth significant one are ignored: they are below 1e-9 cents.
  func decimal(
    _ digits: ArraySlice<UInt8>, _ fraction: ArraySlice<UInt8>
  ) throws(ScalaError) -> Double {
    let leading = digits.drop { $0 == 0x30 }
    guard leading.count <= 9 else { throw error(.numberTooLarge) }
    let kept = fraction.prefix(15 - leading.count)
    let mantissa = try whole(leading + kept)
    var divisor: Int64 = 1
    for _ in 0..<kept.count { divisor *= 10 }
    return Double(mantissa) / Double(divisor)  // both exact
  }
}

/// An error in a file of the program Scala, with its line.
public struct ScalaError: Error, Equatable, Sendable {
  /// The kind of an error.
  public enum Problem: Equatable, Sendable {
    /// The file is larger than 1 MiB.
    case fileTooLarge
    /// The file ends before this field.
    case missing(Field)
    /// The line has no valid value for this field.
    case invalid(Field)
    /// The number of notes is outside ``Scale/countLimits``, or the number of keys outside 0...10
    /// 000.
    case countOutOfRange
    /// A ratio has a denominator of zero.
    case zeroDenominator
    /// A ratio is zero or negative.
    case ratioNotPositive
    /// A number is larger than a file may contain.
    case numberTooLarge
    /// The last degree is the period, but is not above the root.
    case periodNotPositive
    /// There are more values than the count promises.
    case tooManyLines
    /// The key with the reference frequency has no degree.
    case referenceUnmapped
  }

  /// A value of a file.
  public enum Field: Equatable, Sendable {
    /// The line with a description of the scale.
    case title
    /// The number of notes of the scale, or of keys of the mapping.
    case count
    /// A degree of the scale.
    case pitch
    /// The first or last key to be tuned, the middle key or the key of the reference.
    case key
    /// The frequency of the reference key.
    case frequency
    /// The degree of the formal octave.
    case octaveDegree
    /// A degree for a key, or x.
    case degree
  }

  /// The line, counted from 1.
  public let line: Int
  /// The error in that line.
  public let problem: Problem

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - line: The line, counted from 1.
  ///   - problem: The error in that line.
  public init(line: Int, _ problem: Problem) {
    self.line = line
    self.problem = problem
  }
}

#if !hasFeature(Embedded)
  extension ScalaError: CustomStringConvertible {
    /// One sentence with the line and what to do.
    public var description: String { "Line \(line): \(problem.advice)" }
  }

  extension ScalaError.Problem {
    fileprivate var advice: String {
      switch self {
      case .fileTooLarge:
        "the file is larger than \(ScalaText.byteLimit / 1024) KiB. Check that it is a Scala file."
      case .missing(let field): "the file ends here, but needs \(field.name). Add it."
      case .invalid(let field): "write \(field.name)."
      case .countOutOfRange:
        "write a number of at least 1 note (0 keys) and at most \(Scale.countLimits.upperBound)."
      case .zeroDenominator: "the denominator is zero. Write a ratio such as 3/2."
      case .ratioNotPositive: "a ratio must be above 0. For an interval downwards, write cents."
      case .numberTooLarge:
        "the number is too large. An interval can span at most \(Int(ScaleInterval.limit)) cents."
      case .periodNotPositive:
        "the last pitch is the period, and must be above 0 cents or 1/1."
      case .tooManyLines: "there are more values than the count above states. Correct the count."
      case .referenceUnmapped:
        "the key of the reference frequency has no degree. Map it, or choose another key."
      }
    }
  }

  extension ScalaError.Field {
    fileprivate var name: String {
      switch self {
      case .title: "a line that describes the scale (it may be empty)"
      case .count: "the number of values that follow, such as 12"
      case .pitch: "a pitch: cents with a decimal point such as 701.955, or a ratio such as 3/2"
      case .key: "the MIDI number of a key, 0...127, such as 60"
      case .frequency: "a frequency in hertz above 0, such as 440.0"
      case .octaveDegree: "the degree of the formal octave, such as 12"
      case .degree: "a degree such as 7, or x for a key without sound"
      }
    }
  }
#endif

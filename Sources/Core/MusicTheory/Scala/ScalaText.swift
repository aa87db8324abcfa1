/// The lines of a Scala file as bytes, because such files are in ASCII, Latin-1 or UTF-8.
public struct ScalaText: Sendable {
  /// The largest file that is read, in bytes.
  public static var byteLimit: Int { 1 << 20 }

  /// A line that is no comment.
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

  /// Bytes as text: UTF-8 if they are that, otherwise Latin-1.
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

  /// Takes one byte if it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Takes digits; `nil` if there are none.
  mutating func takeDigits() -> ArraySlice<UInt8>? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest[digits.endIndex...]
    return digits.isEmpty ? nil : digits
  }

  /// Takes a whole number that fits an `Int32`, with a sign.
  mutating func takeInteger(_ field: ScalaError.Field) throws(ScalaError) -> Int {
    let isNegative = take(0x2D)
    guard let digits = takeDigits() else { throw error(.invalid(field)) }
    let number = try whole(digits)
    guard number <= Int64(Int32.max) else { throw error(.numberTooLarge) }
    return isNegative ? -Int(number) : Int(number)
  }

  func error(_ problem: ScalaError.Problem) -> ScalaError { ScalaError(line: line, problem) }

  /// The value of digits.
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

  /// The value of digits before and after a decimal point, rounded once.
  ///
  /// Digits beyond the fifteenth that counts are left out: they are below 1e-9 cents.
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

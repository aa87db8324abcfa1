internal import DecimalText

/// The lines of a Scala file as bytes, because such files are in ASCII, Latin-1, UTF-8 or UTF-16.
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

  /// Splits a file at LF, CRLF or CR; leaves out comments, a byte order mark, and what follows the end
  /// that DOS marks with control-Z.
  init(_ bytes: [UInt8]) throws(ScalaError) {
    guard bytes.count <= Self.byteLimit else { throw ScalaError(line: 1, .fileTooLarge) }
    var rest = PlainText.file(bytes)[...]
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

  /// Returns bytes as text: UTF-8 if they are valid UTF-8, otherwise Windows-1252, which contains
  /// Latin-1.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: PlainText.utf8(Array(bytes), as: nil), as: UTF8.self)
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
    rest = Self.unspaced(rest)
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
    try requireEnd(of: field, isWhole: true)
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

extension Scale {
  /// Reads a scale file (`.scl`) of the program Scala.
  ///
  /// The format: comments begin with `!`. The first other line is the title, then comes the number
  /// of notes, then one pitch per line, in cents if it has a decimal point and as a ratio
  /// otherwise. A comment after the pitch is ignored. Lines may end in LF, CRLF or CR. UTF-16 is read
  /// too, and a title that is not UTF-8 is read as Windows-1252.
  ///
  /// Beyond the format, a comma is a decimal point, and blanks may surround the slash of a ratio. A
  /// number that goes on in another form, such as `7e2`, is refused.
  ///
  /// - Parameter bytes: The file.
  /// - Throws: ``ScalaError`` with the line. The format allows a scale without notes, but it cannot
  ///   tune anything and is refused.
  /// - Complexity: O(`bytes.count`).
  /// - SeeAlso: M. Op de Coul, "Scala scale file format", Huygens-Fokker Foundation.
  public init(scalaFile bytes: [UInt8]) throws(ScalaError) {
    var text = try ScalaText(bytes)
    let title = ScalaText.text(try text.readLine(.title).rest)
    var countLine = try text.readLine(.count)
    let count = try countLine.readInteger(.count)
    guard Self.countLimits.contains(count) else { throw countLine.error(.countOutOfRange) }
    var intervals: [ScaleInterval] = []
    var lastLine = countLine.line
    while let line = text.readFilledLine() {
      var line = line
      guard intervals.count < count else { throw line.error(.tooManyLines) }
      intervals.append(try line.readPitch())
      lastLine = line.line
    }
    guard intervals.count == count, let period = intervals.last else {
      throw ScalaError(line: lastLine, .missing(.pitch))
    }
    guard period.cents >= Self.leastPeriod else {
      throw ScalaError(line: lastLine, .periodNotPositive)
    }
    self.init(title: title, validDegrees: intervals.dropLast(), period: period)
  }

  /// Returns the scale as a scale file (`.scl`) of the program Scala.
  ///
  /// Ratios stay ratios. Cents have ten decimals, so a scale that is read back differs by 5e-11
  /// cents at most, and does not change when it is written again.
  ///
  /// - Parameter name: The file's name, which the format requires in a comment on the first line.
  /// - Returns: UTF-8, with LF line endings.
  public func scalaFile(name: String) -> [UInt8] {
    var file = Array("! ".utf8) + Self.oneLine(name) + Array("\n!\n".utf8)
    let title = Self.oneLine(title)
    // A title that begins like a comment would be lost.
    file += (title.first == 0x21 ? [0x20] : []) + title + Array("\n \(count)\n!\n".utf8)
    for interval in intervals {
      file.append(0x20)
      switch interval {
      case .ratio(let numerator, let denominator):
        file += "\(numerator)/\(denominator)".utf8
      case .cents(let cents): file += ScalaNumber.decimal(cents)
      }
      file.append(0x0A)
    }
    return file
  }

  private static func oneLine(_ text: String) -> [UInt8] {
    text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
  }
}

extension ScalaFields {
  /// Reads a pitch: cents with a decimal point or comma, or a ratio.
  fileprivate mutating func readPitch() throws(ScalaError) -> ScaleInterval {
    let isNegative = read(0x2D)
    let digits = readDigits()
    if readPoint() {
      let fraction = readDigits()
      guard digits != nil || fraction != nil else { throw error(.invalid(.pitch)) }
      try requireEnd(of: .pitch)
      let cents = try decimal(digits ?? [], fraction ?? [])
      let interval = ScaleInterval.cents(isNegative ? -cents : cents)
      guard interval.isValid else { throw error(.numberTooLarge) }
      return interval
    }
    guard let digits else { throw error(.invalid(.pitch)) }
    return try readRatio(whole(digits), isNegative)
  }

  private mutating func readRatio(
    _ numerator: Int64, _ isNegative: Bool
  ) throws(ScalaError) -> ScaleInterval {
    var denominator: Int64 = 1
    let isFraction = readSlash()
    if isFraction {
      let isDenominatorNegative = read(0x2D)
      guard let digits = readDigits() else { throw error(.invalid(.pitch)) }
      denominator = try whole(digits)
      guard !isDenominatorNegative else { throw error(.ratioNotPositive) }
      guard denominator > 0 else { throw error(.zeroDenominator) }
    }
    try requireEnd(of: .pitch, isWhole: !isFraction)
    guard !isNegative, numerator > 0 else { throw error(.ratioNotPositive) }
    return .ratio(numerator, denominator)
  }

  /// Reads the slash of a ratio; blanks may surround one before a number.
  private mutating func readSlash() -> Bool {
    if rest.first != 0x2F {
      let next = Self.unspaced(rest)
      let behind = Self.unspaced(next.dropFirst())
      guard next.first == 0x2F, behind.first.map({ Self.isDigit($0) || $0 == 0x2D }) == true else {
        return false
      }
      skipSpaces()
    }
    _ = read(0x2F)
    skipSpaces()
    return true
  }
}

extension ScalaFields {
  /// Reads a decimal point, or a comma between digits.
  mutating func readPoint() -> Bool {
    if rest.first == 0x2C, rest.dropFirst().first.map(Self.isDigit) == true { return read(0x2C) }
    return read(0x2E)
  }
}

/// Numbers in the form of Scala files, because the core cannot print a `Double`.
enum ScalaNumber {
  /// Returns a number with up to ten decimals, at least one, without further zeros at the end.
  static func decimal(_ value: Double) -> [UInt8] {
    let scaled = Int64((value.magnitude * 1e10).rounded())
    let unit: Int64 = 10_000_000_000
    var fraction = Array("\(unit + scaled % unit)".utf8.dropFirst())
    while fraction.count > 1, fraction.last == 0x30 { fraction.removeLast() }
    let sign: [UInt8] = value < 0 && scaled > 0 ? [0x2D] : []
    return sign + Array("\(scaled / unit).".utf8) + fraction
  }
}

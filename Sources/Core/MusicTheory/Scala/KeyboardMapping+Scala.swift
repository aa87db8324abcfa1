extension KeyboardMapping {
  /// Reads a keyboard mapping (`.kbm`) of the program Scala.
  ///
  /// Apart from comments (`!`), the lines contain: the size of the pattern (0 for one degree per
  /// key), the first and the last key, the middle key, the reference key, its frequency, the degree
  /// of the formal octave, and the pattern with `x` for silent keys. Missing entries at the end are
  /// `x`.
  ///
  /// - Parameter bytes: The file.
  /// - Throws: ``ScalaError`` with the line.
  /// - Complexity: O(`bytes.count`).
  /// - SeeAlso: M. Op de Coul, "Scala keyboard mappings", Huygens-Fokker Foundation.
  public init(scalaFile bytes: [UInt8]) throws(ScalaError) {
    var text = try ScalaText(bytes)
    var line = try text.readLine(.count)
    let size = try line.takeInteger(.count)
    guard (0...Scale.countLimits.upperBound).contains(size) else {
      throw line.error(.countOutOfRange)
    }
    let first = try text.readKey()
    let last = try text.readKey()
    guard first.key <= last.key else { throw ScalaError(line: last.line, .invalid(.key)) }
    let middle = try text.readKey()
    let reference = try text.readKey()
    let frequency = try text.readFrequency()
    var octaveLine = try text.readLine(.octaveDegree)
    let octaveDegree = try octaveLine.takeInteger(.octaveDegree)
    guard abs(octaveDegree) <= Scale.countLimits.upperBound else {
      throw octaveLine.error(.numberTooLarge)
    }
    let degrees = try text.readDegrees(size)
    self.init(
      keys: first.key...last.key, middleKey: middle.key, referenceKey: reference.key,
      referenceFrequency: frequency, octaveDegree: octaveDegree, degrees: degrees)
    let index = size == 0 ? nil : floorModulo(reference.key - middle.key, size)
    if let index, degrees[index] == nil {
      throw ScalaError(line: reference.line, .referenceUnmapped)
    }
  }

  /// Returns the mapping as a keyboard mapping file (`.kbm`) of the program Scala.
  ///
  /// - Parameter name: The file's name, for the comment on the first line.
  /// - Returns: ASCII except for the name, with LF line endings. The frequency has ten decimals.
  public func scalaFile(name: String) -> [UInt8] {
    var file = Array("! ".utf8) + name.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    file += "\n! Size of the pattern, first and last key, middle key, reference key\n".utf8
    let numbers = [degrees.count, keys.lowerBound, keys.upperBound, middleKey, referenceKey]
    for number in numbers { file += "\(number)\n".utf8 }
    file += "! Frequency of the reference key, degree of the formal octave\n".utf8
    file += ScalaNumber.decimal(referenceFrequency) + Array("\n\(octaveDegree)\n! Pattern\n".utf8)
    for degree in degrees {
      if let degree { file += "\(degree)\n".utf8 } else { file += "x\n".utf8 }
    }
    return file
  }
}

extension ScalaText {
  fileprivate mutating func readKey() throws(ScalaError) -> (key: Int, line: Int) {
    var line = try readLine(.key)
    let key = try line.takeInteger(.key)
    guard (0...127).contains(key) else { throw line.error(.invalid(.key)) }
    return (key, line.line)
  }

  fileprivate mutating func readFrequency() throws(ScalaError) -> Double {
    var line = try readLine(.frequency)
    let digits = line.takeDigits() ?? []
    let fraction = line.take(0x2E) ? line.takeDigits() ?? [] : []
    guard !(digits.isEmpty && fraction.isEmpty) else { throw line.error(.invalid(.frequency)) }
    let frequency = try line.decimal(digits, fraction)
    guard frequency > 0 else { throw line.error(.invalid(.frequency)) }
    guard frequency <= 1e6 else { throw line.error(.numberTooLarge) }
    return frequency
  }

  fileprivate mutating func readDegrees(_ size: Int) throws(ScalaError) -> [Int?] {
    var degrees: [Int?] = []
    while let line = readFilledLine() {
      var line = line
      guard degrees.count < size else { throw line.error(.tooManyLines) }
      if line.take(0x78) || line.take(0x58) {
        degrees.append(nil)
        continue
      }
      let degree = try line.takeInteger(.degree)
      guard abs(degree) <= Scale.countLimits.upperBound else { throw line.error(.numberTooLarge) }
      degrees.append(degree)
    }
    return degrees + Array(repeating: nil, count: size - degrees.count)
  }
}

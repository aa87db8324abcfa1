import SignalProcessing

/// The degree of a scale for each key of a keyboard, in the form of the program Scala.
public struct KeyboardMapping: Sendable, Hashable {
  /// The keys that are tuned, as MIDI numbers.
  public var keys: ClosedRange<Int>
  /// The key that the first entry of the pattern is for.
  public var middleKey: Int
  /// The key with a given frequency.
  public var referenceKey: Int
  /// The frequency of the reference key, in hertz.
  public var referenceFrequency: Double
  /// The number of degrees that the pattern rises at each repetition; 0 for the number of degrees
  /// in the scale.
  public var octaveDegree: Int
  /// The degrees of keys from the middle key upwards, repeated in both directions; `nil` is a
  /// silent key. Empty for one degree per key.
  public var degrees: [Int?]

  /// Creates a mapping; by default one degree per key, with degree 0 at middle C and A4 = 440 Hz.
  ///
  /// - Parameters:
  ///   - keys: The tuned keys, as MIDI numbers.
  ///   - middleKey: The key of the first entry of the pattern.
  ///   - referenceKey: The key with a given frequency.
  ///   - referenceFrequency: Its frequency, in hertz, greater than zero.
  ///   - octaveDegree: The number of degrees that the pattern rises at each repetition; 0 for the
  ///     number of degrees in the scale.
  ///   - degrees: The degrees of keys from the middle key upwards; empty for one degree per key.
  public init(
    keys: ClosedRange<Int> = 0...127, middleKey: Int = 60, referenceKey: Int = 69,
    referenceFrequency: Double = 440, octaveDegree: Int = 0, degrees: [Int?] = []
  ) {
    self.keys = keys
    self.middleKey = middleKey
    self.referenceKey = referenceKey
    self.referenceFrequency = referenceFrequency
    self.octaveDegree = octaveDegree
    self.degrees = degrees
  }

  /// Returns the degree of a key.
  ///
  /// - Parameters:
  ///   - key: A MIDI number.
  ///   - scale: The scale, whose size is used if ``octaveDegree`` is 0.
  /// - Returns: The degree above the root, or `nil` for a silent key.
  public func degree(ofKey key: Int, in scale: Scale) -> Int? {
    keys.contains(key) ? patternDegree(ofKey: key, in: scale) : nil
  }

  /// Returns the frequency of a key.
  ///
  /// - Parameters:
  ///   - key: A MIDI number.
  ///   - scale: The degrees.
  /// - Returns: Hertz, or `nil` for a silent key, and for all keys if the reference key has no
  ///   degree.
  public func frequency(ofKey key: Int, in scale: Scale) -> Double? {
    guard let degree = degree(ofKey: key, in: scale),
      let reference = patternDegree(ofKey: referenceKey, in: scale)
    else { return nil }
    let cents = scale.cents(ofDegree: degree) - scale.cents(ofDegree: reference)
    return referenceFrequency * Interval.ratio(ofCents: cents)
  }

  /// The reference key may lie outside the keys that are tuned.
  private func patternDegree(ofKey key: Int, in scale: Scale) -> Int? {
    let offset = key - middleKey
    guard !degrees.isEmpty else { return offset }
    let octave = octaveDegree == 0 ? scale.count : octaveDegree
    return degrees[floorModulo(offset, degrees.count)].map {
      $0 + floorQuotient(offset, degrees.count) * octave
    }
  }
}

extension RootedScale {
  /// Creates the scale that the keys of a mapping sound, at their frequencies.
  ///
  /// Degree 0 is the first key from the middle key upward that sounds. ``root`` is the note nearest to
  /// it at A4 = 440 Hz, and ``concertPitch`` the A4 that gives the reference key its frequency.
  ///
  /// - Parameters:
  ///   - scale: The degrees that the mapping counts.
  ///   - mapping: The degree of each key. The first and the last key do not matter.
  /// - Throws: ``ScaleError/countOutOfRange(_:)`` if no key sounds, ``ScaleError/invalidDegree(_:)``, or
  ///   ``ScaleError/periodNotPositive(cents:)`` if the pattern does not rise from one repetition to the
  ///   next.
  public init(_ scale: Scale, mapping: KeyboardMapping) throws(ScaleError) {
    let pattern = mapping.degrees.compactMap { $0 }
    guard mapping.degrees.isEmpty || !pattern.isEmpty else { throw .countOutOfRange(0) }
    let sounding = pattern.isEmpty ? Array(0..<scale.count) : pattern
    let octave =
      pattern.isEmpty || mapping.octaveDegree == 0 ? scale.count : mapping.octaveDegree
    let first = scale.cents(ofDegree: sounding[0])
    var intervals = sounding.dropFirst().map {
      ScaleInterval.cents(scale.cents(ofDegree: $0) - first)
    }
    intervals.append(.cents(scale.cents(ofDegree: sounding[0] + octave) - first))
    let degrees = try Scale(title: scale.title, intervals: intervals)

    let firstKey = mapping.middleKey + (mapping.degrees.firstIndex { $0 != nil } ?? 0)
    var everyKey = mapping
    everyKey.keys = min(firstKey, mapping.referenceKey)...max(firstKey, mapping.referenceKey)
    guard let frequency = everyKey.frequency(ofKey: firstKey, in: scale),
      let root = ConcertPitch.standard.nearestNote(to: frequency, spelling: .mixed)
    else { throw .invalidDegree(1) }
    let rooted = RootedScale(degrees, root: root.name)
    let cents = Interval.cents(from: rooted.frequency(ofDegree: 0), to: frequency)
    // Of any repetition, because the pattern continues in both directions.
    let repetitions = (cents / degrees.period).rounded()
    let shift = cents - repetitions * degrees.period
    guard
      let concertPitch = try? ConcertPitch(rooted.concertPitch * Interval.ratio(ofCents: shift))
    else { throw .invalidDegree(1) }
    self.init(degrees, root: root.name, concertPitch: concertPitch)
  }
}

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
    let size = try line.readInteger(.count)
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
    let octaveDegree = try octaveLine.readInteger(.octaveDegree)
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
    let key = try line.readInteger(.key)
    guard (0...127).contains(key) else { throw line.error(.invalid(.key)) }
    return (key, line.line)
  }

  fileprivate mutating func readFrequency() throws(ScalaError) -> Double {
    var line = try readLine(.frequency)
    let digits = line.readDigits() ?? []
    let fraction = line.readPoint() ? line.readDigits() ?? [] : []
    guard !(digits.isEmpty && fraction.isEmpty) else { throw line.error(.invalid(.frequency)) }
    try line.requireEnd(of: .frequency)
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
      if line.read(0x78) || line.read(0x58) {
        degrees.append(nil)
        continue
      }
      let degree = try line.readInteger(.degree)
      guard abs(degree) <= Scale.countLimits.upperBound else { throw line.error(.numberTooLarge) }
      degrees.append(degree)
    }
    return degrees + Array(repeating: nil, count: size - degrees.count)
  }
}

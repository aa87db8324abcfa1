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

/// Which key of a keyboard sounds which degree of a scale, as the program Scala maps them.
public struct KeyboardMapping: Sendable, Hashable {
  /// The keys that are tuned, as MIDI numbers.
  public var keys: ClosedRange<Int>
  /// The key that the first entry of the pattern is for.
  public var middleKey: Int
  /// The key whose frequency is given.
  public var referenceKey: Int
  /// The frequency of the reference key, in hertz.
  public var referenceFrequency: Double
  /// How many degrees the pattern rises from one repetition to the next; 0 for those of the scale.
  public var octaveDegree: Int
  /// The degrees of keys from the middle key upward, repeated in both directions; `nil` is a key that
  /// does not sound. Empty for one degree a key.
  public var degrees: [Int?]

  /// Creates a mapping; by default one degree a key, with degree 0 at middle C and A4 = 440 Hz.
  ///
  /// - Parameters:
  ///   - keys: The keys that are tuned, as MIDI numbers.
  ///   - middleKey: The key that the first entry of the pattern is for.
  ///   - referenceKey: The key whose frequency is given.
  ///   - referenceFrequency: Its frequency, in hertz, greater than zero.
  ///   - octaveDegree: How many degrees the pattern rises from one repetition to the next; 0 for as
  ///     many as the scale has.
  ///   - degrees: The degrees of keys from the middle key upward, or nothing for one degree a key.
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

  /// Returns the degree that a key sounds.
  ///
  /// - Parameters:
  ///   - key: A MIDI number.
  ///   - scale: The scale, whose size counts where ``octaveDegree`` is 0.
  /// - Returns: The degree above the root, or `nil` for a key that does not sound.
  public func degree(ofKey key: Int, in scale: Scale) -> Int? {
    keys.contains(key) ? patternDegree(ofKey: key, in: scale) : nil
  }

  /// Returns the frequency of a key.
  ///
  /// - Parameters:
  ///   - key: A MIDI number.
  ///   - scale: The degrees.
  /// - Returns: Hertz, or `nil` for a key that does not sound, and for all if the reference key has
  ///   no degree.
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

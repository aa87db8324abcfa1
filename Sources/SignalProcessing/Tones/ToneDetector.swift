/// One of a set of known tones, as detected in one frame.
public struct DetectedTone: Sendable, Hashable {
  /// Its index in the set.
  public var index: Int
  /// Its given frequency, in hertz.
  public var frequency: Double
  /// Its level, in dBFS root mean square: -3.01 for a sine at full scale.
  public var level: Double
  /// The ratio of its power to everything else in the frame (other tones, noise), in decibels, at
  /// most 100.
  public var ratio: Double

  /// Creates a detected tone of these properties.
  public init(index: Int, frequency: Double, level: Double, ratio: Double) {
    self.index = index
    self.frequency = frequency
    self.level = level
    self.ratio = ratio
  }
}

/// Detects which of a set of known tones sounds: the strongest one, if it is loud enough and
/// exceeds the rest of the frame.
///
/// The power of each tone comes from a ``GoertzelBank`` with a Hann window. The power of the rest
/// is that of the frame minus that of the tone.
///
/// - Complexity: O(*F*) time per sample for *F* tones. No allocation after `init`.
public struct ToneDetector: Sendable {
  /// The largest ratio that is told from infinity, in decibels.
  static let largestRatio = 100.0

  /// The lowest level of a detected tone, in dBFS root mean square.
  public let minimumLevel: Double
  /// The lowest power of a detected tone relative to everything else, in decibels.
  public let minimumRatio: Double
  private var bank: GoertzelBank

  /// Creates a detector.
  ///
  /// - Parameters:
  ///   - frequencies: The frequencies of the tones, in hertz, at least four bins apart; a bin is
  ///     `sampleRate / frameSize` wide.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - frameSize: The number of samples in a frame, at least 2; eight periods of the lowest tone
  ///     or more.
  ///   - minimumLevel: The lowest level of a detected tone, in dBFS root mean square; -60 by
  ///     default.
  ///   - minimumRatio: The lowest power of a detected tone relative to everything else, in
  ///     decibels. By default 0: half of the power of the frame.
  /// - Throws: ``ToneError`` if a parameter is out of its range.
  public init(
    frequencies: [Double], sampleRate: Double, frameSize: Int, minimumLevel: Double = -60,
    minimumRatio: Double = 0
  ) throws(ToneError) {
    self.minimumLevel = minimumLevel
    self.minimumRatio = minimumRatio
    bank = try GoertzelBank(
      frequencies: frequencies, sampleRate: sampleRate, frameSize: frameSize)
  }

  /// The number of samples in every frame.
  public var frameSize: Int { bank.frameSize }

  /// The frequencies of the tones, in hertz.
  public var frequencies: [Double] { bank.frequencies }

  /// Detects which tone sounds in one frame.
  ///
  /// - Parameter frame: Samples of nominal range -1...1.
  /// - Returns: The strongest tone, or `nil` if no tone is loud enough and exceeds the rest.
  /// - Precondition: `frame.count == frameSize`.
  public mutating func detect(_ frame: Span<Float>) -> DetectedTone? {
    bank.measure(frame)
    guard let tone = strongest(), tone.level >= minimumLevel, tone.ratio >= minimumRatio else {
      return nil
    }
    return tone
  }

  /// Detects which tone sounds in one frame, in an array.
  ///
  /// - Parameter frame: ``frameSize`` samples of nominal range -1...1.
  /// - Returns: The strongest tone, or `nil` if no tone is loud enough and exceeds the rest.
  public mutating func detect(_ frame: [Float]) -> DetectedTone? { detect(frame.span) }

  private func strongest() -> DetectedTone? {
    var best: Int?
    var greatest = 0.0
    for (index, amplitude) in bank.amplitudes.enumerated()
    where amplitude > greatest && amplitude.isFinite {
      best = index
      greatest = amplitude
    }
    guard let best, bank.power.isFinite else { return nil }
    let power = greatest * greatest / 2
    let rest = max(bank.power - power, 0)
    let ratio = min(Self.largestRatio, decibels(fromPower: power / rest))
    return DetectedTone(
      index: best, frequency: bank.frequencies[best], level: decibels(fromPower: power),
      ratio: ratio.isNaN ? -Self.largestRatio : ratio)
  }
}

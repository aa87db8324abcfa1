/// One of a set of known tones, as heard in one frame.
public struct DetectedTone: Sendable, Hashable {
  /// Its index in the set.
  public var index: Int
  /// Its frequency as given, in hertz.
  public var frequency: Double
  /// Its level, in dBFS root mean square: -3.01 for a sine at full scale.
  public var level: Double
  /// Its power over that of everything else in the frame (other tones, noise), in decibels, at most
  /// 100.
  public var ratio: Double

  /// Creates a detected tone of these properties.
  public init(index: Int, frequency: Double, level: Double, ratio: Double) {
    self.index = index
    self.frequency = frequency
    self.level = level
    self.ratio = ratio
  }
}

/// Tells which of a set of known tones sounds: the strongest, if it stands out from the rest of the
/// frame and is loud enough.
///
/// The power of each tone comes from a ``GoertzelBank`` with a Hann window, that of the rest is the
/// frame's less the tone's.
///
/// - Complexity: O(*F*) time a sample for *F* tones. No allocation after `init`.
public struct ToneDetector: Sendable {
  /// The largest ratio that is told from infinity, in decibels.
  static let largestRatio = 100.0

  /// The least level of a tone that sounds, in dBFS root mean square.
  public let minimumLevel: Double
  /// The least power of a tone that sounds over that of everything else, in decibels.
  public let minimumRatio: Double
  private var bank: GoertzelBank

  /// Creates a detector.
  ///
  /// - Parameters:
  ///   - frequencies: The frequencies of the tones, in hertz, at least four bins apart to be told
  ///     apart; a bin is `sampleRate / frameSize` wide.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - frameSize: The number of samples in a frame, at least 2; eight periods of the lowest tone or
  ///     more.
  ///   - minimumLevel: The least level of a tone that sounds, in dBFS root mean square; -60 by
  ///     default.
  ///   - minimumRatio: The least power of a tone that sounds over everything else, in decibels. By
  ///     default 0: half of the power of the frame.
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

  /// Tells which tone sounds in one frame.
  ///
  /// - Parameter frame: Samples of nominal range -1...1.
  /// - Returns: The strongest tone, or `nil` if none is loud enough and stands out.
  /// - Precondition: `frame.count == frameSize`.
  public mutating func detect(_ frame: Span<Float>) -> DetectedTone? {
    bank.measure(frame)
    guard let tone = strongest(), tone.level >= minimumLevel, tone.ratio >= minimumRatio else {
      return nil
    }
    return tone
  }

  /// Tells which tone sounds in one frame, in an array.
  ///
  /// - Parameter frame: ``frameSize`` samples of nominal range -1...1.
  /// - Returns: The strongest tone, or `nil` if none is loud enough and stands out.
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

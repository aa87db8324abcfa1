import SignalProcessing

/// The frequencies to look for and the sample rate of a method, validated together.
///
/// For all methods, the sample rate must be in ``supportedSampleRates``, and the frequencies
/// strictly between 0 Hz and half the sample rate. A frame has two to eight periods of the lowest
/// frequency and must fit into the longest Fourier transform (65,536 samples). So the lowest
/// possible frequency depends on the method and on the sample rate: at 48 kHz it is 1.5 Hz with
/// ``YIN``, and 4.2 Hz with SWIPE (`ClassicEstimators`).
public struct SearchRange: Sendable, Hashable {
  /// All 88 keys of a piano and the piccolo's D8, each up to 100 cents flat or sharp, in hertz;
  /// this includes a slack fifth string of a bass.
  public static let allKeys = 26.0...4980.0
  /// Sample rates that the methods accept, in hertz.
  public static let supportedSampleRates = 8000.0...192_000.0

  /// Frequencies that are considered, in hertz.
  public let frequencies: ClosedRange<Double>
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// The shortest period of such a frequency, in whole samples.
  package let shortestLag: Int
  /// The longest period of such a frequency, in whole samples.
  package let longestLag: Int

  /// Creates a range after validating it.
  ///
  /// - Parameters:
  ///   - frequencies: Frequencies to consider, in hertz, between 0 and half the sample rate. The
  ///     lower bound determines the size of a frame, and the upper bound which frequencies count as
  ///     harmonics.
  ///   - sampleRate: Samples per second, in ``supportedSampleRates``.
  /// - Throws: ``EstimatorError/invalidSampleRate(_:)`` or
  ///   ``EstimatorError/frequencyOutOfRange(_:nyquist:)``.
  public init(
    _ frequencies: ClosedRange<Double>, sampleRate: Double
  ) throws(EstimatorError) {
    try Self.check(sampleRate: sampleRate)
    guard frequencies.lowerBound > 0, frequencies.upperBound < sampleRate / 2 else {
      throw .frequencyOutOfRange(frequencies, nyquist: sampleRate / 2)
    }
    self.frequencies = frequencies
    self.sampleRate = sampleRate
    // Below 1 Hz a frame would outgrow the longest Fourier transform at most sample rates.
    longestLag = Int((sampleRate / max(frequencies.lowerBound, 0.1)).rounded(.up)) + 1
    shortestLag = max(2, Int(sampleRate / max(frequencies.upperBound, 0.1)) - 1)
  }

  /// Refuses a sample rate that no method accepts.
  static func check(sampleRate: Double) throws(EstimatorError) {
    guard supportedSampleRates.contains(sampleRate) else { throw .invalidSampleRate(sampleRate) }
  }
}

extension SearchRange {
  /// Unwraps a stage whose size follows from the range, such as a transform.
  ///
  /// - Parameter stage: `nil` if there is none of that size: `try?` of what only a too long frame
  ///   can refuse.
  /// - Returns: The stage.
  /// - Throws: ``EstimatorError/frequencyOutOfRange(_:nyquist:)`` if there is none.
  package func required<Stage>(_ stage: Stage?) throws(EstimatorError) -> Stage {
    guard let stage else { throw .frequencyOutOfRange(frequencies, nyquist: sampleRate / 2) }
    return stage
  }

  /// Refuses the range unless a condition that depends on it holds.
  package func require(_ isThere: Bool) throws(EstimatorError) {
    guard isThere else { throw .frequencyOutOfRange(frequencies, nyquist: sampleRate / 2) }
  }

  /// Returns the number of samples in some periods of the lowest frequency.
  ///
  /// - Throws: ``EstimatorError`` where two of them are longer than a Fourier transform: methods
  ///   that need none have the limit of those that do. A frame would take them seconds.
  package func frameSize(periods: Int) throws(EstimatorError) -> Int {
    let limit = RealFourierTransform.supportedLengths.upperBound
    return try required(2 * longestLag <= limit ? periods * longestLag : nil)
  }

  /// Returns the candidate of a period that was measured without regard to the range; `nil` beyond
  /// it.
  ///
  /// - Parameters:
  ///   - period: In samples, greater than 0.
  ///   - periodicity: In 0...1.
  /// - Returns: The candidate.
  package func candidate(period: Double, periodicity: Double) -> PitchCandidate? {
    let frequency = sampleRate / period
    // Half a percent of tolerance: a tone on the border of the range belongs to it.
    guard frequency >= frequencies.lowerBound * 0.995, frequency <= frequencies.upperBound * 1.005
    else { return nil }
    return PitchCandidate(frequency: frequency, periodicity: periodicity)
  }
}

/// The side of the search range on which a sound beyond it lies.
public enum RangeSide: Sendable, Hashable {
  /// Below the lowest frequency.
  case below
  /// Above the highest frequency.
  case above
}

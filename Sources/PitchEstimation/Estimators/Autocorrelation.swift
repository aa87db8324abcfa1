public import SignalProcessing

/// Boersma's estimator: the autocorrelation of a windowed frame, corrected for the window.
///
/// Every local maximum of r(τ) (``WindowedCorrelation``) is a candidate of strength
/// R = r(τ) − octaveCost · log2(f_min · τ) (equation 26 of the paper), which favours high
/// frequencies: every multiple of the period is as good a period. The strongest one wins and is
/// voiced if r(τ) reaches ``voicingThreshold``. Maxima lie between the samples, on the sinc
/// interpolation of r(τ) (``BandlimitedInterpolation``); without it the candidates of a bright
/// sound would differ in strength by chance.
///
/// Departures from the paper: the silence threshold and the path through the candidates
/// (equations 23, 24 and 27) are left to the tracker, and a period of less than 64 samples is
/// measured over several repetitions.
///
/// - Complexity: O(*L* log *L*) time for a longest lag of *L* samples. No allocation after `init`.
/// - SeeAlso: P. Boersma, "Accurate short-term analysis of the fundamental frequency and the
///   harmonics-to-noise ratio of a sampled sound", IFA Proceedings 17, 1993.
public struct Autocorrelation: PitchEstimator {
  /// How far the interpolated maximum may rise above the parabola through three samples.
  private static let largestRise = 0.15

  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// Frequencies that are considered, in hertz.
  public let searchRange: ClosedRange<Double>
  /// How much stronger a candidate counts for each octave that it lies higher, in 0...1.
  public let octaveCost: Double
  /// The least correlation r(τ) of a voiced frame, in 0...1.
  public let voicingThreshold: Double
  private let shortestLag: Int
  private let longestLag: Int
  private var correlationFunction: WindowedCorrelation
  private var correlation: [Float]  // r(τ); the index is the lag τ

  /// Creates an estimator and its workspace.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  ///   - searchRange: Frequencies to consider, in hertz. The lower bound sets ``frameSize``.
  ///   - window: The window. Hann takes frames of three periods of the lowest frequency; a
  ///     Gaussian one, for which the paper doubles the frame, takes six.
  ///   - octaveCost: The preference for high frequencies, in 0...1. The paper uses 0.01, with
  ///     which the highest bright tones are heard an octave low: at a lag of ten samples the
  ///     interpolation loses that much. A higher value risks the octave above.
  ///   - voicingThreshold: The least correlation of a voiced frame, in 0...1. Praat uses 0.45, which
  ///     hears pitches in breath and decay.
  /// - Throws: ``EstimatorError`` if a parameter is out of its range.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, window: WindowShape = .hann,
    octaveCost: Double = 0.02, voicingThreshold: Double = 0.7
  ) throws(EstimatorError) {
    let lags = try LagRange(sampleRate: sampleRate, searchRange: searchRange)
    for value in [octaveCost, voicingThreshold] where !(0...1).contains(value) {
      throw .invalidThreshold(value)
    }
    self.sampleRate = sampleRate
    self.searchRange = searchRange
    self.octaveCost = octaveCost
    self.voicingThreshold = voicingThreshold
    shortestLag = lags.shortest
    longestLag = lags.longest
    var periods = 3
    if case .gaussian = window { periods = 6 }
    do {
      let longestRead = lags.longest + BandlimitedInterpolation.reach
      correlationFunction = try WindowedCorrelation(
        frameSize: max(periods * lags.longest, 2 * longestRead), longestLag: longestRead,
        window: window)
    } catch {
      throw .frequencyOutOfRange(searchRange, nyquist: sampleRate / 2)
    }
    correlation = Array(repeating: 0, count: correlationFunction.outputSize)
  }

  /// Three periods of the lowest frequency; six with a Gaussian window.
  public var frameSize: Int { correlationFunction.frameSize }

  /// The strongest candidate, if its correlation reaches ``voicingThreshold``.
  public mutating func estimate(_ frame: Span<Float>) -> PitchCandidate? {
    guard let candidate = bestCandidate(frame), candidate.periodicity >= voicingThreshold else {
      return nil
    }
    return candidate
  }

  /// As ``estimate(_:)``, of any correlation.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    Self.transform(frame, into: &correlation, using: &correlationFunction)
    guard let lag = strongestMaximum() else { return nil }
    let (period, height) = refined(lag)
    guard period > 0 else { return nil }
    return PitchCandidate(frequency: sampleRate / period, periodicity: Self.believable(height))
  }
}

extension Autocorrelation {
  // Static: two stored properties cannot be lent to one method of the value that owns them.
  private static func transform(
    _ frame: Span<Float>, into correlation: inout [Float],
    using correlationFunction: inout WindowedCorrelation
  ) {
    var output = correlation.mutableSpan
    correlationFunction.transform(frame, into: &output)
  }

  /// The lag of the maximum with the greatest R.
  private func strongestMaximum() -> Int? {
    var best: (lag: Int, strength: Double)?
    correlation.withUnsafeBufferPointer { values in
      for lag in shortestLag...longestLag
      where values[lag] > 0 && values[lag] >= values[lag - 1] && values[lag] > values[lag + 1] {
        let bonus = octaveBonus(lag)
        let parabola = Parabola(left: values[lag - 1], middle: values[lag], right: values[lag + 1])
        let needed = (best?.strength ?? 0) - bonus
        guard needed < 1, parabola.extremum + Self.largestRise > needed else { continue }
        let peak = BandlimitedInterpolation.extremum(of: values.span, near: lag).value
        let strength = Self.believable(peak) + bonus
        if strength > best?.strength ?? 0 { best = (lag, strength) }
      }
    }
    return best?.lag
  }

  /// −octaveCost · log2(f_min · τ), never negative: the shorter the lag, the greater.
  private func octaveBonus(_ lag: Int) -> Double {
    max(0, octaveCost * Elementary.log2(Double(longestLag) / Double(lag)))
  }

  /// Interpolation and a short window may lift a maximum above 1; such a height is mirrored, as
  /// in the paper's implementation.
  private static func believable(_ height: Double) -> Double {
    height > 1 ? 1 / height : max(0, height)
  }

  /// The place and the height of a maximum; a short period is measured over several repetitions.
  private func refined(_ lag: Int) -> (period: Double, height: Double) {
    let peak = BandlimitedInterpolation.extremum(of: correlation.span, near: lag)
    let period = ShortPeriod.refine(peak.position, longestLag: longestLag) { multiple in
      let next = highest(near: multiple)
      guard 1 - correlation[next] < max(2 * (1 - correlation[lag]), 0.02) else { return nil }
      return BandlimitedInterpolation.extremum(of: correlation.span, near: next).position
    }
    return (period, peak.value)
  }

  /// The lag of the greatest r(τ) within one sample of a lag.
  private func highest(near lag: Int) -> Int {
    var best = lag
    for other in lag - 1...lag + 1 where correlation[other] > correlation[best] { best = other }
    return best
  }
}

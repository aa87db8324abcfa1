public import PitchEstimation
public import SignalProcessing

/// Boersma's estimator: the autocorrelation of a windowed frame, corrected for the window.
///
/// Every local maximum of r(τ) (`WindowedCorrelation`) is a candidate of strength R = r(τ) −
/// octaveCost · log2(f_min · τ) (equation 26 of the paper), which favours high frequencies, because
/// every multiple of the period fits equally well. The strongest candidate wins, and is voiced if
/// r(τ) reaches ``voicingThreshold``. Maxima are found between the samples, on the sinc
/// interpolation of r(τ) (``SignalProcessing/BandlimitedInterpolation``); without it the candidates
/// of a bright sound would differ in strength by chance.
///
/// Departures from the paper: the silence threshold and the path through the candidates (equations
/// 23, 24 and 27) are left to the tracker, and a period shorter than 64 samples is measured over
/// several repetitions.
///
/// - Complexity: O(*L* log *L*) time for a longest lag of *L* samples. No allocation after `init`.
/// - SeeAlso: P. Boersma, "Accurate short-term analysis of the fundamental frequency and the
///   harmonics-to-noise ratio of a sampled sound", IFA Proceedings 17, 1993.
public struct Autocorrelation: RangedEstimator {
  /// The largest height of the interpolated maximum above the parabola through three samples.
  private static let largestRise = 0.15

  /// The sample rate and frequencies of the estimator.
  public let range: SearchRange
  /// The advantage of a candidate for each octave that it is higher, in 0...1. The paper uses 0.01,
  /// which reads the highest bright tones an octave low: at a lag of ten samples the interpolation
  /// loses that much. A higher value risks the octave above.
  public let octaveCost: Double
  /// The lowest correlation r(τ) of a voiced frame, in 0...1. Praat uses 0.45, which finds pitches
  /// in breath and decay.
  public let voicingThreshold: Double
  private var correlationFunction: WindowedCorrelation
  private var correlation: [Float]  // r(τ); the index is the lag τ

  /// Creates an estimator and its workspace, as ``PitchEstimation/RangedEstimator`` describes.
  /// With a Hann `window`, a frame has three periods of the lowest frequency; with a Gaussian
  /// window, for which the paper doubles the frame, six.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, window: WindowShape = .hann,
    octaveCost: Double = 0.02, voicingThreshold: Double = 0.7
  ) throws(EstimatorError) {
    let range = try SearchRange(searchRange, sampleRate: sampleRate)
    try EstimatorError.check(thresholds: octaveCost, voicingThreshold)
    var periods = 3
    if case .gaussian = window { periods = 6 }
    let longestRead = range.longestLag + BandlimitedInterpolation.reach
    let function = try range.required(
      try? WindowedCorrelation(
        frameSize: max(periods * range.longestLag, 2 * longestRead), longestLag: longestRead,
        window: window))
    correlation = Array(repeating: 0, count: function.outputSize)
    correlationFunction = function
    self.range = range
    self.octaveCost = octaveCost
    self.voicingThreshold = voicingThreshold
  }

  /// Three periods of the lowest frequency; six with a Gaussian window.
  public var frameSize: Int { correlationFunction.frameSize }

  /// The strongest candidate.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    correlationFunction.transform(frame, into: &correlation)
    guard let lag = strongestMaximum() else { return nil }
    let peak = ShortPeriod.refine(
      peakAt: lag, of: correlation.span, longestLag: range.longestLag)
    guard peak.period > 0 else { return nil }
    return PitchCandidate(
      frequency: sampleRate / peak.period, periodicity: Self.believable(peak.height))
  }
}

extension Autocorrelation {
  /// The lag of the maximum with the greatest R.
  private func strongestMaximum() -> Int? {
    var best: (lag: Int, strength: Double)?
    correlation.withUnsafeBufferPointer { values in
      for lag in range.shortestLag...range.longestLag
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
    max(0, octaveCost * Elementary.log2(Double(range.longestLag) / Double(lag)))
  }

  /// Interpolation and a short window may lift a maximum above 1; such a height is mirrored, as
  /// in the paper's implementation.
  private static func believable(_ height: Double) -> Double {
    height > 1 ? 1 / height : max(0, height)
  }
}

/// The autocorrelation of a windowed frame divided by the autocorrelation of the window, for lags
/// 0...``longestLag``, by fast Fourier transform.
///
/// r(τ) = [r_a(τ) / r_a(0)] / [r_w(τ) / r_w(0)] with the autocorrelations r_a of the frame, less
/// its mean, times the window w, and r_w of the window itself (equations 8 and 9 of the paper). The
/// window fades out the ends of the frame, and the division removes the resulting slope of the
/// peaks: a perfect repetition is 1 at any lag.
///
/// - Complexity: O(*N* log *N*) time for a frame of *N* samples. No allocation after `init`.
/// - SeeAlso: P. Boersma, "Accurate short-term analysis of the fundamental frequency and the
///   harmonics-to-noise ratio of a sampled sound", IFA Proceedings 17, 1993.
package struct WindowedCorrelation: FrameTransformer {
  /// The number of samples in a frame.
  package let frameSize: Int
  /// The longest lag, in samples.
  package let longestLag: Int
  private let window: Window
  private let inverseCorrelation: [Float]  // r_w(0) / r_w(τ)
  private var transform: RealFourierTransform
  private var buffer: [Float]

  /// Plans a correlation function.
  ///
  /// - Parameters:
  ///   - frameSize: The number of samples in a frame, at least 4.
  ///   - longestLag: The longest lag, in samples, in 1...`frameSize` / 2: beyond it, the windows
  ///     hardly overlap.
  ///   - shape: The window.
  /// - Throws: ``SignalProcessing/FourierError`` if `frameSize + longestLag` samples exceed the
  ///   longest Fourier transform (65,536).
  package init(
    frameSize: Int, longestLag: Int, window shape: WindowShape = .hann
  ) throws(FourierError) {
    let frameSize = max(4, frameSize)
    let longestLag = min(max(1, longestLag), frameSize / 2)
    let length = RealFourierTransform.shortestLength(holding: frameSize + longestLag)
    var transform = try RealFourierTransform(length: length)
    let window = Window(shape, count: frameSize)
    var buffer = [Float](repeating: 0, count: length)
    for (index, weight) in window.weights.enumerated() { buffer[index] = weight }
    transform.autocorrelate(&buffer)
    let energy = buffer[0]
    inverseCorrelation = buffer[0...longestLag].map { $0 > 0 ? energy / $0 : 0 }
    self.frameSize = frameSize
    self.longestLag = longestLag
    self.window = window
    self.transform = transform
    self.buffer = buffer
  }

  /// One value for each lag in 0...``longestLag``.
  package var outputSize: Int { longestLag + 1 }

  /// Computes r(τ), about -1...1; the index of the output is the lag τ. All 0 for a constant frame.
  package mutating func transform(_ frame: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    precondition(output.count == outputSize, "output.count must equal outputSize")
    buffer.load(frame, mean: frame.mean, weights: window.weights)
    transform.autocorrelate(&buffer)
    let energy = buffer[0]
    let scale = energy > 0 ? 1 / energy : 0
    // Energies below the least normal number have no exact inverse.
    let isUsable = scale > 0 && scale.isFinite
    for lag in 0...longestLag {
      output[lag] = isUsable ? buffer[lag] * scale * inverseCorrelation[lag] : 0
    }
  }
}

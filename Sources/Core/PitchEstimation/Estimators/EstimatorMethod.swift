/// The name of a method that finds pitch, as a user chooses it.
public enum EstimatorMethod: String, CaseIterable, Sendable, Hashable {
  /// ``MultiresolutionTracker``: the default.
  case best
  /// ``YIN``.
  case yin
  /// ``PYIN``: YIN's candidates for many thresholds, and the best path through them.
  case pyin
  /// ``MPM``, the McLeod pitch method.
  case mpm
  /// ``Autocorrelation``, Boersma's, without his path search.
  case autocorrelation
  /// ``AMDF``, the average magnitude difference function.
  case amdf
  /// ``ZeroCrossing``.
  case zeroCrossing = "zero-crossing"
  /// ``DynamicWavelet``.
  case dynamicWavelet = "dynamic-wavelet"
  /// ``PartialHistogram``, the method of fiddle~ and ptrack.
  case partialHistogram = "partial-histogram"
  /// ``SWIPE``, with prime harmonics (SWIPE′).
  case swipe
  /// ``HarmonicProductSpectrum``.
  case harmonicProduct = "hps"
  /// ``SubharmonicSummation``.
  case subharmonicSummation = "shs"
  /// ``SpectralPeak`` with ``PeakInterpolation/maximumBin``: the strongest partial's bin.
  case maximumBin = "maximum-bin"
  /// ``SpectralPeak`` with ``PeakInterpolation/quadratic``.
  case quadratic
  /// ``SpectralPeak`` with ``PeakInterpolation/logQuadratic``.
  case logQuadratic = "log-quadratic"
  /// ``SpectralPeak`` with ``PeakInterpolation/barycentric``.
  case barycentric
  /// ``SpectralPeak`` with ``PeakInterpolation/jain``.
  case jain
  /// ``SpectralPeak`` with ``PeakInterpolation/quinnFirst``.
  case quinnFirst = "quinn1"
  /// ``SpectralPeak`` with ``PeakInterpolation/quinnSecond``.
  case quinnSecond = "quinn2"

  /// The interpolation with which a ``SpectralPeak`` locates the strongest partial; `nil` for other
  /// methods.
  public var peakInterpolation: PeakInterpolation? {
    switch self {
    case .maximumBin: .maximumBin
    case .quadratic: .quadratic
    case .logQuadratic: .logQuadratic
    case .barycentric: .barycentric
    case .jain: .jain
    case .quinnFirst: .quinnFirst
    case .quinnSecond: .quinnSecond
    default: nil
    }
  }
}

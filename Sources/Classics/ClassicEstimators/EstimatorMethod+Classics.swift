public import PitchEstimation

extension EstimatorMethod {
  /// `Autocorrelation`, Boersma's, without his path search.
  public static let autocorrelation = EstimatorMethod("autocorrelation") {
    rate, range throws(EstimatorError) in
    try Autocorrelation(sampleRate: rate, searchRange: range)
  }
  /// `AMDF`, the average magnitude difference function.
  public static let amdf = EstimatorMethod("amdf") { rate, range throws(EstimatorError) in
    try AMDF(sampleRate: rate, searchRange: range)
  }
  /// `ZeroCrossing`.
  public static let zeroCrossing = EstimatorMethod("zero-crossing") {
    rate, range throws(EstimatorError) in
    try ZeroCrossing(sampleRate: rate, searchRange: range)
  }
  /// `DynamicWavelet`.
  public static let dynamicWavelet = EstimatorMethod("dynamic-wavelet") {
    rate, range throws(EstimatorError) in
    try DynamicWavelet(sampleRate: rate, searchRange: range)
  }
  /// `PartialHistogram`, the method of fiddle~ and ptrack.
  public static let partialHistogram = EstimatorMethod("partial-histogram") {
    rate, range throws(EstimatorError) in
    try PartialHistogram(sampleRate: rate, searchRange: range)
  }
  /// `SWIPE`, with prime harmonics (SWIPE′).
  public static let swipe = EstimatorMethod("swipe") { rate, range throws(EstimatorError) in
    try SWIPE(sampleRate: rate, searchRange: range)
  }
  /// `HarmonicProductSpectrum`.
  public static let harmonicProduct = EstimatorMethod("hps") {
    rate, range throws(EstimatorError) in
    try HarmonicProductSpectrum(sampleRate: rate, searchRange: range)
  }
  /// `SubharmonicSummation`.
  public static let subharmonicSummation = EstimatorMethod("shs") {
    rate, range throws(EstimatorError) in
    try SubharmonicSummation(sampleRate: rate, searchRange: range)
  }
  /// `SpectralPeak` with `PeakInterpolation.maximumBin`: the strongest partial's bin.
  public static let maximumBin = peak("maximum-bin", .maximumBin)
  /// `SpectralPeak` with `PeakInterpolation.quadratic`.
  public static let quadratic = peak("quadratic", .quadratic)
  /// `SpectralPeak` with `PeakInterpolation.logQuadratic`.
  public static let logQuadratic = peak("log-quadratic", .logQuadratic)
  /// `SpectralPeak` with `PeakInterpolation.barycentric`.
  public static let barycentric = peak("barycentric", .barycentric)
  /// `SpectralPeak` with `PeakInterpolation.jain`.
  public static let jain = peak("jain", .jain)
  /// `SpectralPeak` with `PeakInterpolation.quinnFirst`.
  public static let quinnFirst = peak("quinn1", .quinnFirst)
  /// `SpectralPeak` with `PeakInterpolation.quinnSecond`.
  public static let quinnSecond = peak("quinn2", .quinnSecond)

  private static func peak(
    _ name: String, _ interpolation: PeakInterpolation
  ) -> EstimatorMethod {
    EstimatorMethod(name) { rate, range throws(EstimatorError) in
      try SpectralPeak(sampleRate: rate, searchRange: range, interpolation: interpolation)
    }
  }
}

extension EstimatorMethod {
  /// The interpolation with which a `SpectralPeak` locates the strongest partial; `nil` for other
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

extension EstimatorMethod: CaseIterable, RawRepresentable {
  /// All methods, those of `PitchEstimation` and the historic ones.
  public static let allCases: [EstimatorMethod] = [
    .best, .yin, .pyin, .mpm, .autocorrelation, .amdf, .zeroCrossing, .dynamicWavelet,
    .partialHistogram, .swipe, .harmonicProduct, .subharmonicSummation, .maximumBin, .quadratic,
    .logQuadratic, .barycentric, .jain, .quinnFirst, .quinnSecond,
  ]

  /// Returns the method of a name; `nil` if there is none.
  ///
  /// - Parameter rawValue: The name, in lower case: `swipe`.
  public init?(rawValue: String) {
    guard let method = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(rawValue.utf8) })
    else { return nil }
    self = method
  }
}

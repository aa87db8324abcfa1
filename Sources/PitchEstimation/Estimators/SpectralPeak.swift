internal import SignalProcessing

/// The strongest peak of the spectrum, placed between the bins by one of several formulas.
///
/// It follows the strongest *partial*: right for a sine and for a tone whose fundamental is the
/// strongest, an octave or more too high for others (many low strings, vowels).
/// ``HarmonicProductSpectrum``, ``SubharmonicSummation`` and ``SWIPE`` find the fundamental there.
///
/// The frame holds at least four periods of the lowest frequency. Real tones have an image at the
/// negative frequency; in the rectangular window of Jain's and Quinn's formulas its side lobes reach
/// far: with *b* periods in the frame Quinn's are off by up to 1/(2π*b*) bins, which is 17 cents at
/// four periods and falls with the square of the frequency. Jain's is, too, but within 1/(2*b*) of a
/// bin it may take the wrong neighbour, and is off by up to 1/*b* bins.
///
/// - Complexity: O(*N* log *N*) time for a frame of *N* samples. No allocation after `init`.
/// - SeeAlso: The papers are at ``PeakInterpolation``.
public struct SpectralPeak: RangedEstimator {
  /// What the estimator was made for.
  public let range: SearchRange
  /// The rule that places the peak between the bins; it also sets the window.
  public let interpolation: PeakInterpolation
  /// The least share of the spectrum's energy in the main lobe of a voiced peak, in 0...1. A sawtooth
  /// has 0.61 in its strongest partial, white noise about 0.01 to 0.06, but breath and hum, whose
  /// power lies in a narrow band, have more.
  public let voicingThreshold: Double
  private let searchBins: ClosedRange<Int>
  private var spectrum: FrameSpectrum

  /// Creates an estimator and its workspace; ``RangedEstimator`` tells about parameters and errors.
  /// `shareThreshold` is the ``voicingThreshold``.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>,
    interpolation: PeakInterpolation = .logQuadratic, shareThreshold: Double = 0.1
  ) throws(EstimatorError) {
    range = try SearchRange(searchRange, sampleRate: sampleRate)
    try EstimatorError.check(thresholds: shareThreshold)
    self.interpolation = interpolation
    voicingThreshold = shareThreshold
    let frameSize = RealFourierTransform.shortestLength(
      holding: FrameSpectrum.frameSize(for: range))
    spectrum = try range.required(
      try? FrameSpectrum(
        frameSize: frameSize, sampleRate: sampleRate, window: interpolation.window))
    searchBins = spectrum.searchBins(searchRange)
  }

  /// The power of two that holds four periods of the lowest frequency, at least 1024.
  public var frameSize: Int { spectrum.frameSize }

  /// The strongest peak in the search range.
  ///
  /// Its periodicity is the share of the spectrum's energy (without bin 0) in the five bins around
  /// the peak: the main lobe of a Hann window; for a rectangular one, at least 0.85 of a sine.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    spectrum.analyze(frame)
    guard let bin = spectrum.strongestPeak(in: searchBins),
      let share = spectrum.share(of: spectrum.energy(in: spectrum.lobe(around: bin)))
    else { return nil }
    let offset = interpolation.offset(ofPeakAt: bin, in: spectrum.bins.span)
    return PitchCandidate(
      frequency: (Double(bin) + offset) * spectrum.binWidth, periodicity: share)
  }
}

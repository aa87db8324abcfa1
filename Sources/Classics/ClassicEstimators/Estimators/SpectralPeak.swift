public import PitchEstimation
internal import SignalProcessing

/// The strongest peak of the spectrum, interpolated between the bins with one of several formulas.
///
/// It finds the strongest *partial*. This is right for a sine and for a tone with a dominant
/// fundamental, but an octave or more too high for others (many low strings, vowels).
/// ``HarmonicProductSpectrum``, ``SubharmonicSummation`` and ``SWIPE`` find the fundamental of
/// those.
///
/// The frame has at least four periods of the lowest frequency. Real tones have an image at the
/// negative frequency; in the rectangular window of Jain's and Quinn's formulas its side lobes
/// reach far: with *b* periods in the frame Quinn's are off by up to 1/(2π*b*) bins, which is 17
/// cents at four periods and falls with the square of the frequency. The same holds for Jain's, but
/// within 1/(2*b*) of a bin it may use the wrong neighbour, and is then off by up to 1/*b* bins.
///
/// - Complexity: O(*N* log *N*) time for a frame of *N* samples. No allocation after `init`.
/// - SeeAlso: The papers are at ``PeakInterpolation``.
public struct SpectralPeak: RangedEstimator {
  /// The sample rate and frequencies of the estimator.
  public let range: SearchRange
  /// The rule that interpolates the peak between the bins; it also determines the window.
  public let interpolation: PeakInterpolation
  /// The lowest share of the spectrum's energy in the main lobe of a voiced peak, in 0...1. A
  /// sawtooth has 0.61 in its strongest partial, white noise about 0.01 to 0.06, but breath and
  /// hum, whose power is in a narrow band, have more.
  public let voicingThreshold: Double
  private let searchBins: ClosedRange<Int>
  private var spectrum: FrameSpectrum

  /// Creates an estimator and its workspace, as ``PitchEstimation/RangedEstimator`` describes.
  /// `shareThreshold` is the ``voicingThreshold``.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>,
    interpolation: PeakInterpolation = .logQuadratic, shareThreshold: Double = 0.1
  ) throws(EstimatorError) {
    let range = try SearchRange(searchRange, sampleRate: sampleRate)
    try EstimatorError.check(thresholds: shareThreshold)
    let frameSize = RealFourierTransform.shortestLength(
      holding: FrameSpectrum.frameSize(for: range))
    let spectrum = try range.required(
      try? FrameSpectrum(
        frameSize: frameSize, sampleRate: sampleRate, window: interpolation.window))
    searchBins = spectrum.searchBins(searchRange)
    self.range = range
    self.interpolation = interpolation
    voicingThreshold = shareThreshold
    self.spectrum = spectrum
  }

  /// The next power of two above four periods of the lowest frequency, at least 1024.
  public var frameSize: Int { spectrum.frameSize }

  /// Returns the strongest peak in the search range.
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

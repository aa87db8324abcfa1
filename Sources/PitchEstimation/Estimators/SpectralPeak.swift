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
public struct SpectralPeak: PitchEstimator {
  /// The fewest samples of a frame: in shorter ones noise has a peak of its own.
  static let shortestFrame = 1024

  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// Frequencies that are considered, in hertz.
  public let searchRange: ClosedRange<Double>
  /// The rule that places the peak between the bins.
  public let interpolation: PeakInterpolation
  /// The least share of the spectrum's energy in the main lobe of a voiced peak, in 0...1.
  public let shareThreshold: Double
  private let searchBins: ClosedRange<Int>
  private var spectrum: FrameSpectrum

  /// Creates an estimator and its workspace.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  ///   - searchRange: Frequencies to consider, in hertz. The lower bound sets ``frameSize``: the
  ///     power of two that holds four of its periods, at least 1024.
  ///   - interpolation: The rule that places the peak between the bins; it also sets the window.
  ///   - shareThreshold: The least share of the energy in the peak of a voiced frame, in 0...1.
  ///     A sawtooth has 0.61 in its strongest partial, white noise about 0.01 to 0.06, but
  ///     breath and hum, whose power lies in a narrow band, have more.
  /// - Throws: ``EstimatorError`` if a parameter is out of its range.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>,
    interpolation: PeakInterpolation = .logQuadratic, shareThreshold: Double = 0.1
  ) throws(EstimatorError) {
    let lags = try LagRange(sampleRate: sampleRate, searchRange: searchRange)
    guard (0...1).contains(shareThreshold) else { throw .invalidThreshold(shareThreshold) }
    self.sampleRate = sampleRate
    self.searchRange = searchRange
    self.interpolation = interpolation
    self.shareThreshold = shareThreshold
    let frameSize = RealFourierTransform.shortestLength(
      holding: max(Self.shortestFrame, 4 * (lags.longest - 1)))
    do {
      spectrum = try FrameSpectrum(
        frameSize: frameSize, sampleRate: sampleRate, window: interpolation.window)
    } catch {
      throw .frequencyOutOfRange(searchRange, nyquist: sampleRate / 2)
    }
    searchBins = spectrum.searchBins(searchRange)
  }

  /// The power of two that holds four periods of the lowest frequency.
  public var frameSize: Int { spectrum.frameSize }

  /// ``shareThreshold``.
  public var voicingThreshold: Double { shareThreshold }

  /// The strongest peak in the search range, if it stands out.
  ///
  /// Its periodicity is the share of the spectrum's energy (without bin 0) in the five bins around
  /// the peak: the main lobe of a Hann window; for a rectangular one, at least 0.85 of a sine.
  public mutating func estimate(_ frame: Span<Float>) -> PitchCandidate? {
    guard let candidate = bestCandidate(frame), candidate.periodicity >= shareThreshold else {
      return nil
    }
    return candidate
  }

  /// As ``estimate(_:)``, however little the peak stands out.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    spectrum.analyze(frame)
    guard let bin = spectrum.strongestPeak(in: searchBins),
      let share = spectrum.share(of: spectrum.energy(in: spectrum.lobe(around: bin)))
    else { return nil }
    let offset = interpolation.offset(ofPeakAt: bin, in: spectrum.bins.span)
    return PitchCandidate(
      frequency: (Double(bin) + offset) * spectrum.binWidth, periodicity: share)
  }
}

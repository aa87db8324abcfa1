import SignalProcessing

/// The powers of bands, and their measures above the noise.
struct MeasuredBands: Sendable {
  private var spectrum: BandSpectrum
  private var noise: BandNoise
  private(set) var powers: [Float]

  init(_ spectrum: BandSpectrum, hop: Double) {
    self.spectrum = spectrum
    noise = BandNoise(count: spectrum.count, hop: hop)
    powers = Array(repeating: 0, count: spectrum.count)
  }

  /// Creates wide bands, of a third of an octave, in a short window.
  ///
  /// - Parameters:
  ///   - length: The number of samples in the window: ``wideLength(sampleRate:)``.
  ///   - sampleRate: Samples per second.
  ///   - hop: The time from frame to frame, in seconds.
  /// - Returns: Bands that have read nothing.
  static func wide(length: Int, sampleRate: Double, hop: Double) -> MeasuredBands {
    MeasuredBands(
      BandSpectrum(
        length: length, sampleRate: sampleRate,
        range: OnsetDetector.frequencies(sampleRate: sampleRate), bandsPerOctave: 3, leastBins: 2),
      hop: hop)
  }

  /// The number of samples in the window of wide bands: 17 to 33 ms.
  static func wideLength(sampleRate: Double) -> Int {
    RealFourierTransform.shortestLength(holding: Int(0.0165 * sampleRate))
  }

  var count: Int { powers.count }
  var measures: [Float] { noise.measures }

  mutating func read(_ frame: Span<Float>) {
    spectrum.measure(frame, around: frame.count / 2, to: &powers)
  }

  mutating func measure() { noise.measure(powers) }
}

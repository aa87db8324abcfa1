internal import SignalProcessing

/// The harmonic product spectrum: the fundamental whose harmonics have the greatest product.
///
/// For each bin k of the search range, P(k) = Σ g^(h−1) L(h) over h = 1...H, where L(h) is the
/// level of the strongest bin that the harmonic h of a fundamental within half a bin of k can fall
/// in. The sum of logarithms is the logarithm of the product.
///
/// Departures from the paper:
/// - Levels are counted from 30 dB below the strongest bin, not from zero, so that one missing
///   harmonic does not spoil the product.
/// - Each harmonic has g = 0.85 of the weight of the one before. Otherwise, all subharmonics of a
///   single sine would have the same product.
/// - The fundamental is interpolated between the bins, from the peaks near its harmonics.
///
/// - Complexity: O(*N* log *N*) time for a spectrum of *N* bins. No allocation after `init`.
/// - SeeAlso: A. M. Noll, "Pitch determination of human speech by the harmonic product spectrum,
///   the harmonic sum spectrum, and a maximum likelihood estimate", Proc. Symposium on Computer
///   Processing in Communications, 1969; M. R. Schroeder, "Period histogram and product spectrum",
///   JASA 43(4), 1968, [doi:10.1121/1.1910902](https://doi.org/10.1121/1.1910902).
public struct HarmonicProductSpectrum: RangedEstimator {
  /// The lowest level that counts, relative to the strongest bin, as a ratio of powers: -30 dB. At
  /// -40 dB, the thumps below a high note form a product of their own.
  static let floor = 1e-3
  /// The weight of a harmonic relative to that of the one before.
  static let weightRatio = 0.85

  /// The sample rate and frequencies of the estimator.
  public let range: SearchRange
  /// The number of harmonics H that are multiplied, the fundamental included, in 1...16.
  public let harmonics: Int
  /// The lowest share of the spectrum's energy in the harmonics of a voiced frame, in 0...1. White
  /// noise has up to about 0.12, but breath and hum, whose power is in a narrow band, have more, so
  /// a level gate must reject them.
  public let voicingThreshold: Double
  private let searchBins: ClosedRange<Int>
  private var spectrum: FrameSpectrum
  private var levels: [Float]  // of each bin, in octaves of power above the floor

  /// Creates an estimator and its workspace; see ``RangedEstimator`` for parameters and errors.
  /// `shareThreshold` is the ``voicingThreshold``.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, harmonics: Int = 5,
    shareThreshold: Double = 0.2
  ) throws(EstimatorError) {
    let range = try SearchRange(searchRange, sampleRate: sampleRate)
    try EstimatorError.check(thresholds: shareThreshold)
    let spectrum = try range.required(
      try? FrameSpectrum(
        frameSize: FrameSpectrum.frameSize(for: range), sampleRate: sampleRate, padding: 2))
    searchBins = spectrum.searchBins(searchRange)
    levels = Array(repeating: 0, count: spectrum.magnitudes.count)
    self.range = range
    self.harmonics = min(16, max(1, harmonics))
    voicingThreshold = shareThreshold
    self.spectrum = spectrum
  }

  /// Four periods of the lowest frequency, at least 1024 samples.
  public var frameSize: Int { spectrum.frameSize }

  /// The fundamental with the greatest product.
  ///
  /// Its periodicity is the share of the spectrum's energy (without bin 0) in the main lobes of its
  /// first ``harmonics`` harmonics.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    spectrum.analyze(frame)
    guard spectrum.isAudible else { return nil }
    Self.measureLevels(of: spectrum.magnitudes, into: &levels)
    guard let bin = greatestProduct() else { return nil }
    return spectrum.candidate(near: Double(bin), tolerance: 0.5, harmonics: harmonics)
  }
}

extension HarmonicProductSpectrum {
  /// log2 of the power of each bin above the floor; 0 below it.
  private static func measureLevels(of magnitudes: [Float], into levels: inout [Float]) {
    magnitudes.withUnsafeBufferPointer { magnitudes in
      levels.withUnsafeMutableBufferPointer { levels in
        var highest: Float = 0
        for bin in 1..<magnitudes.count - 1 { highest = max(highest, magnitudes[bin]) }
        let floor = Double(highest) * Self.floor.squareRoot()
        for bin in 0..<magnitudes.count {
          let ratio = Double(magnitudes[bin]) / floor
          levels[bin] = ratio > 1 && bin > 0 ? Float(2 * Elementary.log2(ratio)) : 0
        }
      }
    }
  }

  /// The bin with the greatest product, from low ones up.
  private func greatestProduct() -> Int? {
    let (searchBins, harmonics) = (searchBins, harmonics)
    return levels.withUnsafeBufferPointer { levels in
      var best: Int?
      var greatest: Float = 0
      for bin in searchBins {
        var sum: Float = 0
        var weight: Float = 1
        for order in 1...harmonics {
          // A fundamental in k ± ½ has this harmonic in hk ± h/2.
          let first = order * bin - order / 2
          let last = min(levels.count - 1, order * bin + order / 2)
          guard first <= last else { break }
          var level: Float = 0
          for index in first...last { level = max(level, levels[index]) }
          sum += weight * level
          weight *= Float(Self.weightRatio)
        }
        if sum > greatest { (best, greatest) = (bin, sum) }
      }
      return best
    }
  }
}

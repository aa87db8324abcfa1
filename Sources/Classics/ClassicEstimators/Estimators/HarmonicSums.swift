public import PitchEstimation
import SignalProcessing

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

  /// Creates an estimator and its workspace, as ``PitchEstimation/RangedEstimator`` describes.
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

/// Subharmonic summation: the fundamental whose harmonics have the greatest weighted sum, on a
/// logarithmic frequency axis.
///
/// H(s) = Σ hₙ P(s + log2 n) over n = 1...N, with hₙ = 0.84^(n−1): on the axis s = log2 f the
/// harmonics are at fixed distances from the fundamental. The axis has 48 points per octave.
///
/// Departures from the paper:
/// - The spectrum reaches up to half the sample rate, not to 1250 Hz, and is not weighted for the
///   sensitivity of the ear. Where the points of the axis are further apart than the bins, each
///   point uses the strongest bin around it, so that no partial is missed between two points.
/// - The flanks of the peaks are kept.
/// - The fundamental is interpolated between the bins, from the peaks near its harmonics.
///
/// - Complexity: O(*N* log *N*) time for a spectrum of *N* bins. No allocation after `init`.
/// - SeeAlso: D. J. Hermes, "Measurement of pitch by subharmonic summation", JASA 83(1), 1988,
///   [doi:10.1121/1.396427](https://doi.org/10.1121/1.396427).
public struct SubharmonicSummation: RangedEstimator {
  /// The number of points of the frequency axis in an octave, as in the paper.
  static let pointsPerOctave = 48.0

  /// The sample rate and frequencies of the estimator.
  public let range: SearchRange
  /// The number of harmonics N that are summed, the fundamental included, in 1...32. The paper uses
  /// 15.
  public let harmonics: Int
  /// The weight of a harmonic relative to that of the one before, in 0...1. The paper uses 0.84.
  public let compression: Double
  /// The lowest share of the spectrum's energy in the harmonics of a voiced frame, in 0...1. White
  /// noise has up to about 0.25, but breath and hum, whose power is in a narrow band, have more, so
  /// a level gate must reject them.
  public let voicingThreshold: Double
  private let candidates: Int  // the first points of the axis are the candidates
  private let edges: [Double]  // in bins; point s covers edges[s]...edges[s + 1]
  private let shifts: [(lower: Int, upper: Int, weight: Float)]  // of each harmonic, in points
  private var spectrum: FrameSpectrum
  private var axis: [Float]  // P(s)

  /// Creates an estimator and its workspace, as ``PitchEstimation/RangedEstimator`` describes.
  /// `shareThreshold` is the ``voicingThreshold``.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, harmonics: Int = 15,
    compression: Double = 0.84, shareThreshold: Double = 0.3
  ) throws(EstimatorError) {
    let range = try SearchRange(searchRange, sampleRate: sampleRate)
    try EstimatorError.check(thresholds: compression, shareThreshold)
    let harmonics = min(32, max(1, harmonics))
    let spectrum = try range.required(
      try? FrameSpectrum(
        frameSize: FrameSpectrum.frameSize(for: range), sampleRate: sampleRate, padding: 2))
    let edges = Self.axisEdges(
      from: max(searchRange.lowerBound / spectrum.binWidth, 2),
      to: Double(spectrum.magnitudes.count - 2))
    shifts = Self.harmonicShifts(count: harmonics, compression: compression)
    let octaves = Elementary.log2(searchRange.upperBound / searchRange.lowerBound)
    candidates = min(
      edges.count - 1, Int((octaves * Self.pointsPerOctave).rounded(.down)) + 1)
    axis = Array(repeating: 0, count: edges.count - 1)
    self.range = range
    self.harmonics = harmonics
    self.compression = compression
    voicingThreshold = shareThreshold
    self.spectrum = spectrum
    self.edges = edges
  }

  /// Four periods of the lowest frequency, at least 1024 samples.
  public var frameSize: Int { spectrum.frameSize }

  /// The fundamental with the greatest sum.
  ///
  /// Its periodicity is the share of the spectrum's energy (without bin 0) in the main lobes of its
  /// first ``harmonics`` harmonics.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    spectrum.analyze(frame)
    guard spectrum.isAudible else { return nil }
    Self.project(spectrum.magnitudes, onto: &axis, edges: edges)
    guard let point = greatestSum() else { return nil }
    return spectrum.candidate(
      near: (edges[point] * edges[point + 1]).squareRoot(),
      tolerance: edges[point + 1] - edges[point], harmonics: harmonics)
  }
}

extension SubharmonicSummation {
  /// The edges of the points of the axis, half a point to either side of each.
  private static func axisEdges(from first: Double, to last: Double) -> [Double] {
    let count = max(2, Int((Elementary.log2(last / first) * pointsPerOctave).rounded(.down)))
    return (0...count).map {
      min(last, first * Elementary.exp2((Double($0) - 0.5) / pointsPerOctave))
    }
  }

  /// The position of each harmonic on the axis, between two points, and its weight.
  private static func harmonicShifts(
    count: Int, compression: Double
  ) -> [(lower: Int, upper: Int, weight: Float)] {
    (1...count).map { order in
      let shift = Elementary.log2(Double(order)) * pointsPerOctave
      return (
        Int(shift.rounded(.down)), Int(shift.rounded(.up)),
        Float(Elementary.power(compression, Double(order - 1)))
      )
    }
  }

  /// P(s): the greatest magnitude, straight between the bins, that each point covers.
  private static func project(
    _ magnitudes: [Float], onto axis: inout [Float], edges: [Double]
  ) {
    magnitudes.withUnsafeBufferPointer { magnitudes in
      func value(at position: Double) -> Float {
        let bin = min(magnitudes.count - 2, Int(position))
        let fraction = Float(position - Double(bin))
        return magnitudes[bin] + fraction * (magnitudes[bin + 1] - magnitudes[bin])
      }
      var left = value(at: edges[0])
      for point in 0..<axis.count {
        let right = value(at: edges[point + 1])
        var greatest = max(left, right)
        var bin = Int(edges[point]) + 1
        while Double(bin) < edges[point + 1] {
          greatest = max(greatest, magnitudes[bin])
          bin += 1
        }
        axis[point] = greatest
        left = right
      }
    }
  }

  /// The point with the greatest sum, from low ones up.
  private func greatestSum() -> Int? {
    var best: Int?
    var greatest: Float = 0
    for point in 0..<candidates {
      var sum: Float = 0
      for shift in shifts {
        guard point + shift.upper < axis.count else { break }
        sum += shift.weight * max(axis[point + shift.lower], axis[point + shift.upper])
      }
      if sum > greatest { (best, greatest) = (point, sum) }
    }
    return best
  }
}

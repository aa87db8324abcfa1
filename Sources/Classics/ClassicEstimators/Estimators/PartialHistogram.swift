public import PitchEstimation
import SignalProcessing

/// The partial-histogram estimator of Puckette, Apel and Zicarelli: every peak of the spectrum
/// votes for the fundamentals that it could be a partial of.
///
/// 1. Up to 20 peaks (`PartialPeaks`), each with a frequency, a width and a loudness: the fourth
///   root of its power.
/// 2. A histogram of fundamentals with 48 bins per octave. A peak at f votes for f/n, n = 1...16,
///   with its loudness / ((n + 7) (¼ + width)): low partials and steady sinusoids count for more.
/// 3. The best two neighbouring bins. The peaks near a whole multiple of their pitch (within 2.3 %
///   up to the fourth, and within 9 % of the distance of two partials above) are its partials; the
///   fundamental is the mean of f/n, each partial weighted by its loudness / width².
/// 4. Periodicity is the share of the frame's power in those partials. The paper counts partials
///   and compares their power with a hundredth of the total. The share alone, with a higher
///   threshold, separates noise better.
///
/// This is the method of `fiddle~` and `ptrack`, implemented from the paper. A frame without a
/// pitch has no candidate, instead of the last one or 100 Hz. A bright tone with hundreds of
/// partials, such as a newly plucked low string, has more power outside the 20 peaks than in them,
/// and is unvoiced. The method finds the pitch of piano tones and of a chord's strongest note,
/// where time-domain methods find the common period. It needs a longer frame, and its precision is
/// that of the partials, which are sharp for a stiff string.
///
/// - Complexity: O(*N* log *N*) time for a frame of *N* samples. No allocation after `init`.
/// - SeeAlso: M. Puckette, T. Apel, D. Zicarelli, "Real-time audio analysis tools for Pd and MSP",
///   Proc. ICMC 1998.
public struct PartialHistogram: RangedEstimator {
  /// Histogram bins in an octave.
  public static let binsPerOctave = 48
  /// The highest partial that a peak may represent.
  public static let partialCount = 16
  /// The largest deviation of a partial from its multiple, as a share.
  private static let tolerance = 0.023
  /// Narrower peaks count as this wide, in bins.
  private static let leastWidth = 0.02

  /// The sample rate and frequencies of the estimator.
  public let range: SearchRange
  /// The lowest share of the frame's power in the partials of a voiced frame, in 0...1.
  public let voicingThreshold: Double
  private var spectrum: PartialPeaks
  private var histogram: [Double]

  /// Creates an estimator and its workspace, as ``PitchEstimation/RangedEstimator`` describes.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, voicingThreshold: Double = 0.5
  ) throws(EstimatorError) {
    let range = try SearchRange(searchRange, sampleRate: sampleRate)
    try EstimatorError.check(thresholds: voicingThreshold)
    let spectrum = try range.required(
      try? PartialPeaks(
        frameSize: RealFourierTransform.shortestLength(holding: max(256, 3 * range.longestLag))))
    let octaves = Elementary.log2(searchRange.upperBound / searchRange.lowerBound)
    histogram = Array(repeating: 0, count: Int(octaves * Double(Self.binsPerOctave)) + 3)
    self.range = range
    self.voicingThreshold = voicingThreshold
    self.spectrum = spectrum
  }

  /// The next power of two above three periods of the lowest frequency; at least 256.
  public var frameSize: Int { spectrum.frameSize }

  /// The most voted fundamental; `nil` without a peak.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    spectrum.update(frame)  // step 1
    vote()  // step 2
    guard let bin = bestBin() else { return nil }
    return refined(frequency(ofBin: bin))  // steps 3 and 4
  }
}

extension PartialHistogram {
  private var binFrequency: Double { sampleRate / Double(frameSize) }

  private func frequency(ofBin bin: Double) -> Double {
    searchRange.lowerBound * Elementary.exp2(bin / Double(Self.binsPerOctave))
  }

  private func loudness(_ peak: PartialPeaks.Peak) -> Double {
    peak.share.squareRoot().squareRoot()
  }

  private mutating func vote() {
    for index in histogram.indices { histogram[index] = 0 }
    for peak in spectrum.peaks {
      let octaves = Elementary.log2(peak.bin * binFrequency / searchRange.lowerBound)
      let weight = loudness(peak) / (0.25 + peak.width)
      for partial in 1...Self.partialCount {
        let position =
          (octaves - Elementary.log2(Double(partial))) * Double(Self.binsPerOctave)
        guard position > -0.5, position < Double(histogram.count) - 1.5 else { continue }
        add(weight / Double(partial + 7), at: max(0, position))
      }
    }
  }

  /// Adds a vote to the bins on either side of a position.
  private mutating func add(_ vote: Double, at position: Double) {
    let bin = Int(position)
    let fraction = position - Double(bin)
    histogram[bin] += vote * (1 - fraction)
    histogram[bin + 1] += vote * fraction
  }

  /// The position of the two neighbouring bins with the most votes.
  private func bestBin() -> Double? {
    var best = 0
    var votes = 0.0
    for bin in 0..<(histogram.count - 1) {
      let sum = histogram[bin] + histogram[bin + 1]
      if sum > votes { (best, votes) = (bin, sum) }
    }
    return votes > 0 ? Double(best) + histogram[best + 1] / votes : nil
  }

  /// The mean of the partials' fundamentals, and their share of the power.
  private func refined(_ frequency: Double) -> PitchCandidate? {
    var (sum, weights, power) = (0.0, 0.0, 0.0)
    for peak in spectrum.peaks {
      let peakFrequency = peak.bin * binFrequency
      let order = (peakFrequency / frequency).rounded()
      guard order >= 1 else { continue }
      let fundamental = peakFrequency / order
      guard (fundamental / frequency - 1).magnitude < Self.tolerance / max(1, 0.25 * order) else {
        continue
      }
      power += peak.share
      guard order <= Double(Self.partialCount) else { continue }
      let width = max(Self.leastWidth, peak.width)
      let weight = loudness(peak) / (width * width)
      sum += weight * fundamental
      weights += weight
    }
    guard weights > 0, sum > 0 else { return nil }
    return PitchCandidate(frequency: sum / weights, periodicity: min(1, power))
  }
}

/// Finds the strongest sinusoids of a frame: their frequencies by phase, and how steady they are.
///
/// A frame of N samples, zero-padded to 2 N, is transformed without a window; a Hann window is a
/// difference of neighbouring bins: H(k) = 2 X(k) − X(k−1) − X(k+1), in steps of half a bin. Where
/// |H| has a maximum, a sinusoid lies at k + Re[(X(k−1) − X(k+1)) / H(k)] bins: exact for a single
/// steady one. Every bin of its main lobe gives the same frequency; their spread is the width of
/// the peak.
///
/// - Complexity: O(*N* log *N*) time. No allocation after `init`.
/// - SeeAlso: M. Puckette, T. Apel, D. Zicarelli, "Real-time audio analysis tools for Pd and MSP",
///   Proc. ICMC 1998; M. Puckette, J. Brown, "Accuracy of frequency estimates using the phase
///   vocoder", IEEE Trans. Speech and Audio Processing 6(2), 1998.
struct PartialPeaks: Sendable {
  /// A sinusoid.
  struct Peak: Sendable {
    /// Its frequency, in bins of 1/N of the sample rate.
    var bin: Double
    /// The spread of the bins of the peak, in bins: 0 for a steady sinusoid.
    var width: Double
    /// The share of the frame's power, in 0...1.
    var share: Double
  }

  /// The largest number of peaks of a frame.
  static let capacity = 20
  /// Peaks with less than this share of the power are not taken: −60 dB.
  static let leastShare = 1e-6
  /// Half bins from a peak to where it has certainly ended.
  private static let reach = 4

  let frameSize: Int
  /// The peaks of the latest frame, in the order of their frequencies.
  private(set) var peaks: [Peak]
  private var transform: RealFourierTransform
  private var spectrum: [Float]  // X, split, at every half bin
  private var powers: [Float]  // |H|² at every half bin

  /// Plans a search.
  ///
  /// - Parameter frameSize: A power of two, in 32...32768.
  /// - Throws: ``FourierError`` for any other size.
  init(frameSize: Int) throws(FourierError) {
    transform = try RealFourierTransform(length: 2 * frameSize)
    spectrum = Array(repeating: 0, count: 2 * frameSize)
    powers = Array(repeating: 0, count: frameSize)
    var peaks: [Peak] = []
    peaks.reserveCapacity(Self.capacity + 1)
    self.peaks = peaks
    self.frameSize = frameSize
  }

  /// Finds the ``peaks`` of a frame.
  mutating func update(_ frame: Span<Float>) {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    spectrum.load(frame, mean: frame.mean)
    transform.forward(&spectrum)
    let total = computePowers()
    peaks.removeAll(keepingCapacity: true)
    guard total > 0, total.isFinite else { return }
    for index in 4..<(frameSize - 4)
    where powers[index] > powers[index - 1] && powers[index] >= powers[index + 1] {
      keepPeak(at: index, total: total)
    }
  }

  /// Fills `powers`, and returns their sum.
  private mutating func computePowers() -> Double {
    let count = frameSize
    return spectrum.withUnsafeBufferPointer { spectrum in
      powers.withUnsafeMutableBufferPointer { powers in
        var total = 0.0
        for index in 3..<(count - 3) {
          let real = 2 * spectrum[index] - spectrum[index - 2] - spectrum[index + 2]
          let imaginary =
            2 * spectrum[count + index] - spectrum[count + index - 2] - spectrum[count + index + 2]
          powers[index] = real * real + imaginary * imaginary
          total += Double(powers[index])
        }
        return total
      }
    }
  }

  private mutating func keepPeak(at index: Int, total: Double) {
    var power = 0.0
    let (first, last) = (max(0, index - Self.reach), min(frameSize - 1, index + Self.reach))
    for other in first...last { power += Double(powers[other]) }
    let share = power / total
    guard share >= Self.leastShare, let middle = position(near: index),
      let left = position(near: index - 2), let right = position(near: index + 2)
    else { return }
    let width = 0.5 * ((left - middle).magnitude + (right - middle).magnitude)
    // Side lobes and noise: their bins give frequencies far from them.
    guard (middle - Double(index) / 2).magnitude < 1, width < 1 else { return }
    insert(Peak(bin: middle, width: width, share: min(1, share)))
  }

  /// Returns the frequency that a half bin gives, in bins.
  private func position(near index: Int) -> Double? {
    let (low, high) = (index - 2, index + 2)
    let (realLow, realHigh) = (Double(spectrum[low]), Double(spectrum[high]))
    let (imaginaryLow, imaginaryHigh) = (
      Double(spectrum[frameSize + low]), Double(spectrum[frameSize + high])
    )
    let real = 2 * Double(spectrum[index]) - realLow - realHigh
    let imaginary = 2 * Double(spectrum[frameSize + index]) - imaginaryLow - imaginaryHigh
    let power = real * real + imaginary * imaginary
    guard power > 0 else { return nil }
    let product = (realLow - realHigh) * real + (imaginaryLow - imaginaryHigh) * imaginary
    return Double(index) / 2 + product / power
  }

  /// Keeps a peak; if there are too many, the weakest goes.
  private mutating func insert(_ peak: Peak) {
    // Two half bins of one main lobe may both be maxima.
    if let last = peaks.last, (last.bin - peak.bin).magnitude < 0.5 {
      if peak.share > last.share { peaks[peaks.count - 1] = peak }
      return
    }
    peaks.append(peak)
    guard peaks.count > Self.capacity else { return }
    var weakest = 0
    for index in peaks.indices where peaks[index].share < peaks[weakest].share { weakest = index }
    peaks.remove(at: weakest)
  }
}

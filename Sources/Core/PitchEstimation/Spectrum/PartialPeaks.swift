internal import SignalProcessing

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

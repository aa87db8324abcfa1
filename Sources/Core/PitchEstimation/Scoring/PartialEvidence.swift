import SignalProcessing

/// The evidence of a spectrum for the partials of a frequency: their distance from the noise, and
/// their share of the power.
struct PartialEvidence: Sendable {
  private typealias Parameters = TrackerParameters.Inputs

  private let binWidth: Double
  private let lobe: Double  // half of that of a partial, in bins
  private var signal: [Float]  // of each bin, 0...1
  private var highestSignal: [Float]  // of each bin and its neighbours; 0 at both ends
  private var sums: [Float]  // of the power below each bin
  private var total: Float = 0

  /// - Parameters:
  ///   - binCount: The number of bins up to half of the sample rate.
  ///   - frameSize: The length of the window before the transform, in samples.
  ///   - sampleRate: Samples per second, in hertz.
  init(binCount: Int, frameSize: Int, sampleRate: Double) {
    binWidth = sampleRate / Double(2 * binCount)
    lobe = 2 * sampleRate / Double(frameSize) / binWidth
    let count = min(binCount, Int(Parameters.highest / binWidth) + 2)
    signal = Array(repeating: 0, count: count)
    highestSignal = Array(repeating: 0, count: count)
    sums = Array(repeating: 0, count: count + 1)
  }

  /// Loads the power of each bin of a frame.
  mutating func load(_ power: [Float], _ noise: NoiseReduction) {
    let count = signal.count
    signal.withUnsafeMutableBufferPointer { signal in
      noise.noise.withUnsafeBufferPointer { noise in
        power.withUnsafeBufferPointer { power in
          for bin in 0..<count {
            let amplitude = (power[bin] / max(1e-20, noise[bin])).squareRoot()
            signal[bin] = amplitude / (amplitude + Parameters.halfAmplitude)
          }
        }
      }
      highestSignal.withUnsafeMutableBufferPointer { highest in
        for bin in 1..<max(1, count - 1) {
          highest[bin] = max(signal[bin], max(signal[bin - 1], signal[bin + 1]))
        }
      }
    }
    var sum: Float = 0
    sums.withUnsafeMutableBufferPointer { sums in
      for bin in 0..<count {
        sums[bin] = sum
        sum += noise.weights[bin] * max(0, power[bin] - noise.taken[bin])
      }
      sums[count] = sum
    }
    total = max(1e-20, sum)
  }

  /// Returns the signal of a frequency over the noise: 0.33 for noise, 1 for a tone without noise,
  /// 0 if it is unknown.
  func signal(at frequency: Double) -> Float { signal(atBin: frequency / binWidth) }

  @inline(__always)
  private func signal(atBin position: Double) -> Float {
    let bin = Int(position + 0.5)
    return bin < highestSignal.count ? highestSignal[bin] : 0
  }

  /// Returns the mean signal of the partials of a frequency, less that of the gaps between them,
  /// -1...1.
  func salience(of frequency: Double) -> Float {
    let bins = frequency / binWidth
    var sum: Float = 0
    var count: Float = 0
    for order in 1..<(Parameters.saliencePartialCount + 1) {
      guard Double(order) * frequency < Parameters.highest else { break }
      let partial = Double(order) * bins
      sum += signal(atBin: partial) - signal(atBin: partial - 0.5 * bins)
      count += 1
    }
    return count > 0 ? sum / count : 0
  }

  /// The power of the partials of a frequency, as shares of the total.
  struct Shares {
    var (odd, even): (Float, Float) = (0, 0)
    /// The power halfway between them: the odd partials of half the frequency.
    var between: Float = 0
    var strongest: Float = 0
  }

  func shares(of frequency: Double) -> Shares {
    var shares = Shares()
    let bins = frequency / binWidth
    let half = min(lobe, Parameters.largestLobe * bins)
    for order in 1..<(Parameters.sharePartialCount + 1) {
      guard Double(order) * frequency < Parameters.highest else { break }
      let partial = Double(order) * bins
      let power = power(around: partial, half)
      if order.isMultiple(of: 2) { shares.even += power } else { shares.odd += power }
      shares.strongest = max(shares.strongest, power)
      shares.between += self.power(around: partial - 0.5 * bins, half)
    }
    shares.odd /= total
    shares.even /= total
    shares.between /= total
    shares.strongest /= total
    return shares
  }

  @inline(never)
  private func power(around center: Double, _ half: Double) -> Float {
    let first = max(0, Int(nearest: center - half))
    let end = min(signal.count, Int(nearest: center + half) + 1)
    return end > first ? sums[end] - sums[first] : 0
  }
}

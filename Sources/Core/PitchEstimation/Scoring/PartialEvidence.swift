internal import SignalProcessing

/// The evidence of a spectrum for the partials of a frequency: their distance from the noise, and
/// their share of the power.
struct PartialEvidence: Sendable {
  /// The highest partial that counts, in hertz.
  static let highest = 5000.0
  /// The amplitude, as a multiple of the noise, whose signal is half that of a tone without noise.
  static let halfAmplitude: Float = 2

  private let binWidth: Double
  private let lobe: Double  // half of that of a partial, in bins
  private var signal: [Float]  // of each bin, 0...1
  private var sums: [Float]  // of the power below each bin
  private var total: Float = 0

  /// - Parameters:
  ///   - binCount: The number of bins up to half of the sample rate.
  ///   - frameSize: The length of the window before the transform, in samples.
  ///   - sampleRate: Samples per second, in hertz.
  init(binCount: Int, frameSize: Int, sampleRate: Double) {
    binWidth = sampleRate / Double(2 * binCount)
    lobe = 2 * sampleRate / Double(frameSize) / binWidth
    let count = min(binCount, Int(Self.highest / binWidth) + 2)
    signal = Array(repeating: 0, count: count)
    sums = Array(repeating: 0, count: count + 1)
  }

  /// Loads the power of each bin of a frame.
  mutating func load(_ power: [Float], _ noise: NoiseReduction) {
    var sum: Float = 0
    for bin in 0..<signal.count {
      let amplitude = (power[bin] / max(1e-20, noise.noise[bin])).squareRoot()
      signal[bin] = amplitude / (amplitude + Self.halfAmplitude)
      sums[bin] = sum
      sum += noise.weights[bin] * max(0, power[bin] - noise.taken[bin])
    }
    sums[signal.count] = sum
    total = max(1e-20, sum)
  }

  /// Returns the signal of a frequency over the noise: 0.33 for noise, 1 for a tone without noise,
  /// 0 if it is unknown.
  @inline(never)
  func signal(at frequency: Double) -> Float {
    let bin = Int((frequency / binWidth).rounded())
    guard bin >= 1, bin + 1 < signal.count else { return 0 }
    return max(signal[bin], max(signal[bin - 1], signal[bin + 1]))
  }

  /// Returns the mean signal of the partials of a frequency, less that of the gaps between them,
  /// -1...1.
  func salience(of frequency: Double) -> Float {
    var sum: Float = 0
    var count: Float = 0
    for order in 1..<11 {
      let partial = Double(order) * frequency
      guard partial < Self.highest else { break }
      sum += signal(at: partial) - signal(at: partial - 0.5 * frequency)
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
    let half = min(lobe, 0.25 * frequency / binWidth)
    for order in 1..<21 {
      let partial = Double(order) * frequency
      guard partial < Self.highest else { break }
      let share = share(at: partial, half)
      if order.isMultiple(of: 2) { shares.even += share } else { shares.odd += share }
      shares.strongest = max(shares.strongest, share)
      shares.between += self.share(at: partial - 0.5 * frequency, half)
    }
    return shares
  }

  @inline(never)
  private func share(at frequency: Double, _ half: Double) -> Float {
    let center = frequency / binWidth
    let first = max(0, Int((center - half).rounded()))
    let end = min(signal.count, Int((center + half).rounded()) + 1)
    return end > first ? (sums[end] - sums[first]) / total : 0
  }
}

/// Tells from the spectrum whether something began to sound.
///
/// The power of each bin is compared with its own mean of the last tenths of a second. Two steady
/// lines in one bin beat, but never exceed twice that mean; a new line does.
///
/// - Complexity: O(*N*) time for *N* bins. No allocation after `init`.
struct RisingLines: Sendable {
  private typealias Parameters = TrackerParameters.Attack

  /// The share of the power of the last frame, without noise, in bins that rose.
  private(set) var share: Float = 0
  private var means: [Float]  // of the power of each bin
  private let memoryShare: Float

  /// - Parameters:
  ///   - spectrum: The spectrum of the longest window.
  ///   - hopDuration: The time from one learned frame to the next, in seconds.
  init(of spectrum: MultiresolutionCandidates.SpectrumShape, hopDuration: Double) {
    let binWidth = spectrum.sampleRate / Double(2 * spectrum.binCount)
    means = Array(repeating: 0, count: min(spectrum.binCount, Int(Parameters.highest / binWidth)))
    memoryShare = Float(min(1, hopDuration / Parameters.memory))
  }

  /// Learns from a frame.
  ///
  /// - Parameters:
  ///   - power: The power of each bin.
  ///   - noise: The mean power of the noise in each bin.
  mutating func learn(_ power: [Float], above noise: [Float]) {
    var (whole, risen): (Float, Float) = (0, 0)
    let (leastRise, leastSignal, memoryShare) = (
      Parameters.leastRise, Parameters.leastSignal, memoryShare
    )
    means.withUnsafeMutableBufferPointer { means in
      power.withUnsafeBufferPointer { power in
        noise.withUnsafeBufferPointer { noise in
          for bin in 0..<means.count {
            let (value, mean) = (power[bin], means[bin])
            let line = value > leastSignal * noise[bin] ? value : 0
            whole += line
            risen += value > leastRise * mean ? line : 0
            means[bin] = mean + memoryShare * (value - mean)
          }
        }
      }
    }
    share = whole > 0 ? risen / whole : 0
  }
}

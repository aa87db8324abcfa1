internal import SignalProcessing

/// Reads sound so that a gliding pitch stands still.
///
/// A pitch that changes by the share g each sample has the phase ω (t + g t²/2). Read at the times
/// t(τ) for which t + g t²/2 = τ, it is steady, and so are all its harmonics.
///
/// - SeeAlso: S. M. Nørholm, J. R. Jensen, M. G. Christensen, "Instantaneous fundamental frequency
///   estimation with optimal segmentation for nonstationary voiced speech", IEEE/ACM Trans. Audio,
///   Speech, Language Process. 24(12), 2016.
struct TimeWarper: Sendable {
  /// The largest share by which the pitch may change over half the window; more is limited to this.
  private static let largestChange = 0.24
  private var source: [Float]

  /// - Parameter maximumCount: The largest number of samples to copy.
  init(maximumCount: Int) {
    source = Array(repeating: 0, count: maximumCount + maximumCount / 4 + 9)
  }

  /// Copies warped samples around a sample of the stream, by cubic interpolation.
  ///
  /// - Parameters:
  ///   - framer: Holds the sound.
  ///   - center: The index in the stream of the sample in the middle.
  ///   - count: The number of samples, odd.
  ///   - glide: The share by which the pitch changes per sample.
  ///   - target: Receives them in its first `count` elements.
  mutating func copySamples(
    of framer: borrowing Framer, around center: Int64, count: Int, glide: Double,
    to target: inout [Float]
  ) {
    let half = count / 2
    let reach = half + half / 5 + 3  // the largest change reads 0.16 of the half beyond it
    let limit = Self.largestChange / Double(max(1, half))
    let glide = max(-limit, min(limit, glide))
    framer.copySamples(
      around: center, count: min(source.count, 2 * reach + 1), within: framer.passedPositions,
      to: &source)
    source.withUnsafeBufferPointer { source in
      target.withUnsafeMutableBufferPointer { target in
        for index in 0..<count {
          let tau = Double(index - half)
          let time = 2 * tau / (1 + (1 + 2 * glide * tau).squareRoot())
          let position = time + Double(reach)
          let whole = Int(position)
          let x = Float(position - Double(whole))
          // Lagrange's polynomial through four samples.
          let (x1, x2, x3) = (x + 1, x - 1, x - 2)
          let outer = (source[whole + 2] * x1 - source[whole - 1] * x3) * x * x2
          let inner = (source[whole] * x2 - source[whole + 1] * x) * x1 * x3
          target[index] = (outer + 3 * inner) * (1.0 / 6)
        }
      }
    }
  }
}

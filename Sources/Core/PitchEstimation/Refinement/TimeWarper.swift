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
  /// The samples to read, in its first ``sourceCount(for:)`` elements.
  var source: [Float]

  /// - Parameter maximumCount: The largest number of samples to copy.
  init(maximumCount: Int) {
    source = Array(repeating: 0, count: Self.sourceCount(for: maximumCount) + 9)
  }

  /// The number of samples to read for a number of warped ones, both odd.
  static func sourceCount(for count: Int) -> Int { count + 2 * margin(of: count / 2) }

  /// The number of samples that are read beyond each end: more than 0.163 of the half, which the
  /// largest change takes.
  private static func margin(of half: Int) -> Int { half / 5 + 12 }

  /// Warps ``source``, by cubic interpolation.
  ///
  /// - Parameters:
  ///   - count: The number of samples, odd; the one in the middle stays where it is.
  ///   - glide: The share by which the pitch changes per sample.
  ///   - target: Receives them in its first `count` elements.
  func warp(count: Int, glide: Double, to target: inout [Float]) {
    let half = count / 2
    let margin = Self.margin(of: half)
    let limit = Self.largestChange / Double(max(1, half))
    let change = Float(2 * max(-limit, min(limit, glide)))
    // t − τ is small, so that single precision gives it to 1/20,000 of a sample.
    Self.warp(source, margin: margin, change: change, half: half, count: count, to: &target)
  }
}

#if arch(wasm32)
  extension TimeWarper {
    /// One sample at a time, with the same bits: the page's modules are small.
    private static func warp(
      _ source: [Float], margin: Int, change: Float, half: Int, count: Int,
      to target: inout [Float]
    ) {
      source.withUnsafeBufferPointer { source in
        target.withUnsafeMutableBufferPointer { target in
          for index in 0..<count {
            let tau = Float(index - half)
            let root = 1 + (1 + change * tau).squareRoot()
            let place = Float(margin) - change * tau * tau / (root * root)
            let whole = Int(place)
            let (start, x) = (index + whole, place - Float(whole))
            // Lagrange's polynomial, as below.
            let (x1, x2, x3) = (x + 1, x - 1, x - 2)
            let outer = (source[start + 2] * x1 - source[start - 1] * x3) * x * x2
            let inner = (source[start] * x2 - source[start + 1] * x) * x1 * x3
            target[index] = (outer + 3 * inner) * (1.0 / 6)
          }
        }
      }
    }
  }
#else
  extension TimeWarper {
    /// Samples that are computed at once.
    private typealias Samples = SIMD8<Float>
    private static var laneCount: Int { Samples.scalarCount }

    private static func warp(
      _ source: [Float], margin: Int, change: Float, half: Int, count: Int,
      to target: inout [Float]
    ) {
      source.withUnsafeBufferPointer { source in
        target.withUnsafeMutableBytes { target in
          guard let source = source.baseAddress else { return }
          var lanes = Samples.zero
          for lane in 0..<laneCount { lanes[lane] = Float(lane) }
          for first in stride(from: 0, to: count, by: laneCount) {
            let tau = lanes + Float(first - half)
            let root = 1 + (1 + change * tau).squareRoot()
            let places = Float(margin) - change * tau * tau / (root * root)
            let values = values(source, at: places, after: first, turn: half - first)
            if first + laneCount <= count {
              target.storeBytes(of: values, toByteOffset: 4 * first, as: Samples.self)
            } else {
              for lane in 0..<(count - first) {
                target.storeBytes(
                  of: values[lane], toByteOffset: 4 * (first + lane), as: Float.self)
              }
            }
          }
        }
      }
    }

    /// Reads values between the samples, each the share of a sample farther than the one before.
    ///
    /// - Parameters:
    ///   - source: The samples.
    ///   - places: The distances from the samples `first`, `first` + 1, … in samples.
    ///   - first: The index of a sample.
    ///   - turn: The lane at which the distances begin to fall, if it is one of them.
    /// - Returns: The values.
    @inline(__always)
    private static func values(
      _ source: UnsafePointer<Float>, at places: Samples, after first: Int, turn: Int
    ) -> Samples {
      func row(_ index: Int) -> Samples {
        UnsafeRawPointer(source + index).loadUnaligned(as: Samples.self)
      }
      let whole = Int(places[0])
      if whole == Int(places[laneCount - 1]), !(0..<laneCount).contains(turn) {
        // The samples lie in a row.
        let start = first + whole
        return cubic(
          row(start - 1), row(start), row(start + 1), row(start + 2),
          at: places - Float(whole))
      }
      var before = Samples.zero
      var (left, right, after, x) = (before, before, before, before)
      for lane in 0..<laneCount {
        let whole = Int(places[lane])
        let start = first + lane + whole
        before[lane] = source[start - 1]
        left[lane] = source[start]
        right[lane] = source[start + 1]
        after[lane] = source[start + 2]
        x[lane] = places[lane] - Float(whole)
      }
      return cubic(before, left, right, after, at: x)
    }

    /// Lagrange's polynomial through four samples, at the share x of the distance between the inner
    /// two.
    @inline(__always)
    private static func cubic(
      _ before: Samples, _ left: Samples, _ right: Samples, _ after: Samples, at x: Samples
    ) -> Samples {
      let (x1, x2, x3) = (x + 1, x - 1, x - 2)
      let outer = (after * x1 - before * x3) * x * x2
      let inner = (left * x2 - right * x) * x1 * x3
      return (outer + 3 * inner) * (1.0 / 6)
    }
  }
#endif

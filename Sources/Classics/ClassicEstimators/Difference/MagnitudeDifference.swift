internal import PitchEstimation

/// The average magnitude difference function (AMDF) for lags 0...``longestLag``.
///
/// D(τ) = 1/W Σ |x(j) − x(j+τ)| over j in 0..<``windowSize``: 0 for a perfect repetition. Every lag
/// compares the same number of samples. Unlike a correlation, it cannot be computed by a Fourier
/// transform; it is summed for four lags at once, eight samples at a time.
///
/// - Complexity: O(*W* · *L*) time for a window of *W* samples and a longest lag of *L*. No
///   allocation.
/// - SeeAlso: M. Ross, H. Shaffer, A. Cohen, R. Freudberg, H. Manley, "Average magnitude difference
///   function pitch extractor", IEEE Trans. ASSP 22(5), 1974,
///   [doi:10.1109/TASSP.1974.1162598](https://doi.org/10.1109/TASSP.1974.1162598).
package struct MagnitudeDifference: FrameTransformer {
  /// The number of samples compared at each lag, a multiple of 8.
  package let windowSize: Int
  /// The longest lag, in samples; the number of lags is a multiple of 4.
  package let longestLag: Int

  /// Plans a magnitude difference function.
  ///
  /// - Parameters:
  ///   - windowSize: The number of samples compared at each lag; rounded up to a multiple of 8.
  ///   - longestLag: The longest lag, in samples; rounded up so that the number of lags is a
  ///     multiple of 4.
  package init(windowSize: Int, longestLag: Int) {
    self.windowSize = (max(1, windowSize) + 7) / 8 * 8
    self.longestLag = (max(1, longestLag) + 4) / 4 * 4 - 1
  }

  /// `windowSize + longestLag`.
  package var frameSize: Int { windowSize + longestLag }

  /// One value for each lag in 0...``longestLag``.
  package var outputSize: Int { longestLag + 1 }

  /// Computes D(τ); the index of the output is the lag τ.
  package mutating func transform(_ frame: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    precondition(output.count == outputSize, "output.count must equal outputSize")
    update(0..<outputSize, of: &output, from: frame)
  }

  /// Computes D(τ) for some lags only, and for those that share a vector of four with them.
  func update(
    _ lags: Range<Int>, of output: inout MutableSpan<Float>, from frame: Span<Float>
  ) {
    let scale = 1 / Float(windowSize)
    let windowSize = windowSize
    let lags = (max(0, lags.lowerBound) / 4 * 4)..<min(outputSize, lags.upperBound)
    frame.withUnsafeBufferPointer { frame in
      output.withUnsafeMutableBufferPointer { output in
        let bytes = UnsafeRawBufferPointer(frame)
        for lag in stride(from: lags.lowerBound, to: lags.upperBound, by: 4) {
          let sums = Self.sums(of: bytes, and: bytes, count: windowSize, firstLag: lag)
          for offset in 0..<4 { output[lag + offset] = sums[offset] * scale }
        }
      }
    }
  }

  /// As ``update(_:of:from:)``, of an array.
  func update(_ lags: Range<Int>, of output: inout [Float], from frame: Span<Float>) {
    var span = output.mutableSpan
    update(lags, of: &span, from: frame)
  }

  /// Σ |x(j) − y(j+τ)| over j in 0..<`count` for four lags, so that each x(j) is loaded once for
  /// all four; `count` is a multiple of 8.
  @inline(__always)
  static func sums(
    of x: UnsafeRawBufferPointer, and y: UnsafeRawBufferPointer, count: Int, firstLag: Int
  ) -> SIMD4<Float> {
    var (sum0, sum1) = (SIMD8<Float>(), SIMD8<Float>())
    var (sum2, sum3) = (SIMD8<Float>(), SIMD8<Float>())
    var offset = 0
    while offset < 4 * count {
      let here = x.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      let there = offset + 4 * firstLag
      sum0 += magnitude(here - y.loadUnaligned(fromByteOffset: there, as: SIMD8.self))
      sum1 += magnitude(here - y.loadUnaligned(fromByteOffset: there + 4, as: SIMD8.self))
      sum2 += magnitude(here - y.loadUnaligned(fromByteOffset: there + 8, as: SIMD8.self))
      sum3 += magnitude(here - y.loadUnaligned(fromByteOffset: there + 12, as: SIMD8.self))
      offset += 32
    }
    return SIMD4(sum0.sum(), sum1.sum(), sum2.sum(), sum3.sum())
  }

  /// The magnitudes, by clearing the sign bits.
  @inline(__always)
  private static func magnitude(_ values: SIMD8<Float>) -> SIMD8<Float> {
    unsafeBitCast(
      unsafeBitCast(values, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
  }
}

/// An estimate of the average magnitude difference function from a few of the samples.
///
/// D̃(τ) = 1/4n Σ |x(s i + b) − x(s i + b + τ)| over i in 0..<n and four offsets b, for every lag τ
/// of ``MagnitudeDifference``: one sample in s/4 of its window, at uneven distances, so that no
/// period of a few samples is always met at the same phase. At least about 160 samples are taken,
/// which puts D̃ within about 6 % of D, even where D is small.
///
/// - Complexity: O(*W* · *L* / s) time for a window of *W* samples and a longest lag of *L*. No
///   allocation after `init`.
struct SparseMagnitudeDifference: Sendable {
  private static let leastCount = 320

  /// True if every sample is used, so that nothing is estimated.
  let isExact: Bool
  private let step: Int  // s, a power of two
  private let offsets: [Int]  // b, below s
  private let count: Int  // n
  private let rowLength: Int
  private var rows: [Float]  // row r: x(r), x(s + r), x(2 s + r), …

  /// - Parameter difference: The function to estimate.
  init(of difference: MagnitudeDifference) {
    var step = 4
    while difference.windowSize / (step / 2) >= Self.leastCount, step < 256 { step *= 2 }
    self.step = step
    isExact = step == 4
    let quarter = step / 4
    offsets =
      isExact ? [0, 1, 2, 3] : [0, quarter + 1, 2 * quarter - 2, 3 * quarter - 1]
    count = difference.windowSize / step / 8 * 8
    // Four lags are summed at once, three of which may lie beyond the last one.
    rowLength = difference.frameSize / step + 6
    rows = Array(repeating: 0, count: step * rowLength)
  }

  /// Estimates D(τ); the index of the output is the lag τ.
  mutating func transform(_ frame: Span<Float>, into output: inout [Float]) {
    let (step, offsets, count, rowLength) = (step, offsets, count, rowLength)
    let scale = 1 / Float(4 * count)
    frame.withUnsafeBufferPointer { frame in
      rows.withUnsafeMutableBufferPointer { rows in
        for index in frame.indices {
          rows[index % step * rowLength + index / step] = frame[index]
        }
        output.withUnsafeMutableBufferPointer { output in
          let rows = UnsafeRawBufferPointer(UnsafeBufferPointer(rows))
          for remainder in 0..<step {
            for block in stride(from: 0, to: (output.count - remainder + step - 1) / step, by: 4) {
              var sums = SIMD4<Float>.zero
              for offset in offsets {
                let there = (offset + remainder) % step * rowLength + (offset + remainder) / step
                sums += MagnitudeDifference.sums(
                  of: UnsafeRawBufferPointer(rebasing: rows[(4 * offset * rowLength)...]),
                  and: UnsafeRawBufferPointer(rebasing: rows[(4 * there)...]), count: count,
                  firstLag: block)
              }
              for lane in 0..<4 where (block + lane) * step + remainder < output.count {
                output[(block + lane) * step + remainder] = sums[lane] * scale
              }
            }
          }
        }
      }
    }
  }
}

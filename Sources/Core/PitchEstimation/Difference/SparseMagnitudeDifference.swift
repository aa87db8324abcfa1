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

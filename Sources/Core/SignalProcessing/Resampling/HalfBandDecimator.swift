/// Halves the sample rate of frames, with linear-phase half-band filters.
///
/// In such a filter, every second coefficient except the middle one is 0, and the others are
/// symmetrical: a sample of the output takes one multiplication for two of its coefficients. Both
/// filters are equiripple.
///
/// - Complexity: O(*n*) time for *n* samples. No allocation after `init`.
/// - SeeAlso: P. Vaidyanathan, T. Nguyen, "A 'trick' for the design of FIR half-band filters", IEEE
///   Trans. Circuits and Systems 34(3), 1987,
///   [doi:10.1109/TCS.1987.1086124](https://doi.org/10.1109/TCS.1987.1086124).
package struct HalfBandDecimator: Sendable {
  /// The share of the halved rate up to which signals pass without aliases: with the narrow filter,
  /// and with the quick one.
  package static let passbands = (narrow: 0.46, quick: 0.38)
  /// The attenuation of aliases in the passband, in decibels: of the narrow filter, and of the
  /// quick one.
  package static let attenuations = (narrow: 58.0, quick: 52.0)

  /// The largest number of samples in a frame.
  package let maximumCount: Int
  // The coefficients at odd distances from the middle.
  private let narrow: [Float] = [
    0.317894, -0.104860, 0.061607, -0.042633, 0.031778, -0.024642, 0.019537, -0.015677,
    0.012650, -0.010215, 0.008225, -0.006584, 0.005225, -0.004098, 0.003167, -0.002404,
    0.001782, -0.001283, 0.000889, -0.000972,
  ]
  private let quick: [Float] = [
    0.314175, -0.094196, 0.045387, -0.022834, 0.010563, -0.004296,
  ]
  private static let reach = 20  // of the longer one
  // The even samples, and from `oddStart` on the odd ones, with padding on both sides.
  private var parts: [Float]
  private let oddStart: Int
  private var count = 0

  /// Plans the filters.
  ///
  /// - Parameter maximumCount: The largest number of samples in a frame, at least 1.
  package init(maximumCount: Int) {
    self.maximumCount = max(1, maximumCount)
    oddStart = (self.maximumCount + 1) / 2 + 4
    parts = Array(repeating: 0, count: 2 * oddStart + 2 * Self.reach)
  }

  /// Loads a frame. Beyond it, its first and last samples are repeated.
  ///
  /// - Parameter frame: 1...``maximumCount`` samples.
  @inline(never)
  package mutating func load(_ frame: Span<Float>) {
    precondition(frame.count >= 1 && frame.count <= maximumCount, "frame.count is out of its range")
    count = frame.count
    let (odd, half) = (oddStart + Self.reach, count / 2)
    frame.withUnsafeBufferPointer { frame in
      parts.withUnsafeMutableBufferPointer { parts in
        if let frame = frame.baseAddress, let parts = parts.baseAddress {
          var index = 0
          while index + 4 <= half {
            let (low, high) = (SIMD4(frame, 2 * index), SIMD4(frame, 2 * index + 4))
            SIMD4.evens(low, high).store(parts, index)
            SIMD4.odds(low, high).store(parts, odd + index)
            index += 4
          }
          while index < half {
            parts[index] = frame[2 * index]
            parts[odd + index] = frame[2 * index + 1]
            index += 1
          }
        }
        let last = frame[frame.count - 1]
        for index in half..<oddStart { parts[index] = last }
        for index in oddStart..<odd { parts[index] = frame[0] }
        for index in (odd + half)..<parts.count { parts[index] = last }
      }
    }
  }

  /// Writes the frame at half its sample rate; sample m is at sample 2m of the frame.
  ///
  /// - Parameters:
  ///   - isNarrow: Whether to use the filter with the narrow transition band.
  ///   - output: Receives half as many samples as were loaded, rounded up to a multiple of 4.
  ///   - start: The index of the first of them.
  package func write(isNarrow: Bool, to output: inout [Float], at start: Int) {
    let coefficients = isNarrow ? narrow : quick
    let vectors = (count + 7) / 8
    precondition(start + 4 * vectors <= output.count, "output is too short")
    let odd = oddStart + Self.reach
    coefficients.withUnsafeBufferPointer { coefficients in
      parts.withUnsafeBufferPointer { parts in
        output.withUnsafeMutableBufferPointer { output in
          // By pointers: each access through a buffer would be checked again.
          guard let parts = parts.baseAddress, let output = output.baseAddress else { return }
          let target = output + start
          // Four sums at once share the coefficients, and none waits for the one before.
          let whole = 4 * vectors & ~15
          var index = 0
          while index < whole {
            var sum0 = 0.5 * SIMD4<Float>(parts, index)
            var sum1 = 0.5 * SIMD4<Float>(parts, index &+ 4)
            var sum2 = 0.5 * SIMD4<Float>(parts, index &+ 8)
            var sum3 = 0.5 * SIMD4<Float>(parts, index &+ 12)
            var (left, right) = (parts + (odd &+ index &- 1), parts + (odd &+ index))
            for coefficient in coefficients {
              sum0 += coefficient * (SIMD4(left, 0) + SIMD4(right, 0))
              sum1 += coefficient * (SIMD4(left, 4) + SIMD4(right, 4))
              sum2 += coefficient * (SIMD4(left, 8) + SIMD4(right, 8))
              sum3 += coefficient * (SIMD4(left, 12) + SIMD4(right, 12))
              left -= 1
              right += 1
            }
            sum0.store(target, index)
            sum1.store(target, index &+ 4)
            sum2.store(target, index &+ 8)
            sum3.store(target, index &+ 12)
            index &+= 16
          }
          while index < 4 * vectors {
            var sum = 0.5 * SIMD4<Float>(parts, index)
            var (left, right) = (parts + (odd &+ index &- 1), parts + (odd &+ index))
            for coefficient in coefficients {
              sum += coefficient * (SIMD4(left, 0) + SIMD4(right, 0))
              left -= 1
              right += 1
            }
            sum.store(target, index)
            index &+= 4
          }
        }
      }
    }
  }
}

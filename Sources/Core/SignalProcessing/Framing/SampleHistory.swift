/// The newest samples of a stream, for views that are drawn at other times than samples arrive.
///
/// Samples that are not finite, or beyond ±``Framer/largestMagnitude``, become zero.
///
/// - Complexity: O(*n*) time for *n* samples. No allocation after `init`.
package struct SampleHistory: Sendable {
  /// The number of samples that are kept.
  package let capacity: Int
  /// The number of appended samples: the position in the stream of the next sample.
  ///
  /// It has 64 bits on every platform, because 32 bits would last only 12 hours at 48 kHz.
  package private(set) var endIndex: Int64 = 0
  private var samples: [Float]
  private var next = 0  // where the next sample goes, in `samples`

  /// Creates an empty history.
  ///
  /// - Parameter capacity: The number of samples to keep, at least 1.
  package init(capacity: Int) {
    precondition(capacity >= 1, "capacity must be at least 1")
    self.capacity = capacity
    samples = Array(repeating: 0, count: capacity)
  }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter block: Samples, any count and any values.
  package mutating func append(_ block: Span<Float>) {
    endIndex += Int64(block.count)
    let (first, capacity) = (max(0, block.count - capacity), capacity)
    var position = next
    block.withUnsafeBufferPointer { block in
      samples.withUnsafeMutableBufferPointer { samples in
        for index in first..<block.count {
          samples[position] = believable(block[index])
          position += 1
          if position == capacity { position = 0 }
        }
      }
    }
    next = position
  }

  /// Appends the next samples of the stream, in an array.
  ///
  /// - Parameter block: Samples, any count and any values.
  package mutating func append(_ block: [Float]) { append(block.span) }

  /// Copies the newest samples, with the newest one at the end.
  ///
  /// - Parameter output: Any number of samples. Samples before the stream, or no longer kept, are
  ///   0.
  package func copyNewest(into output: inout MutableSpan<Float>) {
    copy(into: &output, endingBefore: 0)
  }

  /// Copies samples that were followed by others.
  ///
  /// - Parameters:
  ///   - output: Any number of samples. Samples before the stream, or no longer kept, are 0.
  ///   - count: The number of samples that followed, below ``capacity``.
  package func copy(into output: inout MutableSpan<Float>, endingBefore count: Int) {
    let capacity = capacity
    let missing = max(0, output.count - (capacity - count))
    var position = next - count - (output.count - missing)
    if position < 0 { position += capacity }
    samples.withUnsafeBufferPointer { samples in
      output.withUnsafeMutableBufferPointer { output in
        for index in 0..<missing { output[index] = 0 }
        for index in missing..<output.count {
          output[index] = samples[position]
          position += 1
          if position == capacity { position = 0 }
        }
      }
    }
  }

  /// Returns the newest samples as an array.
  ///
  /// - Parameter count: The number of samples, 0 or more.
  /// - Returns: `count` samples, the newest last; 0 for samples before the stream, or no longer
  ///   kept.
  package func newest(_ count: Int) -> [Float] {
    var samples = [Float](repeating: 0, count: count)
    var span = samples.mutableSpan
    copyNewest(into: &span)
    return samples
  }
}

/// Returns the sample, or 0 if it is not finite or impossibly large.
@inline(__always)
func believable(_ sample: Float) -> Float {
  // False for NaN as well.
  sample.magnitude <= Framer.largestMagnitude ? sample : 0
}

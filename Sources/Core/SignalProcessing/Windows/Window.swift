/// A window function sampled for frames of one size.
public struct Window: Sendable {
  /// The relation between the first and the last weight of a window.
  public enum Symmetry: Sendable {
    /// The first and the last weight are equal: for filters.
    case symmetric
    /// The window of one sample more, without its last: for spectra. The usual choice.
    case periodic
  }

  /// One weight for each sample of a frame.
  public let weights: [Float]

  /// Samples one of the common window functions.
  ///
  /// - Parameters:
  ///   - shape: The window function.
  ///   - count: The number of samples in a frame, at least 1; a window of one sample is 1.
  ///   - symmetry: The relation between the first and the last weight.
  @inline(never)
  public init(_ shape: WindowShape, count: Int, symmetry: Symmetry = .periodic) {
    self.init(function: shape, count: count, symmetry: symmetry)
  }

  /// Samples any window function.
  ///
  /// - Parameters:
  ///   - function: The window function.
  ///   - count: The number of samples in a frame, at least 1; a window of one sample is 1.
  ///   - symmetry: The relation between the first and the last weight.
  public init(
    function: some WindowFunction, count: Int, symmetry: Symmetry = .periodic
  ) {
    let intervals = symmetry == .symmetric ? count - 1 : count
    weights = (0..<max(1, count)).map { index in
      guard count > 1 else { return 1 }
      return Float(function.weight(at: 2 * Double(index) / Double(intervals) - 1))
    }
  }

  /// The mean weight: the factor by which the window scales the peak of a sinusoid.
  public var coherentGain: Double {
    weights.reduce(0) { $0 + Double($1) } / Double(weights.count)
  }

  /// The width, in bins, of the rectangular filter that passes as much white noise.
  public var equivalentNoiseBandwidth: Double {
    let sum = weights.reduce(0) { $0 + Double($1) }
    let sumOfSquares = weights.reduce(0) { $0 + Double($1) * Double($1) }
    return Double(weights.count) * sumOfSquares / (sum * sum)
  }

  /// Multiplies a frame by the weights, in place.
  ///
  /// - Parameter frame: One sample for each of the ``weights``.
  /// - Precondition: `frame.count == weights.count`.
  /// - Complexity: O(*n*) time, no allocation.
  public func apply(to frame: inout MutableSpan<Float>) {
    precondition(frame.count == weights.count, "frame.count must equal weights.count")
    weights.withUnsafeBufferPointer { weights in
      frame.withUnsafeMutableBufferPointer { frame in
        for index in 0..<frame.count { frame[index] *= weights[index] }
      }
    }
  }

  /// Multiplies a frame by the weights, in an array.
  ///
  /// - Parameter frame: One sample for each of the ``weights``.
  public func apply(to frame: inout [Float]) {
    var span = frame.mutableSpan
    apply(to: &span)
  }
}

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
    // Not by a map, whose array grows.
    var weights = [Float](repeating: 1, count: max(1, count))
    if count > 1 {
      for index in 0..<count {
        weights[index] = Float(function.weight(at: 2 * Double(index) / Double(intervals) - 1))
      }
    }
    self.weights = weights
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

/// A function that weights the samples of a frame.
///
/// Conform your own type to use other weights.
public protocol WindowFunction: Sendable {
  /// Returns the weight at a position in the frame.
  ///
  /// - Parameter position: -1 at the first end of the window, 0 in the middle, 1 at the other end.
  /// - Returns: The weight, usually in 0...1.
  func weight(at position: Double) -> Double
}

/// The window functions in common use.
///
/// - SeeAlso: F. Harris, "On the use of windows for harmonic analysis with the discrete Fourier
///   transform", Proc. IEEE 66(1), 1978,
///   [doi:10.1109/PROC.1978.10837](https://doi.org/10.1109/PROC.1978.10837).
public enum WindowShape: WindowFunction, Hashable {
  /// All weights 1: the narrowest main lobe, side lobes at -13 dB.
  case rectangular
  /// Raised cosine: side lobes at -31 dB, falling by 18 dB per octave.
  case hann
  /// Raised cosine on a pedestal (0.54 and 0.46): side lobes at -43 dB.
  case hamming
  /// Four terms, minimum side lobes: -92 dB.
  case blackmanHarris
  /// A bell with a standard deviation of `deviation` times half the window, for example 0.4.
  case gaussian(deviation: Double)

  /// Returns the weight at a position in the frame.
  ///
  /// - Parameter position: -1 at the first end of the window, 0 in the middle, 1 at the other end.
  /// - Returns: The weight, in 0...1.
  public func weight(at position: Double) -> Double {
    switch self {
    case .rectangular: 1
    case .hann: cosineSum(position, 0.5, 0.5)
    case .hamming: cosineSum(position, 0.54, 0.46)
    case .blackmanHarris: cosineSum(position, 0.35875, 0.48829, 0.14128, 0.01168)
    case .gaussian(let deviation):
      Elementary.exp(-0.5 * (position / deviation) * (position / deviation))
    }
  }

  /// Σ a(n) cos(nπx): seen from the middle of the window all terms have the same sign.
  @inline(never)  // four times the sum would be four times the code
  private func cosineSum(
    _ position: Double, _ a0: Double, _ a1: Double, _ a2: Double = 0, _ a3: Double = 0
  ) -> Double {
    let angle = Double.pi * position
    return a0 + a1 * Elementary.cos(angle) + a2 * Elementary.cos(2 * angle)
      + a3 * Elementary.cos(3 * angle)
  }
}

/// A window that is 1 in the middle and falls to 0 in straight lines on both sides.
///
/// It is the convolution of two rectangles, of the lengths ``rise`` and ``span``. Its transform is
/// the product of their transforms. If both lengths are whole numbers of periods, it has double
/// zeros at all multiples of the fundamental frequency. The partials of a harmonic sound then do
/// not disturb each other, and hardly do so if they deviate a little.
package struct TrapezoidWindow: Sendable {
  /// The distance from the middle of the rise to the middle of the fall, in samples; also the area
  /// of the window.
  package let span: Double
  /// The length of the rise, and of the fall, in samples, up to `span`.
  package let rise: Double
  private let edge: Float  // half the support
  private let steepness: Float

  /// Creates a window.
  ///
  /// - Parameters:
  ///   - span: The distance from the middle of the rise to the middle of the fall, in samples,
  ///     above 0.
  ///   - rise: The length of the rise, and of the fall, in samples, above 0 and at most `span`.
  package init(span: Double, rise: Double) {
    self.span = span
    self.rise = rise
    edge = Float((span + rise) / 2)
    steepness = Float(1 / rise)
  }

  /// The distance from the middle to where the window is 0, in samples.
  package var halfLength: Double { (span + rise) / 2 }

  /// Returns the weight of a sample.
  ///
  /// - Parameter distance: The distance from the middle, in samples.
  /// - Returns: 0...1.
  @inlinable
  package func weight(_ distance: Int) -> Float {
    min(1, max(0, (limit - Float(distance)) * slope))
  }

  /// Returns the weights of four samples in turn.
  ///
  /// - Parameter distance: The distance of the first of them from the middle, in samples.
  /// - Returns: 0...1.
  @inline(__always)
  func weights(_ distance: Int) -> SIMD4<Float> {
    let weights = (limit - (Float(distance) + SIMD4<Float>(0, 1, 2, 3))) * slope
    // Comparisons become one instruction each; minima of vectors are calls.
    let positive = weights.replacing(with: 0, where: weights .< 0)
    return positive.replacing(with: 1, where: positive .> 1)
  }

  @usableFromInline var limit: Float { edge }
  @usableFromInline var slope: Float { steepness }

  /// ∫ w(t) t² dt, in samples³.
  package var secondMoment: Double {
    let (flat, end) = ((span - rise) / 2, halfLength)
    return 2
      * (Self.cube(flat) / 3
        + (end * (Self.cube(end) - Self.cube(flat)) / 3
          - (Self.fourth(end) - Self.fourth(flat)) / 4) / rise)
  }

  /// ∫ w(t)² dt, in samples.
  package var energy: Double { span - rise / 3 }

  /// ∫ w(t)² t² dt, in samples³.
  package var energySecondMoment: Double {
    let (flat, end) = ((span - rise) / 2, halfLength)
    let fifths = Self.fourth(end) * end - Self.fourth(flat) * flat
    let slopes =
      end * end * (Self.cube(end) - Self.cube(flat)) / 3
      - end * (Self.fourth(end) - Self.fourth(flat)) / 2 + fifths / 5
    return 2 * (Self.cube(flat) / 3 + slopes / (rise * rise))
  }

  private static func cube(_ x: Double) -> Double { x * x * x }
  private static func fourth(_ x: Double) -> Double { x * x * x * x }
}

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

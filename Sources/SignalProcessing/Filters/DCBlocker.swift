/// Removes a constant offset from a stream: a first-order high-pass filter.
///
/// y(n) = x(n) − x(n−1) + R·y(n−1).
///
/// - SeeAlso: J. O. Smith, "Introduction to Digital Filters with Audio Applications", 2007,
///   section "DC Blocker".
public struct DCBlocker: Sendable {
  private let pole: Float
  private var lastInput: Float = 0
  private var lastOutput: Float = 0

  /// Creates a filter at rest.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in hertz, greater than 0.
  ///   - cutoff: The frequency that is lowered by 3 dB, in hertz, far below `sampleRate`.
  public init(sampleRate: Double, cutoff: Double = 5) {
    pole = Float(Elementary.exp(-2 * .pi * cutoff / sampleRate))
  }

  /// Filters the next samples in place.
  ///
  /// - Parameter block: Any number of samples, all finite.
  /// - Complexity: O(*n*) time, no allocation.
  public mutating func process(_ block: inout MutableSpan<Float>) {
    for index in block.indices {
      let input = block[index]
      lastOutput = input - lastInput + pole * lastOutput
      lastInput = input
      block[index] = lastOutput
    }
  }

  /// Filters the next samples in place, in an array.
  ///
  /// - Parameter block: Any number of samples, all finite.
  public mutating func process(_ block: inout [Float]) {
    var span = block.mutableSpan
    process(&span)
  }
}

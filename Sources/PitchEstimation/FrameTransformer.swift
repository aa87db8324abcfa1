/// A method that turns each frame of samples into the representation an estimator reads:
/// a difference function, a correlation, a spectrum.
///
/// Allocates in `init` and never in ``transform(_:into:)``, so that it may run on an audio thread.
public protocol FrameTransformer: Sendable {
  /// The number of samples in every frame passed to ``transform(_:into:)``.
  var frameSize: Int { get }

  /// The number of values that ``transform(_:into:)`` writes.
  var outputSize: Int { get }

  /// Computes the representation of one frame.
  ///
  /// - Parameters:
  ///   - frame: Mono samples, nominal range -1...1, all finite.
  ///   - output: Where the ``outputSize`` values go.
  /// - Precondition: `frame.count == frameSize` and `output.count == outputSize`.
  mutating func transform(_ frame: Span<Float>, into output: inout MutableSpan<Float>)
}

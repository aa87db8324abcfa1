/// A method that turns each frame of samples into the input of an estimator: a difference function,
/// a correlation, a spectrum.
///
/// It allocates in `init` and never in ``transform(_:into:)``, so that it can run on an audio
/// thread.
public protocol FrameTransformer: Sendable {
  /// The number of samples in every frame passed to ``transform(_:into:)``.
  var frameSize: Int { get }

  /// The number of values that ``transform(_:into:)`` writes.
  var outputSize: Int { get }

  /// Computes the representation of one frame.
  ///
  /// - Parameters:
  ///   - frame: Mono samples, nominal range -1...1, all finite.
  ///   - output: Receives the ``outputSize`` values.
  /// - Precondition: `frame.count == frameSize` and `output.count == outputSize`.
  mutating func transform(_ frame: Span<Float>, into output: inout MutableSpan<Float>)
}

extension FrameTransformer {
  /// Transforms into an array that is kept as a workspace; see ``transform(_:into:)``.
  package mutating func transform(_ frame: Span<Float>, into output: inout [Float]) {
    var span = output.mutableSpan
    transform(frame, into: &span)
  }

  /// Computes the representation of one frame, as an array.
  ///
  /// - Parameter frame: ``frameSize`` mono samples, nominal range -1...1, all finite.
  /// - Returns: ``outputSize`` values.
  public mutating func transform(_ frame: [Float]) -> [Float] {
    var output = [Float](repeating: 0, count: outputSize)
    transform(frame.span, into: &output)
    return output
  }
}

extension [Float] {
  /// Copies a frame less its mean, and fills the rest with zeros.
  ///
  /// - Precondition: `frame.count <= count`.
  package mutating func load(_ frame: Span<Float>, mean: Float) {
    withUnsafeMutableBufferPointer { buffer in
      frame.withUnsafeBufferPointer { frame in
        for index in 0..<frame.count { buffer[index] = frame[index] - mean }
        for index in frame.count..<buffer.count { buffer[index] = 0 }
      }
    }
  }

  /// Copies a frame less its mean, times the weights of a window, and fills the rest with zeros.
  ///
  /// - Precondition: `weights.count == frame.count <= count`.
  package mutating func load(_ frame: Span<Float>, mean: Float, weights: [Float]) {
    withUnsafeMutableBufferPointer { buffer in
      frame.withUnsafeBufferPointer { frame in
        weights.withUnsafeBufferPointer { weights in
          for index in 0..<frame.count { buffer[index] = (frame[index] - mean) * weights[index] }
          for index in frame.count..<buffer.count { buffer[index] = 0 }
        }
      }
    }
  }
}

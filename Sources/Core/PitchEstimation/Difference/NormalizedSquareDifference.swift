public import SignalProcessing

/// The normalised square difference function (NSDF) of McLeod and Wyvill for lags
/// 0...``longestLag``, by fast Fourier transform.
///
/// n′(τ) = 2 r′(τ) / m′(τ), with the autocorrelation r′(τ) = Σ x(j) x(j+τ) and the energies
/// m′(τ) = Σ x(j)² + x(j+τ)² over all j in 0..<`frameSize` − τ (equations 6 and 9 of the paper):
/// 1 for a perfect repetition, -1 for a perfect inversion. Every lag is centred on the frame.
///
/// - Complexity: O(*N* log *N*) time for a frame of *N* samples. No allocation after `init`.
/// - SeeAlso: P. McLeod, G. Wyvill, "A smarter way to find pitch", Proc. ICMC 2005.
public struct NormalizedSquareDifference: FrameTransformer {
  /// The number of samples in a frame.
  public let frameSize: Int
  /// The longest lag, in samples.
  public let longestLag: Int
  private var transform: RealFourierTransform
  private var buffer: [Float]

  /// Plans a normalised square difference function.
  ///
  /// - Parameters:
  ///   - frameSize: The number of samples in a frame, at least 2.
  ///   - longestLag: The longest lag, in samples, in 1..<`frameSize`.
  /// - Throws: ``SignalProcessing/FourierError`` if `frameSize + longestLag` samples exceed the
  ///   longest Fourier transform (65,536).
  public init(frameSize: Int, longestLag: Int) throws(FourierError) {
    self.frameSize = max(2, frameSize)
    self.longestLag = min(max(1, longestLag), self.frameSize - 1)
    let length = RealFourierTransform.shortestLength(holding: self.frameSize + self.longestLag)
    transform = try RealFourierTransform(length: length)
    buffer = Array(repeating: 0, count: length)
  }

  /// One value for each lag in 0...``longestLag``.
  public var outputSize: Int { longestLag + 1 }

  /// Computes n′(τ), in -1...1; the index of the output is the lag τ. All 0 for a constant frame.
  public mutating func transform(_ frame: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    precondition(output.count == outputSize, "output.count must equal outputSize")
    let mean = frame.mean
    buffer.load(frame, mean: mean)
    transform.autocorrelate(&buffer)
    normalize(frame, mean: mean, into: &output)
  }

  private func normalize(_ frame: Span<Float>, mean: Float, into output: inout MutableSpan<Float>) {
    let (frameSize, longestLag) = (frameSize, longestLag)
    frame.withUnsafeBufferPointer { frame in
      buffer.withUnsafeBufferPointer { correlation in
        output.withUnsafeMutableBufferPointer { output in
          // m′(0) = 2 Σ x²; each further lag loses one sample at either end.
          let total = 2 * Double(correlation[0])
          let silence = total * 1e-6
          var energy = total
          for lag in 0...longestLag {
            if lag > 0 {
              let first = Double(frame[lag - 1] - mean)
              let last = Double(frame[frameSize - lag] - mean)
              energy -= first * first + last * last
            }
            let value = energy > silence ? 2 * Double(correlation[lag]) / energy : 0
            output[lag] = Float(min(1, max(-1, value)))
          }
        }
      }
    }
  }
}

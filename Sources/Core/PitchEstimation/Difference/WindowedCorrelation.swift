public import SignalProcessing

/// The autocorrelation of a windowed frame divided by the autocorrelation of the window, for lags
/// 0...``longestLag``, by fast Fourier transform.
///
/// r(τ) = [r_a(τ) / r_a(0)] / [r_w(τ) / r_w(0)] with the autocorrelations r_a of the frame, less
/// its mean, times the window w, and r_w of the window itself (equations 8 and 9 of the paper). The
/// window fades out the ends of the frame, and the division removes the resulting slope of the
/// peaks: a perfect repetition is 1 at any lag.
///
/// - Complexity: O(*N* log *N*) time for a frame of *N* samples. No allocation after `init`.
/// - SeeAlso: P. Boersma, "Accurate short-term analysis of the fundamental frequency and the
///   harmonics-to-noise ratio of a sampled sound", IFA Proceedings 17, 1993.
public struct WindowedCorrelation: FrameTransformer {
  /// The number of samples in a frame.
  public let frameSize: Int
  /// The longest lag, in samples.
  public let longestLag: Int
  private let window: Window
  private let inverseCorrelation: [Float]  // r_w(0) / r_w(τ)
  private var transform: RealFourierTransform
  private var buffer: [Float]

  /// Plans a correlation function.
  ///
  /// - Parameters:
  ///   - frameSize: The number of samples in a frame, at least 4.
  ///   - longestLag: The longest lag, in samples, in 1...`frameSize` / 2: beyond it, the windows
  ///     hardly overlap.
  ///   - shape: The window.
  /// - Throws: ``SignalProcessing/FourierError`` if `frameSize + longestLag` samples exceed the
  ///   longest Fourier transform (65,536).
  public init(
    frameSize: Int, longestLag: Int, window shape: WindowShape = .hann
  ) throws(FourierError) {
    let frameSize = max(4, frameSize)
    let longestLag = min(max(1, longestLag), frameSize / 2)
    let length = RealFourierTransform.shortestLength(holding: frameSize + longestLag)
    var transform = try RealFourierTransform(length: length)
    let window = Window(shape, count: frameSize)
    var buffer = [Float](repeating: 0, count: length)
    for (index, weight) in window.weights.enumerated() { buffer[index] = weight }
    transform.autocorrelate(&buffer)
    let energy = buffer[0]
    inverseCorrelation = buffer[0...longestLag].map { $0 > 0 ? energy / $0 : 0 }
    self.frameSize = frameSize
    self.longestLag = longestLag
    self.window = window
    self.transform = transform
    self.buffer = buffer
  }

  /// One value for each lag in 0...``longestLag``.
  public var outputSize: Int { longestLag + 1 }

  /// Computes r(τ), about -1...1; the index of the output is the lag τ. All 0 for a constant frame.
  public mutating func transform(_ frame: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    precondition(output.count == outputSize, "output.count must equal outputSize")
    buffer.load(frame, mean: frame.mean, weights: window.weights)
    transform.autocorrelate(&buffer)
    let energy = buffer[0]
    let scale = energy > 0 ? 1 / energy : 0
    // Energies below the least normal number have no exact inverse.
    let isUsable = scale > 0 && scale.isFinite
    for lag in 0...longestLag {
      output[lag] = isUsable ? buffer[lag] * scale * inverseCorrelation[lag] : 0
    }
  }
}

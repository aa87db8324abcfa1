public import SignalProcessing

/// The complex spectrum of a windowed frame, optionally zero-padded, by fast Fourier transform.
///
/// X(k) = Σ w(n) (x(n) − m) e^(−2πikn/N), with the weights w of the window and, optionally, the
/// weighted mean m = Σ w x / Σ w, which makes bin 0 exactly zero, so that a constant offset does
/// not leak into other bins. The output is *split*, as in
/// ``SignalProcessing/RealFourierTransform``: element k is the real part and element N/2 + k the
/// imaginary part of bin k; element N/2 is bin N/2. There is no scale factor: a sine of amplitude a
/// between two bins peaks at a/2 · Σ w.
///
/// - Complexity: O(*N* log *N*) time for *N* = ``length``. No allocation after `init`.
public struct WindowedSpectrum: FrameTransformer {
  /// The number of samples in a frame.
  public let frameSize: Int
  /// True if the weighted mean of the frame is subtracted before the transform.
  public let removesOffset: Bool
  private let window: Window
  private let sumOfWeights: Double
  private var fourier: RealFourierTransform

  /// Plans a spectrum.
  ///
  /// - Parameters:
  ///   - frameSize: The number of samples in a frame, at least 1.
  ///   - window: The window function.
  ///   - padding: The smallest ratio of the transform's length to the frame's; zeros fill the rest.
  ///     The length is the next power of two. 1 by default.
  ///   - removesOffset: Whether the weighted mean of the frame is subtracted first.
  /// - Throws: ``SignalProcessing/FourierError`` if the padded frame is longer than the longest
  ///   Fourier transform (65,536).
  public init(
    frameSize: Int, window: some WindowFunction = WindowShape.hann, padding: Int = 1,
    removesOffset: Bool = false
  ) throws(FourierError) {
    let size = max(1, frameSize)
    let (padded, overflow) = size.multipliedReportingOverflow(by: max(1, padding))
    guard !overflow, padded <= RealFourierTransform.supportedLengths.upperBound else {
      throw .unsupportedLength(overflow ? size : padded)
    }
    let length = RealFourierTransform.shortestLength(holding: padded)
    let fourier = try RealFourierTransform(length: length)
    let window = Window(function: window, count: size)
    sumOfWeights = window.weights.reduce(0) { $0 + Double($1) }
    self.fourier = fourier
    self.window = window
    self.frameSize = size
    self.removesOffset = removesOffset
  }

  /// The length N of the transform: a power of two, at least ``frameSize``.
  public var length: Int { fourier.length }

  /// ``length``: a split spectrum has as many elements as samples.
  public var outputSize: Int { length }

  /// The number of bins from 0 to half the sample rate, both included: N/2 + 1.
  public var binCount: Int { length / 2 + 1 }

  /// Computes the split spectrum.
  public mutating func transform(_ frame: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    precondition(output.count == outputSize, "output.count must equal outputSize")
    let offset = removesOffset ? weightedMean(of: frame) : 0
    let count = frameSize
    frame.withUnsafeBufferPointer { frame in
      window.weights.withUnsafeBufferPointer { weights in
        output.withUnsafeMutableBufferPointer { output in
          for index in 0..<count { output[index] = weights[index] * (frame[index] - offset) }
          for index in count..<output.count { output[index] = 0 }
        }
      }
    }
    fourier.forward(&output)
  }

  /// Writes the magnitudes of the bins of a split spectrum.
  ///
  /// - Parameters:
  ///   - spectrum: A split spectrum of N elements.
  ///   - output: Receives the N/2 + 1 magnitudes, from 0 Hz to half the sample rate.
  /// - Precondition: `output.count == spectrum.count / 2 + 1`.
  /// - Complexity: O(N) time, no allocation.
  public static func magnitudes(
    of spectrum: Span<Float>, into output: inout MutableSpan<Float>
  ) {
    let half = spectrum.count / 2
    precondition(output.count == half + 1, "output.count must equal spectrum.count / 2 + 1")
    spectrum.withUnsafeBufferPointer { bins in
      output.withUnsafeMutableBufferPointer { output in
        let raw = UnsafeRawBufferPointer(bins)
        let magnitudes = UnsafeMutableRawBufferPointer(output)
        for offset in stride(from: 0, to: 4 * half, by: 16) {
          let real = raw.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)
          let imaginary = raw.loadUnaligned(
            fromByteOffset: 4 * half + offset, as: SIMD4<Float>.self)
          magnitudes.storeBytes(
            of: (real * real + imaginary * imaginary).squareRoot(), toByteOffset: offset,
            as: SIMD4<Float>.self)
        }
        output[0] = bins[0].magnitude
        output[half] = bins[half].magnitude
      }
    }
  }

  /// m = Σ w x / Σ w, added up in double precision.
  private func weightedMean(of frame: Span<Float>) -> Float {
    guard sumOfWeights > 0 else { return 0 }
    return frame.withUnsafeBufferPointer { frame in
      window.weights.withUnsafeBufferPointer { weights in
        let (samples, factors) = (UnsafeRawBufferPointer(frame), UnsafeRawBufferPointer(weights))
        let vectors = weights.count / 4
        var sums = SIMD4<Double>()
        for offset in stride(from: 0, to: 16 * vectors, by: 16) {
          let sample = samples.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)
          let factor = factors.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)
          sums += SIMD4<Double>(sample) * SIMD4<Double>(factor)
        }
        var sum = sums.sum()
        for index in (4 * vectors)..<weights.count {
          sum += Double(weights[index]) * Double(frame[index])
        }
        return Float(sum / sumOfWeights)
      }
    }
  }
}

public import SignalProcessing

/// The difference function d(τ) of YIN for lags 0...``longestLag``, by fast Fourier transform.
///
/// d(τ) = Σ (x(j) − x(j+τ))² over j in 0..<``windowSize`` (equation 6 of the paper), computed as
/// e(0) + e(τ) − 2 r(τ) from running energies e and the cross-correlation r of the first
/// ``windowSize`` samples with the whole frame.
///
/// - Complexity: O(*N* log *N*) time for a frame of *N* samples. No allocation after `init`.
/// - SeeAlso: A. de Cheveigné, H. Kawahara, "YIN, a fundamental frequency estimator for speech
///   and music", JASA 111(4), 2002, [doi:10.1121/1.1458024](https://doi.org/10.1121/1.1458024).
public struct DifferenceFunction: FrameTransformer {
  /// The number of samples compared at each lag.
  public let windowSize: Int
  /// The longest lag, in samples.
  public let longestLag: Int
  private var transform: RealFourierTransform
  private var windowSpectrum: [Float]
  private var frameSpectrum: [Float]

  /// Plans a difference function.
  ///
  /// - Parameters:
  ///   - windowSize: The number of samples compared at each lag, at least 1.
  ///   - longestLag: The longest lag, in samples, at least 1.
  /// - Throws: ``SignalProcessing/FourierError`` if a frame of `windowSize + longestLag` samples is
  ///   longer than the longest Fourier transform (65,536 samples).
  public init(windowSize: Int, longestLag: Int) throws(FourierError) {
    let windowSize = max(1, windowSize)
    let longestLag = max(1, longestLag)
    // At this length the circular correlation wraps around only at negative lags.
    let length = RealFourierTransform.shortestLength(holding: windowSize + longestLag)
    self.windowSize = windowSize
    self.longestLag = longestLag
    transform = try RealFourierTransform(length: length)
    windowSpectrum = Array(repeating: 0, count: length)
    frameSpectrum = Array(repeating: 0, count: length)
  }

  /// `windowSize + longestLag`.
  public var frameSize: Int { windowSize + longestLag }

  /// One value for each lag in 0...``longestLag``.
  public var outputSize: Int { longestLag + 1 }

  /// Computes d(τ); the index of the output is the lag τ. Values are never negative.
  public mutating func transform(_ frame: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    precondition(output.count == outputSize, "output.count must equal outputSize")
    let mean = frame.mean
    frameSpectrum.load(frame, mean: mean)
    windowSpectrum.load(frame.extracting(first: windowSize), mean: mean)
    crossCorrelate()
    combineEnergies(of: frame, mean: mean, into: &output)
  }

  /// d(τ) = e(0) + e(τ) − 2 r(τ); `frameSpectrum` holds r.
  private func combineEnergies(
    of frame: Span<Float>, mean: Float, into output: inout MutableSpan<Float>
  ) {
    let windowEnergy = frame.extracting(first: windowSize).energy(around: mean)
    let (windowSize, longestLag) = (windowSize, longestLag)
    frame.withUnsafeBufferPointer { frame in
      frameSpectrum.withUnsafeBufferPointer { correlation in
        output.withUnsafeMutableBufferPointer { output in
          var laggedEnergy = windowEnergy
          output[0] = 0
          for lag in 1...longestLag {
            let leaving = Double(frame[lag - 1] - mean)
            let entering = Double(frame[lag - 1 + windowSize] - mean)
            laggedEnergy += entering * entering - leaving * leaving
            let value = windowEnergy + laggedEnergy - 2 * Double(correlation[lag])
            output[lag] = Float(max(0, value))
          }
        }
      }
    }
  }
}

extension DifferenceFunction {
  /// Replaces `frameSpectrum` with the cross-correlation of both.
  private mutating func crossCorrelate() {
    transform.forward(&windowSpectrum)
    transform.forward(&frameSpectrum)
    windowSpectrum.withUnsafeBufferPointer { window in
      frameSpectrum.withUnsafeMutableBufferPointer { Self.multiply($0, byConjugateOf: window) }
    }
    transform.inverse(&frameSpectrum)
  }

  /// F(k) · conj W(k), for split spectra.
  private static func multiply(
    _ frame: UnsafeMutableBufferPointer<Float>, byConjugateOf window: UnsafeBufferPointer<Float>
  ) {
    let half = frame.count / 2
    let (first, middle) = (window[0] * frame[0], window[half] * frame[half])
    let (input, output) = (UnsafeRawBufferPointer(window), UnsafeMutableRawBufferPointer(frame))
    typealias Lanes = SIMD4<Float>
    for real in stride(from: 0, to: 4 * half, by: 16) {
      let imaginary = real + 4 * half
      let windowReal = input.loadUnaligned(fromByteOffset: real, as: Lanes.self)
      let windowImaginary = input.loadUnaligned(fromByteOffset: imaginary, as: Lanes.self)
      let frameReal = output.loadUnaligned(fromByteOffset: real, as: Lanes.self)
      let frameImaginary = output.loadUnaligned(fromByteOffset: imaginary, as: Lanes.self)
      output.storeBytes(
        of: windowReal * frameReal + windowImaginary * frameImaginary, toByteOffset: real,
        as: Lanes.self)
      output.storeBytes(
        of: windowReal * frameImaginary - windowImaginary * frameReal, toByteOffset: imaginary,
        as: Lanes.self)
    }
    frame[0] = first
    frame[half] = middle
  }
}

/// The difference function d(τ) of a frame, and d′(τ), normalised by its cumulative mean: steps 2,
/// 3 and 5 of YIN, which pYIN shares.
///
/// - SeeAlso: The paper at ``DifferenceFunction``.
struct CumulativeMeanDifference: Sendable {
  private var function: DifferenceFunction
  private var difference: [Float]  // d(τ); the index is the lag τ
  /// d′(τ) of the latest frame; the index is the lag τ.
  private(set) var aperiodicity: [Float]
  private let longestLag: Int

  init(_ range: SearchRange) throws(EstimatorError) {
    let longestLag = range.longestLag
    let function = try range.required(
      try? DifferenceFunction(
        windowSize: longestLag, longestLag: longestLag + BandlimitedInterpolation.reach))
    difference = Array(repeating: 0, count: function.outputSize)
    aperiodicity = Array(repeating: 1, count: function.outputSize)
    self.function = function
    self.longestLag = longestLag
  }

  /// Two periods of the lowest frequency, so that every lag compares the same number of samples.
  var frameSize: Int { function.frameSize }

  /// The middle of the samples that are compared with later ones.
  var frameCenter: Int { function.windowSize / 2 }

  /// Measures a frame: equations 6 and 8 of the paper.
  mutating func update(_ frame: Span<Float>) {
    function.transform(frame, into: &difference)
    normalize()
  }

  /// d′(τ) = d(τ) · τ / Σ d; 1 where the frame is constant.
  private mutating func normalize() {
    difference.withUnsafeBufferPointer { difference in
      aperiodicity.withUnsafeMutableBufferPointer { aperiodicity in
        var sum: Float = 0
        for lag in 1..<difference.count {
          sum += difference[lag]
          aperiodicity[lag] = sum > 0 ? difference[lag] * Float(lag) / sum : 1
        }
      }
    }
  }

  /// The period at a dip, in fractional samples.
  func period(ofDipAt lag: Int) -> Double {
    ShortPeriod.refine(
      dipAt: lag, of: difference.span, aperiodicity: aperiodicity.span, longestLag: longestLag)
  }
}

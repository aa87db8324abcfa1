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
  private var steps: [Double]  // e(τ + 1) − e(τ)

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
    steps = Array(repeating: 0, count: longestLag)
  }

  /// `windowSize + longestLag`.
  public var frameSize: Int { windowSize + longestLag }

  /// One value for each lag in 0...``longestLag``.
  public var outputSize: Int { longestLag + 1 }

  /// Computes d(τ); the index of the output is the lag τ. Values are never negative.
  public mutating func transform(_ frame: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(output.count == outputSize, "output.count must equal outputSize")
    output.withUnsafeMutableBufferPointer { output in
      // d′ is overwritten by d.
      transform(frame, into: output, normalized: output)
    }
  }

  /// Computes d(τ) and d′(τ) = d(τ) · τ / Σ d; the index of the outputs is the lag τ. d′ is 1 at
  /// lag 0 and where the frame is constant.
  ///
  /// - Parameters:
  ///   - frame: ``frameSize`` samples.
  ///   - difference: Receives d(τ).
  ///   - aperiodicity: Receives d′(τ), each value before that of d(τ).
  /// - Precondition: Both outputs have ``outputSize`` elements.
  fileprivate mutating func transform(
    _ frame: Span<Float>, into difference: UnsafeMutableBufferPointer<Float>,
    normalized aperiodicity: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    let mean = frame.mean
    crossCorrelate(frame, mean: mean)
    let windowEnergy = measureEnergies(of: frame, mean: mean)
    steps.withUnsafeBufferPointer { steps in
      frameSpectrum.withUnsafeBufferPointer { correlation in
        Self.combine(windowEnergy, steps, correlation, into: difference, aperiodicity)
      }
    }
  }
}

extension DifferenceFunction {
  /// Replaces the beginning of `frameSpectrum` with the cross-correlation of the window with the
  /// frame, for the lags that are needed.
  private mutating func crossCorrelate(_ frame: Span<Float>, mean: Float) {
    transform.forward(frame.extracting(first: windowSize), less: mean, into: &windowSpectrum)
    transform.forward(frame, less: mean, into: &frameSpectrum)
    windowSpectrum.withUnsafeBufferPointer { window in
      frameSpectrum.withUnsafeMutableBufferPointer { Self.multiply($0, byConjugateOf: window) }
    }
    transform.inverse(&frameSpectrum, count: outputSize)
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

// Single lanes are what takes time here: a loop does either vectors or sums in their order.
extension DifferenceFunction {
  private typealias Lanes = SIMD4<Float>

  /// Returns e(0), as `energy(around:)` does, and fills `steps`.
  private mutating func measureEnergies(of frame: Span<Float>, mean: Float) -> Double {
    let (windowSize, longestLag) = (windowSize, longestLag)
    return frame.withUnsafeBufferPointer { frame in
      steps.withUnsafeMutableBufferPointer { steps in
        let samples = UnsafeRawBufferPointer(frame)
        let output = UnsafeMutableRawBufferPointer(steps)
        var sums = SIMD4<Double>()
        var index = 0
        while index + 4 <= min(windowSize, longestLag) {
          let leaving = Self.squares(samples, index, mean)
          let entering = Self.squares(samples, index + windowSize, mean)
          sums += leaving
          output.storeBytes(
            of: entering - leaving, toByteOffset: 8 * index, as: SIMD4<Double>.self)
          index += 4
        }
        for lag in index..<longestLag {
          steps[lag] =
            Self.square(frame[lag + windowSize] - mean) - Self.square(frame[lag] - mean)
        }
        while index + 4 <= windowSize {
          sums += Self.squares(samples, index, mean)
          index += 4
        }
        var total = sums.sum()
        for rest in index..<windowSize { total += Self.square(frame[rest] - mean) }
        return total
      }
    }
  }

  @inline(__always)
  private static func squares(
    _ samples: UnsafeRawBufferPointer, _ index: Int, _ mean: Float
  ) -> SIMD4<Double> {
    let four = samples.loadUnaligned(fromByteOffset: 4 * index, as: Lanes.self)
    let wide = SIMD4<Double>(four - Lanes(repeating: mean))
    return wide * wide
  }

  private static func square(_ sample: Float) -> Double { Double(sample) * Double(sample) }

  /// Computes d(τ) = e(0) + e(τ) − 2 r(τ), equation 6, and d′(τ), equation 8.
  private static func combine(
    _ windowEnergy: Double, _ steps: UnsafeBufferPointer<Double>,
    _ correlation: UnsafeBufferPointer<Float>, into difference: UnsafeMutableBufferPointer<Float>,
    _ aperiodicity: UnsafeMutableBufferPointer<Float>
  ) {
    let products = UnsafeRawBufferPointer(correlation)
    let output = UnsafeMutableRawBufferPointer(difference)
    let normalized = UnsafeMutableRawBufferPointer(aperiodicity)
    (aperiodicity[0], difference[0]) = (1, 0)
    var energy = windowEnergy  // e(τ)
    var sum: Float = 0  // Σ d
    var lags = Lanes(1, 2, 3, 4)
    var lag = 1
    while lag + 4 <= difference.count {
      let energies = followingSums(
        energy, steps[lag - 1], steps[lag], steps[lag + 1], steps[lag + 2])
      energy = energies.w
      let product = products.loadUnaligned(fromByteOffset: 4 * lag, as: Lanes.self)
      let exact = windowEnergy + energies - 2 * SIMD4<Double>(product)
      let values = Lanes(SIMD4<Double>.zero.replacing(with: exact, where: exact .>= 0))
      let sums = followingSums(sum, values.x, values.y, values.z, values.w)
      sum = sums.w
      let shares = Lanes(repeating: 1).replacing(with: values * lags / sums, where: sums .> 0)
      normalized.storeBytes(of: shares, toByteOffset: 4 * lag, as: Lanes.self)
      output.storeBytes(of: values, toByteOffset: 4 * lag, as: Lanes.self)
      lags += 4
      lag += 4
    }
    for lag in lag..<difference.count {
      energy += steps[lag - 1]
      let value = Float(max(0, windowEnergy + energy - 2 * Double(correlation[lag])))
      sum += value
      aperiodicity[lag] = sum > 0 ? value * Float(lag) / sum : 1
      difference[lag] = value
    }
  }

  /// The sums after each of four additions.
  @inline(__always)
  private static func followingSums<Scalar: BinaryFloatingPoint & SIMDScalar>(
    _ start: Scalar, _ a: Scalar, _ b: Scalar, _ c: Scalar, _ d: Scalar
  ) -> SIMD4<Scalar> {
    let first = start + a
    let second = first + b
    let third = second + c
    return SIMD4(first, second, third, third + d)
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
    difference.withUnsafeMutableBufferPointer { difference in
      aperiodicity.withUnsafeMutableBufferPointer { aperiodicity in
        function.transform(frame, into: difference, normalized: aperiodicity)
      }
    }
  }

  /// The first dip of d′ in some lags: a local minimum below 1.
  ///
  /// - Parameters:
  ///   - lags: At most up to the longest lag of the search.
  ///   - depth: Leaves out dips whose depth, by ``Parabola/extremum``, is neither below this nor
  ///     below ``largestInterpolated``. Some that are hardly deep enough may remain.
  /// - Returns: The lag, or `nil` if there is none.
  func firstDip(in lags: ClosedRange<Int>, below depth: Double) -> Int? {
    // Far above the rounding errors of single precision.
    let limit = Float(max(depth, Self.largestInterpolated)) + 0.001
    return aperiodicity.withUnsafeBytes { values in
      var lag = lags.lowerBound
      // Beyond the last lag there are ten more values, to interpolate.
      while lag <= lags.upperBound {
        let left = values.loadUnaligned(fromByteOffset: 4 * lag - 4, as: SIMD4<Float>.self)
        let middle = values.loadUnaligned(fromByteOffset: 4 * lag, as: SIMD4<Float>.self)
        let right = values.loadUnaligned(fromByteOffset: 4 * lag + 4, as: SIMD4<Float>.self)
        // A parabola is lower than the middle by at most an eighth of the larger rise beside it.
        let rise = left.replacing(with: right, where: right .> left) - middle
        let isDip =
          (middle .< 1) .& (middle .<= left) .& (middle .< right)
          .& (middle - 0.13 * rise .< limit)
        let bits = unsafeBitCast(isDip, to: SIMD2<UInt64>.self)
        if bits.x | bits.y != 0 {
          for lane in 0..<4 where isDip[lane] {
            return lag + lane <= lags.upperBound ? lag + lane : nil
          }
        }
        lag += 4
      }
      return nil
    }
  }

  /// The depth d′ below which a dip is measured between the samples.
  static let largestInterpolated = 0.4

  /// The period at a dip, in fractional samples.
  func period(ofDipAt lag: Int) -> Double {
    ShortPeriod.refine(
      dipAt: lag, of: difference.span, aperiodicity: aperiodicity.span, longestLag: longestLag)
  }
}

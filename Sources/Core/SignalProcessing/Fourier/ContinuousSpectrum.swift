/// The spectrum of a frame at any frequency, not only at the bins of a Fourier transform.
///
/// X(ω) = Σ w(n) x(n) e^(−iωn), with n counted from the middle of the frame, and its derivative.
/// The frame is divided by the transform of a short kernel and transformed with at least 1.5 times
/// as many points. The spectrum is then interpolated with that kernel: each value uses eight bins.
/// Errors are about 10⁻⁶ of the largest value nearby.
///
/// - Complexity: O(*N* log *N*) time for a frame, then O(1) for each frequency. No allocation after
///   `init`.
/// - SeeAlso: A. H. Barnett, J. Magland, L. af Klinteberg, "A parallel nonuniform fast Fourier
///   transform library based on an 'exponential of semicircle' kernel", SIAM J. Sci. Comput. 41(5),
///   2019, [doi:10.1137/18M120885X](https://doi.org/10.1137/18M120885X).
package struct ContinuousSpectrum: Sendable {
  /// A value of the spectrum, and its derivative by frequency.
  package struct Value: Sendable {
    /// The real part of X(ω).
    package var real = 0.0
    /// The imaginary part of X(ω).
    package var imaginary = 0.0
    /// The real part of dX/dω, for ω in radians per sample.
    package var realSlope = 0.0
    /// The imaginary part of dX/dω, for ω in radians per sample.
    package var imaginarySlope = 0.0

    /// Creates the value 0.
    package init() {}

    init(real: Double, imaginary: Double, realSlope: Double, imaginarySlope: Double) {
      (self.real, self.imaginary) = (real, imaginary)
      (self.realSlope, self.imaginarySlope) = (realSlope, imaginarySlope)
    }

    /// |X(ω)|².
    package var power: Double { real * real + imaginary * imaginary }
  }

  /// The largest number of samples in a frame.
  package let maximumCount: Int
  private let kernel: SpreadingKernel
  private let corrections: [Float]  // 1/φ̂(n), for each of the transforms in turn
  private var transforms: [RealFourierTransform]  // the longest first, each half as long
  private var length: Int  // of the transform of the current frame
  private var scale = 0.0  // bins per radian per sample
  private var buffer: [Float]
  private var real: [Float]  // bin 0 at index `margin`
  private var imaginary: [Float]

  private static let margin = SpreadingKernel.width / 2

  /// Plans the transforms.
  ///
  /// - Parameter maximumCount: The largest number of samples in a frame, 1 or more.
  /// - Throws: ``FourierError`` if the frame is too long for the longest transform.
  package init(maximumCount: Int) throws(FourierError) {
    guard Self.holds(maximumCount) else { throw .unsupportedLength(Self.points(for: maximumCount)) }
    self.init(holding: maximumCount)
  }

  /// Returns `true` if a frame of this many samples fits into the longest transform.
  package static func holds(_ count: Int) -> Bool {
    count < RealFourierTransform.supportedLengths.upperBound
      && points(for: count) <= RealFourierTransform.supportedLengths.upperBound
  }

  /// Plans the transforms for frames that are known to fit.
  package init(holding maximumCount: Int) {
    let length = RealFourierTransform.shortestLength(holding: Self.points(for: maximumCount))
    var count = 1
    while count < 5, length >> count >= 256 { count += 1 }
    var transforms = Array(repeating: RealFourierTransform(supported: length), count: count)
    for index in 1..<count {
      transforms[index] = RealFourierTransform(supported: length >> index)
    }
    let kernel = SpreadingKernel()
    // Those of a transform half as long are every second one.
    var corrections = [Float](repeating: 0, count: count * Self.correctionCount(length))
    for index in 0..<Self.correctionCount(length) {
      let value = Float(1 / kernel.transform(Double(index) / Double(length)))
      for shorter in 0..<count where index.isMultiple(of: 1 << shorter) {
        corrections[shorter * Self.correctionCount(length) + index >> shorter] = value
      }
    }
    self.corrections = corrections
    buffer = Array(repeating: 0, count: length)
    let binCount = length / 2 + 2 * Self.margin + 1
    real = Array(repeating: 0, count: binCount)
    imaginary = Array(repeating: 0, count: binCount)  // a copy would share storage
    self.maximumCount = maximumCount
    self.kernel = kernel
    self.length = length
    self.transforms = transforms
  }

  private static func points(for count: Int) -> Int { count + (count + 1) / 2 }

  private static func correctionCount(_ length: Int) -> Int { length / 3 + 2 }

  /// Transforms a frame.
  ///
  /// - Parameters:
  ///   - frame: Samples; the middle one is at time 0.
  ///   - count: The number of samples: odd, at most ``maximumCount``.
  ///   - window: The weight of each sample.
  package mutating func process(_ frame: [Float], count: Int, window: TrapezoidWindow) {
    precondition(count <= maximumCount && count <= frame.count, "the frame is too long")
    let wanted = Self.points(for: count)
    var index = 0
    while index + 1 < transforms.count, transforms[index + 1].length >= wanted { index += 1 }
    length = transforms[index].length
    scale = Double(length) / (2 * .pi)
    let half = count / 2
    let size = length
    let first = index * Self.correctionCount(transforms[0].length)
    corrections.withUnsafeBufferPointer { corrections in
      frame.withUnsafeBufferPointer { frame in
        buffer.withUnsafeMutableBufferPointer { buffer in
          guard let correction = corrections.baseAddress.map({ $0 + first }),
            let frame = frame.baseAddress, let buffer = buffer.baseAddress
          else { return }
          // Distance 0 would write the same value twice.
          buffer[0] = frame[half] * (window.weight(0) * correction[0])
          var distance = 1
          while distance <= half - 3 {
            let weights = window.weights(distance) * SIMD4(correction, distance)
            (SIMD4(frame, half + distance) * weights).store(buffer, distance)
            let before = SIMD4<Float>(frame, half - distance - 3).reversed * weights
            before.reversed.store(buffer, size - distance - 3)
            distance += 4
          }
          while distance <= half {
            let weight = window.weight(distance) * correction[distance]
            buffer[distance] = frame[half + distance] * weight
            buffer[size - distance] = frame[half - distance] * weight
            distance += 1
          }
          for bin in (half + 1)..<max(half + 1, size - half) { buffer[bin] = 0 }
        }
      }
    }
    transforms[index].forward(beginningOf: &buffer)
    Self.unpack(buffer, count: size, to: &real, &imaginary)
  }

  /// Copies the bins in order, with mirror images on either side within the reach of the kernel.
  private static func unpack(
    _ spectrum: [Float], count: Int, to real: inout [Float], _ imaginary: inout [Float]
  ) {
    let half = count / 2
    spectrum.withUnsafeBufferPointer { spectrum in
      real.withUnsafeMutableBufferPointer { real in
        imaginary.withUnsafeMutableBufferPointer { imaginary in
          guard let source = spectrum.baseAddress, let realStart = real.baseAddress,
            let imaginaryStart = imaginary.baseAddress
          else { return }
          (realStart + margin).update(from: source, count: half)
          (imaginaryStart + margin).update(from: source + half, count: half)
          imaginary[margin] = 0
          real[margin + half] = spectrum[half]
          imaginary[margin + half] = 0
          for bin in 1...margin {
            real[margin - bin] = real[margin + bin]
            imaginary[margin - bin] = -imaginary[margin + bin]
            real[margin + half + bin] = real[margin + half - bin]
            imaginary[margin + half + bin] = -imaginary[margin + half - bin]
          }
        }
      }
    }
  }

  /// Reads the spectrum of the last frame.
  ///
  /// - Parameter frequency: ω, in radians per sample, in 0...π.
  /// - Returns: The spectrum there.
  package func value(at frequency: Double) -> Value {
    let (first, place) = self.place(of: frequency)
    let (weights, slopes) = kernel.weights(at: place)
    let (re, im) = (SpreadingKernel.eight(real, first), SpreadingKernel.eight(imaginary, first))
    return Value(
      real: Double((re * weights).sum()), imaginary: Double((im * weights).sum()),
      realSlope: Double((re * slopes).sum()) * scale,
      imaginarySlope: Double((im * slopes).sum()) * scale)
  }

  /// Reads the power of the last frame, for half of what its whole value costs.
  ///
  /// - Parameter frequency: ω, in radians per sample, in 0...π.
  /// - Returns: |X(ω)|².
  package func power(at frequency: Double) -> Double {
    let (first, place) = self.place(of: frequency)
    let weights = kernel.values(at: place)
    let (re, im) = (SpreadingKernel.eight(real, first), SpreadingKernel.eight(imaginary, first))
    return Value(
      real: Double((re * weights).sum()), imaginary: Double((im * weights).sum()), realSlope: 0,
      imaginarySlope: 0
    ).power
  }

  /// The index of the first bin that is read, and the place in the kernel.
  @inline(never)
  private func place(of frequency: Double) -> (first: Int, place: SpreadingKernel.Place) {
    let position = min(Double(length / 2) - 1e-9, max(0, frequency * scale))
    let bin = Int(position)
    // Tap 0 of the kernel lies on bin − 3.
    return (
      Self.margin + bin - (SpreadingKernel.width / 2 - 1),
      SpreadingKernel.Place(fraction: position - Double(bin))
    )
  }
}

/// The kernel with which a ``ContinuousSpectrum`` interpolates between the bins: φ(u) = e^(β (√(1 −
/// (2u/8)²) − 1)) for |u| ≤ 4 bins.
///
/// - SeeAlso: A. H. Barnett, J. Magland, L. af Klinteberg, 2019, cited at ``ContinuousSpectrum``.
final class SpreadingKernel: Sendable {
  /// The number of bins that it covers.
  static let width = 8
  /// For transforms at least 1.5 times as long as the frame: 0.97 π · 8 · (1 − 1/3).
  static let beta = 16.25
  /// Values are tabulated at this many positions between two bins.
  private static let steps = 64

  // Row r holds the cubic polynomials of the kernel between r/steps + 3, + 2, … − 4 bins and a step
  // further on: the constants, then the factors of the first, the second and the third power.
  private let rows: [Float]
  private let half: [Double]  // φ at 0, 1/16, … 4 bins

  init() {
    var values = [Float](repeating: 0, count: Self.width * (Self.steps + 1))
    var slopes = values
    var half = [Double](repeating: 0, count: 65)
    for row in 0..<(Self.steps + 1) {
      for tap in 0..<Self.width {
        let position = Double(row) / Double(Self.steps) + 3 - Double(tap)
        values[Self.width * row + tap] = Float(Self.value(position))
        slopes[Self.width * row + tap] = Float(Self.slope(position) / Double(Self.steps))
      }
    }
    for index in half.indices { half[index] = Self.value(Double(index) / 16) }
    var rows = [Float](repeating: 0, count: 4 * Self.width * Self.steps)
    for index in 0..<(Self.width * Self.steps) {
      let (p0, m0) = (values[index], slopes[index])
      let (p1, m1) = (values[index + Self.width], slopes[index + Self.width])
      let difference = p1 - p0
      let first = 4 * Self.width * (index / Self.width) + index % Self.width
      rows[first] = p0
      rows[first + Self.width] = m0
      rows[first + 2 * Self.width] = 3 * difference - 2 * m0 - m1
      rows[first + 3 * Self.width] = m0 + m1 - 2 * difference
    }
    (self.rows, self.half) = (rows, half)
  }

  /// A place between two bins.
  struct Place {
    /// The index of the polynomials in `rows`.
    fileprivate let first: Int
    /// Where they are read, 0...1.
    fileprivate let t: Float

    /// - Parameter fraction: The distance from the bin before, in bins.
    @inline(__always)
    init(fraction: Double) {
      let position = fraction * Double(steps)
      let row = min(steps - 1, Int(position))
      (first, t) = (4 * width * row, Float(position - Double(row)))
    }
  }

  /// The kernel at the eight bins around a place, by cubic interpolation, which is exact to 10⁻⁷.
  @inline(__always)
  func values(at place: Place) -> SIMD8<Float> {
    let (first, t) = (place.first, place.t)
    let higher =
      Self.eight(rows, first + 2 * Self.width) + t * Self.eight(rows, first + 3 * Self.width)
    return Self.eight(rows, first) + t * (Self.eight(rows, first + Self.width) + t * higher)
  }

  /// The kernel and its derivative there.
  @inline(__always)
  func weights(at place: Place) -> (values: SIMD8<Float>, slopes: SIMD8<Float>) {
    let (first, t) = (place.first, place.t)
    let linear = Self.eight(rows, first + Self.width)
    let quadratic = Self.eight(rows, first + 2 * Self.width)
    let cubic = Self.eight(rows, first + 3 * Self.width)
    return (
      Self.eight(rows, first) + t * (linear + t * (quadratic + t * cubic)),
      (linear + t * (2 * quadratic + 3 * t * cubic)) * Float(Self.steps)
    )
  }

  /// Loads eight consecutive values.
  @inline(__always)
  static func eight(_ values: [Float], _ first: Int) -> SIMD8<Float> {
    values.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: first * MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
    }
  }

  /// φ̂(ν) = ∫ φ(u) e^(2πiνu) du, for a frequency ν in cycles per bin.
  func transform(_ frequency: Double) -> Double {
    // The trapezoidal rule converges fast, since φ and its slopes nearly vanish at the ends.
    let spacing = 1.0 / 16
    let step = Elementary.sineAndCosine(2 * .pi * frequency * spacing)
    var (cosine, sine) = (1.0, 0.0)
    var sum = half[0] / 2
    for index in 1..<half.count {
      (cosine, sine) = (
        cosine * step.cosine - sine * step.sine, sine * step.cosine + cosine * step.sine
      )
      sum += half[index] * cosine
    }
    return 2 * spacing * sum
  }

  @inline(never)
  private static func value(_ position: Double) -> Double {
    let square = 1 - position * position / 16
    guard square >= 0 else { return 0 }
    return Elementary.exp(beta * (square.squareRoot() - 1))
  }

  private static func slope(_ position: Double) -> Double {
    let square = 1 - position * position / 16
    guard square > 0 else { return 0 }
    return -beta * position / 16 / square.squareRoot() * value(position)
  }
}

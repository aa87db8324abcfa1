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
          while !CodeSize.isSmall, distance <= half - 3 {
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
          (realStart + margin).copy(from: source, count: half)
          (imaginaryStart + margin).copy(from: source + half, count: half)
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
    if CodeSize.isSmall { return value(at: frequency).power }
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

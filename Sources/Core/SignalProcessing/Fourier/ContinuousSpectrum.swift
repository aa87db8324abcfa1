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
public struct ContinuousSpectrum: Sendable {
  /// A value of the spectrum, and its derivative by frequency.
  public struct Value: Sendable {
    /// The real part of X(ω).
    public var real = 0.0
    /// The imaginary part of X(ω).
    public var imaginary = 0.0
    /// The real part of dX/dω, for ω in radians per sample.
    public var realSlope = 0.0
    /// The imaginary part of dX/dω, for ω in radians per sample.
    public var imaginarySlope = 0.0

    /// Creates the value 0.
    public init() {}

    init(real: Double, imaginary: Double, realSlope: Double, imaginarySlope: Double) {
      (self.real, self.imaginary) = (real, imaginary)
      (self.realSlope, self.imaginarySlope) = (realSlope, imaginarySlope)
    }

    /// |X(ω)|².
    public var power: Double { real * real + imaginary * imaginary }
  }

  /// The largest number of samples in a frame.
  public let maximumCount: Int
  private let kernel: SpreadingKernel
  private let correction: [Float]  // 1/φ̂(n), for the longest transform
  private var transforms: [RealFourierTransform]  // the longest first, each half as long
  private var length: Int  // of the transform of the current frame
  private var buffer: [Float]
  private var real: [Float]  // bin 0 at index `margin`
  private var imaginary: [Float]

  private static let margin = SpreadingKernel.width / 2

  /// Plans the transforms.
  ///
  /// - Parameter maximumCount: The largest number of samples in a frame, 1 or more.
  /// - Throws: ``FourierError`` if the frame is too long for the longest transform.
  public init(maximumCount: Int) throws(FourierError) {
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
    var correction = [Float](repeating: 0, count: length / 3 + 2)
    for index in correction.indices {
      correction[index] = Float(1 / kernel.transform(Double(index) / Double(length)))
    }
    self.correction = correction
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

  /// Transforms a frame.
  ///
  /// - Parameters:
  ///   - frame: Samples; the middle one is at time 0.
  ///   - count: The number of samples: odd, at most ``maximumCount``.
  ///   - window: The weight of each sample.
  public mutating func process(_ frame: [Float], count: Int, window: TrapezoidWindow) {
    precondition(count <= maximumCount && count <= frame.count, "the frame is too long")
    let wanted = Self.points(for: count)
    var index = 0
    while index + 1 < transforms.count, transforms[index + 1].length >= wanted { index += 1 }
    length = transforms[index].length
    let stride = transforms[0].length / length
    let half = count / 2
    let size = length
    correction.withUnsafeBufferPointer { correction in
      frame.withUnsafeBufferPointer { frame in
        buffer.withUnsafeMutableBufferPointer { buffer in
          for distance in 0..<(half + 1) {
            let weight = window.weight(distance) * correction[distance * stride]
            buffer[distance] = frame[half + distance] * weight
            buffer[(size - distance) & (size - 1)] = frame[half - distance] * weight
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
          for bin in 0..<half {
            real[margin + bin] = spectrum[bin]
            imaginary[margin + bin] = spectrum[half + bin]
          }
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
  public func value(at frequency: Double) -> Value {
    let scale = Double(length) / (2 * .pi)
    let position = min(Double(length / 2) - 1e-9, max(0, frequency * scale))
    let bin = Int(position)
    let (weights, slopes) = kernel.weights(fraction: position - Double(bin))
    // Tap 0 of the kernel lies on bin − 3.
    let first = Self.margin + bin - (SpreadingKernel.width / 2 - 1)
    let (re, im) = (SpreadingKernel.eight(real, first), SpreadingKernel.eight(imaginary, first))
    return Value(
      real: Double((re * weights).sum()), imaginary: Double((im * weights).sum()),
      realSlope: Double((re * slopes).sum()) * scale,
      imaginarySlope: Double((im * slopes).sum()) * scale)
  }
}

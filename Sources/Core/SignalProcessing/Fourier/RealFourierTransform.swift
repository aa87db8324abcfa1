/// The fast Fourier transform of a real signal, forward and inverse, in place.
///
/// `init` computes the factors and allocates the workspace; the transforms allocate nothing. A
/// spectrum of ``length`` N is stored *split*: element k holds the real part and element N/2 + k
/// the imaginary part of bin k, for k in 0..<N/2. The two bins without an imaginary part share a
/// position: element 0 is bin 0 (the sum of all samples), element N/2 is bin N/2 (half the sample
/// rate). X(k) = Σ x(n) e^(−2πikn/N), without a factor. The inverse divides by N, so that it
/// reverses the forward transform.
///
/// - Complexity: O(N log N) time, 2 N floats of workspace.
/// - SeeAlso: H. Sorensen et al., "Real-valued fast Fourier transform algorithms", IEEE Trans. ASSP
///   35(6), 1987, [doi:10.1109/TASSP.1987.1165220](https://doi.org/10.1109/TASSP.1987.1165220).
public struct RealFourierTransform: Sendable {
  /// The number of samples, and of elements of a split spectrum.
  public let length: Int
  private let plan: FourierPlan
  private var workspace: [Float]

  /// The lengths that a transform can have: the powers of two in this range.
  public static let supportedLengths = 32...65536

  /// Plans a transform.
  ///
  /// - Parameter length: The number of samples: a power of two in ``supportedLengths``.
  /// - Throws: ``FourierError/unsupportedLength(_:)`` for any other length.
  public init(length: Int) throws(FourierError) {
    guard Self.supportedLengths.contains(length), length & (length - 1) == 0 else {
      throw .unsupportedLength(length)
    }
    self.init(supported: length)
  }

  /// Plans a transform of a length that is known to be supported.
  ///
  /// - Parameter length: The number of samples: a power of two in ``supportedLengths``.
  @inline(never)
  package init(supported length: Int) {
    precondition(Self.supportedLengths.contains(length), "the length is not supported")
    self.length = length
    plan = FourierPlan(length: max(length, FourierPlan.shortestLength))
    // A short transform keeps its samples there, too.
    let extra = length < plan.length ? plan.length : 0
    workspace = Array(repeating: 0, count: 2 * plan.length + extra)
  }

  /// Replaces samples with their split spectrum.
  ///
  /// - Parameter buffer: ``length`` samples on entry, the split spectrum on return.
  /// - Precondition: `buffer.count == length`.
  public mutating func forward(_ buffer: inout MutableSpan<Float>) {
    precondition(buffer.count == length, "buffer.count must equal length")
    buffer.withUnsafeMutableBufferPointer { forward($0) }
  }

  /// Transforms the first ``length`` elements of an array.
  ///
  /// - Precondition: `buffer.count >= length`.
  mutating func forward(beginningOf buffer: inout [Float]) {
    precondition(buffer.count >= length, "buffer.count must be at least length")
    buffer.withUnsafeMutableBufferPointer { forward($0) }
  }

  /// Replaces samples with their split spectrum, in an array of which the first ones are not zero.
  ///
  /// - Parameters:
  ///   - buffer: ``length`` elements, of which the first `count` are samples on entry and the others
  ///     mean nothing; the split spectrum on return.
  ///   - count: The number of samples before the zeros.
  package mutating func forward(_ buffer: inout [Float], count: Int) {
    precondition(buffer.count == length && count <= length, "the buffer must fit")
    buffer.withUnsafeMutableBufferPointer {
      forward($0, of: UnsafeBufferPointer(rebasing: $0[..<count]), less: 0)
    }
  }

  /// Computes the spectrum of a frame less its mean, with zeros behind it.
  ///
  /// - Parameters:
  ///   - frame: Up to ``length`` samples.
  ///   - mean: The value to subtract from each.
  ///   - spectrum: Receives the split spectrum.
  /// - Precondition: `frame.count <= length == spectrum.count`.
  package mutating func forward(
    _ frame: Span<Float>, less mean: Float, into spectrum: inout [Float]
  ) {
    precondition(spectrum.count == length, "spectrum.count must equal length")
    precondition(frame.count <= length, "frame.count must be at most length")
    frame.withUnsafeBufferPointer { frame in
      spectrum.withUnsafeMutableBufferPointer { forward($0, of: frame, less: mean) }
    }
  }

  private mutating func forward(_ buffer: UnsafeMutableBufferPointer<Float>) {
    forward(buffer, of: UnsafeBufferPointer(rebasing: buffer[..<length]), less: 0)
  }

  /// The samples may be in the same memory.
  @inline(never)
  private mutating func forward(
    _ spectrum: UnsafeMutableBufferPointer<Float>, of samples: UnsafeBufferPointer<Float>,
    less mean: Float
  ) {
    let (plan, length) = (plan, length)
    workspace.withUnsafeMutableBufferPointer { workspace in
      guard let work = workspace.baseAddress, let data = spectrum.baseAddress else { return }
      if length == plan.length {
        plan.forward(samples, less: mean, to: data, work)
      } else {
        Self.forwardOfShort(samples, less: mean, to: data, count: length, work, plan)
      }
    }
  }

  /// Replaces a split spectrum with its samples.
  ///
  /// - Parameter buffer: A split spectrum of ``length`` elements on entry, the samples on return.
  /// - Precondition: `buffer.count == length`.
  public mutating func inverse(_ buffer: inout MutableSpan<Float>) {
    inverse(&buffer, count: length)
  }

  private mutating func inverse(_ buffer: inout MutableSpan<Float>, count: Int) {
    precondition(buffer.count == length, "buffer.count must equal length")
    let plan = plan
    workspace.withUnsafeMutableBufferPointer { workspace in
      buffer.withUnsafeMutableBufferPointer { buffer in
        guard let work = workspace.baseAddress, let data = buffer.baseAddress else { return }
        if buffer.count == plan.length {
          plan.inverse(data, work, count: count)
        } else {
          Self.inverseOfShort(data, count: buffer.count, work, plan)
        }
      }
    }
  }
}

extension RealFourierTransform {
  /// Replaces samples with their split spectrum, in an array.
  ///
  /// - Parameter buffer: ``length`` samples on entry, the split spectrum on return.
  public mutating func forward(_ buffer: inout [Float]) {
    var span = buffer.mutableSpan
    forward(&span)
  }

  /// Replaces a split spectrum with its samples, in an array.
  ///
  /// - Parameter buffer: A split spectrum of ``length`` elements on entry, the samples on return.
  public mutating func inverse(_ buffer: inout [Float]) {
    inverse(&buffer, count: length)
  }

  /// Replaces a split spectrum with its first samples, which costs less than all of them.
  ///
  /// - Parameters:
  ///   - buffer: A split spectrum of ``length`` elements on entry, the samples on return, of which
  ///     those after the first `count` mean nothing.
  ///   - count: The number of samples that are needed.
  package mutating func inverse(_ buffer: inout [Float], count: Int) {
    var span = buffer.mutableSpan
    inverse(&span, count: count)
  }

  /// Replaces samples with their circular autocorrelation (Wiener-Khinchin).
  ///
  /// - Parameter buffer: ``length`` samples on entry, the autocorrelation on return.
  public mutating func autocorrelate(_ buffer: inout [Float]) {
    forwardPower(&buffer)
    inverse(&buffer)
  }

  /// Replaces samples with their power spectrum; see `SplitSpectrum.replaceByPower(_:)`.
  ///
  /// - Parameter buffer: ``length`` samples on entry, a split spectrum on return.
  public mutating func forwardPower(_ buffer: inout [Float]) {
    var span = buffer.mutableSpan
    forward(&span)
    SplitSpectrum.replaceByPower(&span)
  }
}

// Lengths below the shortest plan use that one.
extension RealFourierTransform {
  /// With zeros behind them, samples have the same spectrum at bins some steps apart.
  private static func forwardOfShort(
    _ samples: UnsafeBufferPointer<Float>, less mean: Float,
    to data: UnsafeMutablePointer<Float>, count: Int, _ work: UnsafeMutablePointer<Float>,
    _ plan: FourierPlan
  ) {
    let step = plan.length / count
    plan.forward(samples, less: mean, to: work, work + plan.length)
    for index in 0..<count { data[index] = work[step * index] }
  }

  /// With zeros between its bins, a spectrum has the same samples several times in a row, as many
  /// times weaker.
  private static func inverseOfShort(
    _ data: UnsafeMutablePointer<Float>, count: Int, _ work: UnsafeMutablePointer<Float>,
    _ plan: FourierPlan
  ) {
    let step = plan.length / count
    for index in 0..<plan.length {
      work[index] = index.isMultiple(of: step) ? data[index / step] : 0
    }
    plan.inverse(work, work + plan.length, count: count)
    for index in 0..<count { data[index] = Float(step) * work[index] }
  }
}

extension RealFourierTransform {
  /// Returns the shortest supported length for a number of samples.
  ///
  /// - Parameter count: A number of samples.
  /// - Returns: The smallest power of two that is at least `count` and at least 32. If `count`
  ///   exceeds 65,536, it is outside ``supportedLengths``, and ``init(length:)`` throws.
  public static func shortestLength(holding count: Int) -> Int {
    var length = supportedLengths.lowerBound
    while length < count { length *= 2 }
    return length
  }
}

/// Steps on split spectra, as ``RealFourierTransform`` lays them out.
public enum SplitSpectrum {
  /// Replaces a spectrum by its power, |X(k)|², with imaginary parts of 0.
  ///
  /// Its inverse transform is the circular autocorrelation of the samples (Wiener-Khinchin).
  ///
  /// - Parameter spectrum: A split spectrum.
  /// - Complexity: O(*N*) time, no allocation.
  public static func replaceByPower(_ spectrum: inout MutableSpan<Float>) {
    spectrum.withUnsafeMutableBufferPointer { spectrum in
      guard spectrum.count >= 2 else { return }
      let half = spectrum.count / 2
      // Bin 0 and bin N/2 share what would be the real and imaginary part of bin 0.
      let (first, middle) = (spectrum[0], spectrum[half])
      for bin in 0..<half {
        spectrum[bin] =
          spectrum[bin] * spectrum[bin] + spectrum[bin + half] * spectrum[bin + half]
        spectrum[bin + half] = 0
      }
      spectrum[0] = first * first
      spectrum[half] = middle * middle
    }
  }

  /// Replaces a spectrum by its power, in an array.
  ///
  /// - Parameter spectrum: A split spectrum.
  public static func replaceByPower(_ spectrum: inout [Float]) {
    var span = spectrum.mutableSpan
    replaceByPower(&span)
  }
}

/// A Fourier transform that cannot be planned.
public enum FourierError: Error, Equatable, Sendable {
  /// The length must be a power of two in ``RealFourierTransform/supportedLengths``.
  case unsupportedLength(Int)
}

#if !hasFeature(Embedded)
  extension FourierError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .unsupportedLength(let length):
        "The length must be a power of two from 32 to 65536, but is \(length)."
      }
    }
  }
#endif

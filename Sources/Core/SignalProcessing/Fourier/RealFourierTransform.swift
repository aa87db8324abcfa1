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

  @inline(never)
  private mutating func forward(_ buffer: UnsafeMutableBufferPointer<Float>) {
    let (plan, length) = (plan, length)
    workspace.withUnsafeMutableBufferPointer { workspace in
      guard let work = workspace.baseAddress, let data = buffer.baseAddress else { return }
      if length == plan.length {
        plan.forward(data, work)
      } else {
        Self.forwardOfShort(data, count: length, work, plan)
      }
    }
  }

  /// Replaces a split spectrum with its samples.
  ///
  /// - Parameter buffer: A split spectrum of ``length`` elements on entry, the samples on return.
  /// - Precondition: `buffer.count == length`.
  public mutating func inverse(_ buffer: inout MutableSpan<Float>) {
    precondition(buffer.count == length, "buffer.count must equal length")
    let plan = plan
    workspace.withUnsafeMutableBufferPointer { workspace in
      buffer.withUnsafeMutableBufferPointer { buffer in
        guard let work = workspace.baseAddress, let data = buffer.baseAddress else { return }
        if buffer.count == plan.length {
          plan.inverse(data, work)
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
    var span = buffer.mutableSpan
    inverse(&span)
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
    _ data: UnsafeMutablePointer<Float>, count: Int, _ work: UnsafeMutablePointer<Float>,
    _ plan: FourierPlan
  ) {
    let step = plan.length / count
    for index in 0..<plan.length { work[index] = index < count ? data[index] : 0 }
    plan.forward(work, work + plan.length)
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
    plan.inverse(work, work + plan.length)
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

/// The order of the stages of a real Fourier transform, and of the memory that they use.
///
/// It never changes, so that all copies of a transform share one.
final class FourierPlan: Sendable {
  /// Shorter transforms have too few values for the vectors of the outer stages.
  static let shortestLength = 128

  let length: Int
  private let outer: OuterStages
  private let inner: ComplexStages

  /// - Parameter length: The number of real samples, a power of two from `shortestLength`.
  init(length: Int) {
    self.length = length
    outer = OuterStages(length: length / 2)
    inner = ComplexStages(length: length / 2)
  }

  /// Replaces `length` samples with their split spectrum.
  ///
  /// - Parameters:
  ///   - data: The samples.
  ///   - work: Memory for 2 `length` values.
  func forward(_ data: UnsafeMutablePointer<Float>, _ work: UnsafeMutablePointer<Float>) {
    let buffers = buffers(data, work)
    outer.readSamples(data, into: buffers.work)
    outer.writeSpectrum(buffers.data, from: perform(buffers))
  }

  /// Replaces a split spectrum with its samples.
  func inverse(_ data: UnsafeMutablePointer<Float>, _ work: UnsafeMutablePointer<Float>) {
    let buffers = buffers(data, work)
    outer.readSpectrum(buffers.data, into: buffers.work)
    let result = perform(buffers)
    let isInWork = result.real == buffers.work.real
    outer.writeSamples(
      data, from: result, spare: isInWork ? buffers.spare : buffers.work, scale: 2 / Float(length))
  }

  private typealias Buffers = (data: SplitPointer, work: SplitPointer, spare: SplitPointer)

  private func buffers(
    _ data: UnsafeMutablePointer<Float>, _ work: UnsafeMutablePointer<Float>
  ) -> Buffers {
    let half = length / 2
    return (
      SplitPointer(data, data + half), SplitPointer(work, work + half),
      SplitPointer(work + length, work + length + half)
    )
  }

  @inline(never)
  private func perform(_ buffers: Buffers) -> SplitPointer {
    inner.perform(in: buffers.work, data: buffers.data, spare: buffers.spare)
  }
}

/// The fast Fourier transform of a real signal, forward and inverse, in place.
///
/// Planned once: `init` computes the factors and allocates the workspace; the transforms allocate
/// nothing. A spectrum of ``length`` N is stored *split*: element k holds the real part and element
/// N/2 + k the imaginary part of bin k, for k in 0..<N/2. The two bins without an imaginary part
/// share a place: element 0 is bin 0 (the sum of all samples), element N/2 is bin N/2 (half the
/// sample rate). X(k) = Σ x(n) e^(−2πikn/N), without a factor; the inverse divides by N, so that it
/// undoes the forward transform.
///
/// - Complexity: O(N log N) time, 2 N floats of workspace.
/// - SeeAlso: H. Sorensen et al., "Real-valued fast Fourier transform algorithms", IEEE Trans. ASSP
///   35(6), 1987, [doi:10.1109/TASSP.1987.1165220](https://doi.org/10.1109/TASSP.1987.1165220).
public struct RealFourierTransform: Sendable {
  /// The number of samples, and of elements of a split spectrum.
  public let length: Int
  private let stages: ComplexStages
  private let cosines: [Float]  // cos 2πk/N for k in 0..<N/4
  private let sines: [Float]
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
    self.length = length
    stages = ComplexStages(length: length / 2)
    let angles = (0..<(length / 4)).map { 2 * Double.pi * Double($0) / Double(length) }
    cosines = angles.map { Float(Elementary.cos($0)) }
    sines = angles.map { Float(Elementary.sin($0)) }
    workspace = Array(repeating: 0, count: 2 * length)
  }

  /// Replaces samples with their split spectrum.
  ///
  /// - Parameter buffer: ``length`` samples on entry, the split spectrum on return.
  /// - Precondition: `buffer.count == length`.
  public mutating func forward(_ buffer: inout MutableSpan<Float>) {
    precondition(buffer.count == length, "buffer.count must equal length")
    let plan = (stages, cosines, sines, length)
    workspace.withUnsafeMutableBufferPointer { workspace in
      buffer.withUnsafeMutableBufferPointer { buffer in
        guard let work = workspace.baseAddress, let data = buffer.baseAddress else { return }
        Self.forward(data, work, plan)
      }
    }
  }

  /// Replaces a split spectrum with its samples.
  ///
  /// - Parameter buffer: A split spectrum of ``length`` elements on entry, the samples on return.
  /// - Precondition: `buffer.count == length`.
  public mutating func inverse(_ buffer: inout MutableSpan<Float>) {
    precondition(buffer.count == length, "buffer.count must equal length")
    let plan = (stages, cosines, sines, length)
    workspace.withUnsafeMutableBufferPointer { workspace in
      buffer.withUnsafeMutableBufferPointer { buffer in
        guard let work = workspace.baseAddress, let data = buffer.baseAddress else { return }
        Self.inverse(data, work, plan)
      }
    }
  }
}

extension RealFourierTransform {
  private typealias Vector = ComplexStages.Vector
  private typealias Plan = (
    stages: ComplexStages, cosines: [Float], sines: [Float], length: Int
  )

  /// The two halves of the workspace, each as real and imaginary parts.
  @inline(__always)
  private static func parts(
    _ work: UnsafeMutablePointer<Float>, _ length: Int
  ) -> (ComplexStages.Parts, ComplexStages.Parts) {
    let half = length / 2
    return (
      ComplexStages.Parts(real: work, imaginary: work + half),
      ComplexStages.Parts(real: work + length, imaginary: work + length + half)
    )
  }

  /// Even samples become the real parts of a complex signal of half the length, odd samples its
  /// imaginary parts; the spectrum of the real signal is then untangled from its transform.
  private static func forward(
    _ data: UnsafeMutablePointer<Float>, _ work: UnsafeMutablePointer<Float>, _ plan: Plan
  ) {
    let half = plan.length / 2
    let (first, second) = parts(work, plan.length)
    for index in stride(from: 0, to: half, by: 4) {
      let pairs = UnsafeRawPointer(data + 2 * index).loadUnaligned(as: SIMD8<Float>.self)
      store(pairs.evenHalf, first.real + index)
      store(pairs.oddHalf, first.imaginary + index)
    }
    let z = plan.stages.transform(first, workspace: second)
    let real = data
    let imaginary = data + half
    real[0] = z.real[0] + z.imaginary[0]
    imaginary[0] = z.real[0] - z.imaginary[0]
    real[half / 2] = z.real[half / 2]
    imaginary[half / 2] = -z.imaginary[half / 2]
    untangle(plan) { k, mirror, cosine, sine in
      // a = Z(k), b = Z(N/2 − k); E and O are the spectra of the even and the odd samples.
      let (ar, ai) = (load(z.real + k), load(z.imaginary + k))
      let (br, bi) = (loadReversed(z.real + mirror), loadReversed(z.imaginary + mirror))
      let (evenReal, evenImaginary) = ((ar + br) * 0.5, (ai - bi) * 0.5)
      let (oddReal, oddImaginary) = ((ai + bi) * 0.5, (br - ar) * 0.5)
      let turnedReal = cosine * oddReal + sine * oddImaginary
      let turnedImaginary = cosine * oddImaginary - sine * oddReal
      store(evenReal + turnedReal, real + k)
      store(evenImaginary + turnedImaginary, imaginary + k)
      storeReversed(evenReal - turnedReal, real + mirror)
      storeReversed(turnedImaginary - evenImaginary, imaginary + mirror)
    }
  }

  /// The steps of `forward`, backwards. Exchanging real and imaginary parts turns the forward
  /// complex transform into the inverse one.
  private static func inverse(
    _ data: UnsafeMutablePointer<Float>, _ work: UnsafeMutablePointer<Float>, _ plan: Plan
  ) {
    let half = plan.length / 2
    let (first, second) = parts(work, plan.length)
    let (real, imaginary) = (data, data + half)
    let swapped = ComplexStages.Parts(real: first.imaginary, imaginary: first.real)
    swapped.real[0] = (real[0] + imaginary[0]) * 0.5
    swapped.imaginary[0] = (real[0] - imaginary[0]) * 0.5
    swapped.real[half / 2] = real[half / 2]
    swapped.imaginary[half / 2] = -imaginary[half / 2]
    untangle(plan) { k, mirror, cosine, sine in
      let (ar, ai) = (load(real + k), load(imaginary + k))
      let (br, bi) = (loadReversed(real + mirror), loadReversed(imaginary + mirror))
      let (evenReal, evenImaginary) = ((ar + br) * 0.5, (ai - bi) * 0.5)
      let (turnedReal, turnedImaginary) = ((ar - br) * 0.5, (ai + bi) * 0.5)
      let oddReal = cosine * turnedReal - sine * turnedImaginary
      let oddImaginary = cosine * turnedImaginary + sine * turnedReal
      store(evenReal - oddImaginary, swapped.real + k)
      store(evenImaginary + oddReal, swapped.imaginary + k)
      storeReversed(evenReal + oddImaginary, swapped.real + mirror)
      storeReversed(oddReal - evenImaginary, swapped.imaginary + mirror)
    }
    let z = plan.stages.transform(first, workspace: second)
    let scale = 1 / Float(half)
    for index in stride(from: 0, to: half, by: 4) {
      let (even, odd) = (load(z.imaginary + index) * scale, load(z.real + index) * scale)
      UnsafeMutableRawPointer(data + 2 * index).storeBytes(
        of: SIMD8(even.x, odd.x, even.y, odd.y, even.z, odd.z, even.w, odd.w),
        as: SIMD8<Float>.self)
    }
  }

  /// Visits the bins k...k+3 and their mirror images N/2−k−3...N/2−k, for k from 1 up to N/4.
  ///
  /// The last visit may cover bins of the one before, but never writes what it will read again:
  /// `body` must read from other memory than it writes, or all four pairs before it writes.
  @inline(__always)
  private static func untangle(
    _ plan: Plan,
    _ body: (_ k: Int, _ mirror: Int, _ cosine: Vector, _ sine: Vector) -> Void
  ) {
    let half = plan.length / 2
    let last = half / 2 - 4  // bin half / 2 is its own mirror image, and done already
    plan.cosines.withUnsafeBufferPointer { cosines in
      plan.sines.withUnsafeBufferPointer { sines in
        guard let cosines = cosines.baseAddress, let sines = sines.baseAddress else { return }
        var k = 1
        while true {
          body(k, half - k - 3, load(cosines + k), load(sines + k))
          if k == last { break }
          k = min(k + 4, last)
        }
      }
    }
  }

  @inline(__always)
  private static func load(_ pointer: UnsafePointer<Float>) -> Vector {
    UnsafeRawPointer(pointer).loadUnaligned(as: Vector.self)
  }

  @inline(__always)
  private static func loadReversed(_ pointer: UnsafePointer<Float>) -> Vector {
    let vector = load(pointer)
    return Vector(vector.w, vector.z, vector.y, vector.x)
  }

  @inline(__always)
  private static func store(_ vector: Vector, _ pointer: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: vector, as: Vector.self)
  }

  @inline(__always)
  private static func storeReversed(_ vector: Vector, _ pointer: UnsafeMutablePointer<Float>) {
    store(Vector(vector.w, vector.z, vector.y, vector.x), pointer)
  }
}

extension RealFourierTransform {
  /// The shortest supported length that holds a number of samples.
  ///
  /// - Parameter count: A number of samples.
  /// - Returns: The least power of two that is at least `count` and at least 32. It is longer than
  ///   ``supportedLengths`` allows if `count` exceeds 65,536; ``init(length:)`` then throws.
  public static func shortestLength(holding count: Int) -> Int {
    var length = supportedLengths.lowerBound
    while length < count { length *= 2 }
    return length
  }
}

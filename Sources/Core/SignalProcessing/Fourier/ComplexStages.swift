/// The inner stages of a complex fast Fourier transform on split real and imaginary parts.
///
/// Decimation in time after Stockham, of radix 4 and 2. Before a stage of radix r, x(q + s r p + s
/// j) is bin p, of n/r, of the transform of the samples q + s j, q + s j + s r, …; the stage makes
/// of it bin p, of n = length/s, of the transform of the samples q, q + s, …, which is y(q + s p),
/// by products with w^(jp), w = e^(−2πi/n), and transforms over j. The stride s shrinks by r from
/// stage to stage. Every stage leaves its result in order, so that no bit reversal is needed.
///
/// - SeeAlso: C. Van Loan, "Computational Frameworks for the Fast Fourier Transform", SIAM 1992,
///   section 1.7.
struct ComplexStages: Sendable {
  /// The parameters that all butterflies of a stage share.
  private struct Stage {
    var radix = 1
    /// n
    var subLength = 4
    /// s
    var stride = 0
    /// The range of the stage's factors in `twiddles`.
    var twiddles = 0..<0
  }

  /// The length of the whole transform: 4 times that of these stages, times 4 again.
  private let length: Int
  /// True if the number of stages is odd.
  private let isOdd: Bool
  /// For each stage and each p: the real and the imaginary part of w^p, w^2p, … w^(r − 1)p.
  private let twiddles: [Float]

  /// - Parameter length: The length of the whole transform, which has a stage of radix 4 before
  ///   these and one after them.
  init(length: Int) {
    var (size, isOdd) = (0, false)
    Self.forEachStage(of: length) {
      size = $0.twiddles.upperBound
      isOdd.toggle()
    }
    var twiddles = [Float](repeating: 0, count: size)
    Self.forEachStage(of: length) { stage in
      var position = stage.twiddles.lowerBound
      for p in 0..<(stage.subLength / stage.radix) {
        for power in 1..<stage.radix {
          let (real, imaginary) = Self.root(of: stage.subLength, power: p * power)
          twiddles[position] = real
          twiddles[position + 1] = imaginary
          position += 2
        }
      }
    }
    (self.length, self.isOdd, self.twiddles) = (length, isOdd, twiddles)
  }

  /// Visits the stages. Radix 8 would save passes through memory, but no measurable time.
  private static func forEachStage(of length: Int, _ body: (Stage) -> Void) {
    var stage = Stage()
    var rest = length / 16
    while rest > 1 {
      stage.radix = rest == 2 ? 2 : 4
      rest /= stage.radix
      stage.subLength *= stage.radix
      stage.stride = length / stage.subLength
      let start = stage.twiddles.upperBound
      let size = 2 * (stage.radix - 1) * stage.subLength / stage.radix
      stage.twiddles = start..<(start + size)
      body(stage)
    }
  }

  /// e^(−2πi power / length).
  @inline(never)
  static func root(of length: Int, power: Int) -> (real: Float, imaginary: Float) {
    let angle = -2 * Double.pi * Double(power % length) / Double(length)
    let (sine, cosine) = Elementary.sineAndCosine(angle)
    return (Float(cosine), Float(sine))
  }

  /// Whether the last stage of radix 4 has code of its own, too: not in the C library and in the
  /// page's modules, which are small.
  #if hasFeature(Embedded)
    private static let isUnrolled = false
  #else
    private static let isUnrolled = true
  #endif

  /// Performs all stages on the contents of `work`.
  ///
  /// - Returns: The memory that holds the result; not `data`.
  func perform(
    in work: SplitPointer, data: SplitPointer, spare: SplitPointer
  ) -> SplitPointer {
    var (source, destination) = (work, data)
    // An odd number of stages needs one more buffer, to end outside `data`.
    if isOdd { destination = spare }
    twiddles.withUnsafeBufferPointer { twiddles in
      guard let base = twiddles.baseAddress else { return }
      Self.forEachStage(of: length) { stage in
        let factors = base + stage.twiddles.lowerBound
        if stage.radix == 2 {
          // It is always the last stage; a stride that the compiler knows saves a loop.
          var stage = stage
          stage.stride = 4
          Self.perform(Radix2.self, stage, from: source, to: destination, twiddles: factors)
        } else if Self.isUnrolled, stage.stride == 4 {
          var stage = stage
          stage.stride = 4
          Self.perform(Radix4.self, stage, from: source, to: destination, twiddles: factors)
        } else {
          Self.perform(Radix4.self, stage, from: source, to: destination, twiddles: factors)
        }
        let next = isOdd && stage.subLength == 4 * stage.radix ? data : source
        (source, destination) = (destination, next)
      }
    }
    return source
  }

  /// Vectors run along q, with the same factors for all.
  ///
  /// Indices are not checked for overflow, of which they are far.
  @inline(__always)
  private static func perform<Transform: Butterfly>(
    _ transform: Transform.Type, _ stage: Stage, from source: SplitPointer,
    to destination: SplitPointer, twiddles: UnsafePointer<Float>
  ) {
    let stride = stage.stride
    let count = stage.subLength / Transform.radix
    let step = stride &* count
    for p in 0..<count {
      let pairs = twiddles + 2 &* (Transform.radix &- 1) &* p
      let factors = InlineArray<8, ComplexVector> { index in
        guard index > 0, index < Transform.radix else { return ComplexVector(.one, .zero) }
        return ComplexVector(
          ComplexVector.Lanes(repeating: pairs[2 * index - 2]),
          ComplexVector.Lanes(repeating: pairs[2 * index - 1]))
      }
      let (read, write) = (Transform.radix &* stride &* p, stride &* p)
      var q = 0
      while q < stride {
        Transform.transform(
          load: { index in
            let value = ComplexVector(source, read &+ index &* stride &+ q)
            return index == 0 ? value : value * factors[index]
          },
          store: { $1.store(destination, write &+ $0 &* step &+ q) })
        q &+= 4
      }
    }
  }
}

/// A discrete Fourier transform of a few values, done for four transforms at once.
protocol Butterfly {
  /// The number of values.
  static var radix: Int { get }

  /// Transforms values.
  ///
  /// - Parameters:
  ///   - load: Returns value j.
  ///   - store: Receives result j.
  static func transform(
    load: (_ index: Int) -> ComplexVector,
    store: (_ index: Int, _ value: ComplexVector) -> Void
  )
}

/// The transform of four values: 8 additions of complex numbers.
enum Radix4: Butterfly {
  @inline(__always)
  static var radix: Int { 4 }

  @inline(__always)
  static func transform(
    load: (_ index: Int) -> ComplexVector,
    store: (_ index: Int, _ value: ComplexVector) -> Void
  ) {
    let (a, b, c, d) = (load(0), load(1), load(2), load(3))
    let (sumAC, differenceAC) = (a + c, a - c)
    let (sumBD, differenceBD) = (b + d, b - d)
    store(0, sumAC + sumBD)
    store(1, differenceAC.minusTurned(differenceBD))
    store(2, sumAC - sumBD)
    store(3, differenceAC.plusTurned(differenceBD))
  }
}

/// The transform of two values.
enum Radix2: Butterfly {
  @inline(__always)
  static var radix: Int { 2 }

  @inline(__always)
  static func transform(
    load: (_ index: Int) -> ComplexVector,
    store: (_ index: Int, _ value: ComplexVector) -> Void
  ) {
    let (a, b) = (load(0), load(1))
    store(0, a + b)
    store(1, a - b)
  }
}

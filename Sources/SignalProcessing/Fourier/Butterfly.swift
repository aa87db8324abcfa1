/// A discrete Fourier transform of a few values, done for four transforms at once.
protocol Butterfly {
  /// The number of values.
  static var radix: Int { get }

  /// Transforms values.
  ///
  /// - Parameters:
  ///   - load: Returns value j.
  ///   - store: Takes result j.
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

/// The transform of eight values: 26 additions of complex numbers, 4 products with √½.
enum Radix8: Butterfly {
  @inline(__always)
  static var radix: Int { 8 }

  @inline(__always)
  static func transform(
    load: (_ index: Int) -> ComplexVector,
    store: (_ index: Int, _ value: ComplexVector) -> Void
  ) {
    let (a0, a4, a2, a6) = (load(0), load(4), load(2), load(6))
    let (sum04, difference04) = (a0 + a4, a0 - a4)
    let (sum26, difference26) = (a2 + a6, a2 - a6)
    let (a1, a5, a3, a7) = (load(1), load(5), load(3), load(7))
    let (sum15, difference15) = (a1 + a5, a1 - a5)
    let (sum37, difference37) = (a3 + a7, a3 - a7)

    let (evenSum, evenDifference) = (sum04 + sum26, sum04 - sum26)
    let (oddSum, oddDifference) = (sum15 + sum37, sum15 - sum37)
    store(0, evenSum + oddSum)
    store(2, evenDifference.minusTurned(oddDifference))
    store(4, evenSum - oddSum)
    store(6, evenDifference.plusTurned(oddDifference))

    // With w = (1 − i)/√2: w d15 + w³ d37 = u − iv and −i (w d15 − w³ d37) = −(u + iv).
    let root = ComplexVector.Lanes(repeating: 0.707_106_77)
    let (left, right) = (difference15 - difference37, difference15 + difference37)
    let u = ComplexVector(left.real * root, left.imaginary * root)
    let v = ComplexVector(right.real * root, right.imaginary * root)
    let (first, second) = (u.minusTurned(v), u.plusTurned(v))
    let third = difference04.minusTurned(difference26)
    let fourth = difference04.plusTurned(difference26)
    store(1, third + first)
    store(3, fourth - second)
    store(5, third - first)
    store(7, fourth + second)
  }
}

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

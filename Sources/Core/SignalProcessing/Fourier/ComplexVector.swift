/// The real and imaginary parts of a signal, stored separately.
struct SplitPointer {
  var real: UnsafeMutablePointer<Float>
  var imaginary: UnsafeMutablePointer<Float>

  @inline(__always)
  init(_ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>) {
    self.real = real
    self.imaginary = imaginary
  }
}

/// Four complex numbers.
struct ComplexVector {
  typealias Lanes = SIMD4<Float>

  var real: Lanes
  var imaginary: Lanes

  @inline(__always)
  init(_ real: Lanes, _ imaginary: Lanes) {
    self.real = real
    self.imaginary = imaginary
  }

  @inline(__always)
  static func + (left: Self, right: Self) -> Self {
    Self(left.real + right.real, left.imaginary + right.imaginary)
  }

  @inline(__always)
  static func - (left: Self, right: Self) -> Self {
    Self(left.real - right.real, left.imaginary - right.imaginary)
  }

  @inline(__always)
  static func * (left: Self, right: Self) -> Self {
    Self(
      left.real * right.real - left.imaginary * right.imaginary,
      left.real * right.imaginary + left.imaginary * right.real)
  }

  /// `self` + i `other`.
  @inline(__always)
  func plusTurned(_ other: Self) -> Self {
    Self(real - other.imaginary, imaginary + other.real)
  }

  /// `self` − i `other`.
  @inline(__always)
  func minusTurned(_ other: Self) -> Self {
    Self(real + other.imaginary, imaginary - other.real)
  }

  @inline(__always)
  func times(conjugateOf other: Self) -> Self {
    Self(
      real * other.real + imaginary * other.imaginary,
      imaginary * other.real - real * other.imaginary)
  }

  @inline(__always)
  var conjugate: Self { Self(real, -imaginary) }

  /// With real and imaginary parts exchanged.
  @inline(__always)
  var exchanged: Self { Self(imaginary, real) }

  /// In the opposite order.
  @inline(__always)
  var reversed: Self { Self(real.reversed, imaginary.reversed) }
}

extension ComplexVector {
  @inline(__always)
  init(_ source: SplitPointer, _ index: Int) {
    self.init(Lanes(source.real, index), Lanes(source.imaginary, index))
  }

  /// The real parts at `index`, the imaginary ones `distance` further on.
  @inline(__always)
  init(_ source: UnsafePointer<Float>, _ index: Int, _ distance: Int) {
    self.init(Lanes(source, index), Lanes(source, index &+ distance))
  }

  /// The values at `index + 3`, `index + 2`, `index + 1`, `index`.
  @inline(__always)
  init(reversed source: SplitPointer, _ index: Int) {
    self.init(Lanes(source.real, index).reversed, Lanes(source.imaginary, index).reversed)
  }

  /// Four times the same value.
  @inline(__always)
  init(repeating source: SplitPointer, _ index: Int) {
    self.init(
      Lanes(repeating: source.real[index]), Lanes(repeating: source.imaginary[index]))
  }

  /// Stores the first of the four.
  @inline(__always)
  func storeFirst(_ destination: SplitPointer, _ index: Int) {
    destination.real[index] = real.x
    destination.imaginary[index] = imaginary.x
  }

  @inline(__always)
  func store(_ destination: SplitPointer, _ index: Int) {
    real.store(destination.real, index)
    imaginary.store(destination.imaginary, index)
  }

  @inline(__always)
  func storeReversed(_ destination: SplitPointer, _ index: Int) {
    real.reversed.store(destination.real, index)
    imaginary.reversed.store(destination.imaginary, index)
  }

  /// Four vectors: the first of the values at `index`, `index + step`, `index + 2 step` and
  /// `index + 3 step`; those that follow them; …
  @inline(__always)
  static func transposed(
    _ source: SplitPointer, _ index: Int, step: Int
  ) -> (Self, Self, Self, Self) {
    let real = Lanes.transposed(source.real + index, step: step)
    let imaginary = Lanes.transposed(source.imaginary + index, step: step)
    return (
      Self(real.0, imaginary.0), Self(real.1, imaginary.1), Self(real.2, imaginary.2),
      Self(real.3, imaginary.3)
    )
  }
}

extension SIMD4<Float> {
  /// The four values from an index on.
  @inlinable
  @inline(__always)
  package init(_ source: UnsafePointer<Float>, _ index: Int) {
    self = UnsafeRawPointer(source + index).loadUnaligned(as: Self.self)
  }

  @inlinable
  @inline(__always)
  package init(_ source: UnsafeMutablePointer<Float>, _ index: Int) {
    self = UnsafeRawPointer(source + index).loadUnaligned(as: Self.self)
  }

  /// Replaces the four values from an index on.
  @inlinable
  @inline(__always)
  package func store(_ destination: UnsafeMutablePointer<Float>, _ index: Int) {
    UnsafeMutableRawPointer(destination + index).storeBytes(of: self, as: Self.self)
  }

  @inlinable
  @inline(__always)
  package var reversed: Self { Self(w, z, y, x) }

  @inline(__always)
  fileprivate static func transposed(
    _ source: UnsafeMutablePointer<Float>, step: Int
  ) -> (Self, Self, Self, Self) {
    let (a, b) = (Self(source, 0), Self(source, step))
    let (c, d) = (Self(source, 2 &* step), Self(source, 3 &* step))
    let (low, high) = (zippedLow(a, b), zippedHigh(a, b))
    let (otherLow, otherHigh) = (zippedLow(c, d), zippedHigh(c, d))
    return (
      firstHalves(low, otherLow), secondHalves(low, otherLow), firstHalves(high, otherHigh),
      secondHalves(high, otherHigh)
    )
  }
}

// Shuffles of two vectors that were just loaded, which become one instruction each. Shuffles of results
// would not: the compiler would take the arithmetic before them apart into single lanes.
extension SIMD4<Float> {
  /// a0 b0 a1 b1
  @inline(__always)
  static func zippedLow(_ a: Self, _ b: Self) -> Self { Self(a.x, b.x, a.y, b.y) }

  /// a2 b2 a3 b3
  @inline(__always)
  static func zippedHigh(_ a: Self, _ b: Self) -> Self { Self(a.z, b.z, a.w, b.w) }

  /// a0 a2 b0 b2
  @inline(__always)
  static func evens(_ a: Self, _ b: Self) -> Self { Self(a.x, a.z, b.x, b.z) }

  /// a1 a3 b1 b3
  @inline(__always)
  static func odds(_ a: Self, _ b: Self) -> Self { Self(a.y, a.w, b.y, b.w) }

  /// a0 a1 b0 b1
  @inline(__always)
  private static func firstHalves(_ a: Self, _ b: Self) -> Self {
    let a = unsafeBitCast(a, to: SIMD2<Double>.self)
    let b = unsafeBitCast(b, to: SIMD2<Double>.self)
    return unsafeBitCast(SIMD2(a.x, b.x), to: Self.self)
  }

  /// a2 a3 b2 b3
  @inline(__always)
  private static func secondHalves(_ a: Self, _ b: Self) -> Self {
    let a = unsafeBitCast(a, to: SIMD2<Double>.self)
    let b = unsafeBitCast(b, to: SIMD2<Double>.self)
    return unsafeBitCast(SIMD2(a.y, b.y), to: Self.self)
  }
}

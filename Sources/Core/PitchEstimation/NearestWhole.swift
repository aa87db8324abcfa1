internal import SignalProcessing

extension Int {
  /// Creates the whole number nearest to a number, as `Int(x.rounded())` does, which on some
  /// processors calls the C library.
  ///
  /// - Parameter x: 0 or more. Below 0, the result is 0 or less.
  @inline(__always)
  init(nearest x: Double) {
    let whole = Int(x)
    self = x - Double(whole) >= 0.5 ? whole + 1 : whole
  }
}

extension SIMDMask<SIMD4<Int32>> {
  /// True if no lane is set.
  @inline(__always)
  var isEmpty: Bool {
    let bits = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return bits.x | bits.y == 0
  }
}

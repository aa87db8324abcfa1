/// Elementary functions of the core: the same bits on every platform.
///
/// C libraries of different platforms may round `sin` or `log2` differently, and the embedded
/// WebAssembly build has no C library at all. The functions here use only IEEE 754 additions,
/// multiplications and divisions, in a fixed order, so that a reading on the web page equals the
/// reading on the command line. Each stays within 2 units in the last place of the exact value
/// (tests compare with the platform's library); angles beyond ±1e6 radians lose accuracy in
/// proportion to their size.
public enum Elementary {}

extension Elementary {
  static let lnTwo = 0x1.62e42fefa39efp-1
  static let oneOverLnTwo = 0x1.71547652b82fep0
  static let oneOverLnTen = 0x1.bcb7b1526e50ep-2

  /// Evaluates a polynomial by Horner's rule; the coefficients start at the highest power.
  @inline(__always)
  static func horner(_ x: Double, _ coefficients: InlineArray<12, Double>) -> Double {
    var sum = coefficients[0]
    for index in 1..<12 { sum = sum * x + coefficients[index] }
    return sum
  }
}

extension Elementary {
  /// Returns the square of a number.
  ///
  /// - Parameter x: Any value.
  /// - Returns: `x` · `x`.
  @inlinable
  public static func square(_ x: Double) -> Double { x * x }
}

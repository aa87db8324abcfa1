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

/// Cents: hundredths of an equal semitone, 1200 to an octave.
extension Elementary {
  /// Returns the size of a ratio of frequencies.
  ///
  /// - Parameter ratio: Greater than zero.
  /// - Returns: Cents; positive above 1.
  package static func cents(ofRatio ratio: Double) -> Double { 1200 * log2(ratio) }

  /// Returns the ratio of frequencies of an interval.
  ///
  /// - Parameter cents: Any value.
  /// - Returns: The ratio: 2 for 1200 cents.
  package static func ratio(ofCents cents: Double) -> Double { exp2(cents / 1200) }
}

#if hasFeature(Embedded)
  extension Int {
    /// Creates the integer part of a finite number, as the standard library does.
    ///
    /// It takes precedence over that one in modules that import this one, so that its checks, of 50
    /// bytes each, are only once in a module for the browser.
    @inline(never)
    package init(_ value: Double) { self = Int(truncatingIfNeeded: Self.checked(value)) }

    private static func checked(_ value: Double) -> Int64 {
      precondition(value > -0x1p31 - 1 && value < 0x1p31, "the value is beyond Int")
      return Int64(value)
    }
  }
#endif

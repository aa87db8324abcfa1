extension Elementary {
  /// The number 1.5 · 2²³, whose last bit is a unit: adding it rounds, and the last bits are the
  /// whole number.
  private static let wholeNumbers: Float = 12_582_912
  private static let bitsOfWholeNumbers: Int32 = 0x4B40_0000

  /// Returns the natural logarithm of eight values at once, in single precision.
  ///
  /// - Parameter x: Positive normal values; others count as the smallest of these.
  /// - Returns: ln(`x`), within 2e-7 plus one part in 5 million of the exact value.
  public static func log(_ x: SIMD8<Float>) -> SIMD8<Float> {
    let least = SIMD8<Float>(repeating: .leastNormalMagnitude)
    let bits = unsafeBitCast(x.replacing(with: least, where: .!(x .> least)), to: SIMD8<Int32>.self)
    // x = m · 2^e with m in √½...√2: the bits of √½ are subtracted before the exponent is read.
    let shifted = bits &- 0x3F35_04F3
    let exponent =
      unsafeBitCast((shifted &>> 23) &+ bitsOfWholeNumbers, to: SIMD8<Float>.self) - wholeNumbers
    let mantissa = unsafeBitCast(
      (shifted & 0x007F_FFFF) &+ 0x3F35_04F3, to: SIMD8<Float>.self)
    // ln m = 2 artanh t, t = (m - 1)/(m + 1) within ±0.172; the term after the last is below 3e-8.
    let t = (mantissa - 1) / (mantissa + 1)
    let square = t * t
    var series = square * 0.142857143 + 0.2
    series = series * square + 0.333333333
    series *= square
    let logarithm = 2 * (t + t * series)
    return exponent * 0.693147181 + logarithm
  }

  /// Returns e to the power of eight values at once, in single precision.
  ///
  /// - Parameter x: Any values but NaN; those below -87 and above 88 count as these.
  /// - Returns: e^`x`, with a relative error below 5e-7 · (1 + |`x`|).
  public static func exp(_ x: SIMD8<Float>) -> SIMD8<Float> {
    let limited = x.clamped(
      lowerBound: SIMD8(repeating: -87), upperBound: SIMD8(repeating: 88))
    let sum = limited * 1.44269504 + wholeNumbers
    let whole = sum - wholeNumbers
    // ln 2 in two parts: the product with the first one is exact.
    var rest = limited - whole * 0.693359375
    rest += whole * 2.12194440e-4
    var series = rest * 0.00138888889 + 0.00833333333
    series = series * rest + 0.0416666667
    series = series * rest + 0.166666667
    series = series * rest + 0.5
    let value = 1 + (rest + rest * rest * series)
    let exponent = unsafeBitCast(sum, to: SIMD8<Int32>.self) &- bitsOfWholeNumbers
    return value * unsafeBitCast((exponent &+ 127) &<< 23, to: SIMD8<Float>.self)
  }
}

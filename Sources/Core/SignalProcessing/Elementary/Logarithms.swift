extension Elementary {
  /// Returns the base-2 logarithm.
  ///
  /// - Parameter x: Any value; negative values and NaN give NaN, zero gives -infinity.
  /// - Returns: log2(`x`).
  @inline(never)
  public static func log2(_ x: Double) -> Double {
    let (exponent, series) = split(x)
    guard let exponent else { return series }
    return series * oneOverLnTwo + exponent
  }

  /// Returns the natural logarithm.
  ///
  /// - Parameter x: Any value; negative values and NaN give NaN, zero gives -infinity.
  /// - Returns: ln(`x`).
  @inline(never)
  public static func log(_ x: Double) -> Double {
    let (exponent, series) = split(x)
    guard let exponent else { return series }
    // ln 2 in two parts: `exponent * lnTwoHigh` is exact.
    let lnTwoHigh = 0x1.62e42feep-1
    let lnTwoLow = 0x1.a39ef35793c76p-33
    return exponent * lnTwoHigh + (series + exponent * lnTwoLow)
  }

  /// Returns the base-10 logarithm.
  ///
  /// - Parameter x: Any value; negative values and NaN give NaN, zero gives -infinity.
  /// - Returns: log10(`x`).
  public static func log10(_ x: Double) -> Double {
    log(x) * oneOverLnTen
  }

  /// Splits x = m · 2^e with m in √½...√2, and returns e and ln m; e is `nil` for special values.
  private static func split(_ x: Double) -> (exponent: Double?, logarithm: Double) {
    guard x > 0 else { return (nil, x == 0 ? -Double.infinity : .nan) }
    guard x.isFinite else { return (nil, x) }
    // The smallest numbers have no leading bit; 2^54 times as much has one.
    let isSubnormal = x < .leastNormalMagnitude
    let bits = (isSubnormal ? x * 0x1p54 : x).bitPattern
    var mantissa = Double(bitPattern: bits & 0x000F_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
    var exponent = Double(Int(bits >> 52) - (isSubnormal ? 1023 + 54 : 1023))
    if mantissa > 1.4142135623730951 {
      mantissa /= 2
      exponent += 1
    }
    // ln m = 2 artanh(s), s = (m - 1)/(m + 1); s² ≤ 0.0295, so that s²⁴ is below the last bit.
    let ratio = (mantissa - 1) / (mantissa + 1)
    let square = ratio * ratio
    let series = horner(
      square,
      [
        2.0 / 25, 2.0 / 23, 2.0 / 21, 2.0 / 19, 2.0 / 17, 2.0 / 15, 2.0 / 13, 2.0 / 11, 2.0 / 9,
        2.0 / 7, 2.0 / 5, 2.0 / 3,
      ])
    // m - 1 is exact, and 2s = (m - 1) - s (m - 1): the largest term keeps every bit.
    let excess = mantissa - 1
    return (exponent, excess - ratio * (excess - square * series))
  }
}

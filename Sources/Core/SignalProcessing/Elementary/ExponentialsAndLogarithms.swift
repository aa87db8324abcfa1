extension Elementary {
  /// Returns 2 to the power `x`.
  ///
  /// - Parameter x: Any value; below -1100 gives 0, above 1024 gives infinity, NaN gives NaN.
  /// - Returns: 2^`x`.
  public static func exp2(_ x: Double) -> Double {
    guard x < 1024.5 else { return x.isNaN ? x : .infinity }
    guard x > -1100 else { return 0 }
    // Adding 1.5 · 2⁵² rounds to the nearest whole number, or to the even one, without a call.
    let whole = (x + 0x1.8p52) - 0x1.8p52
    let remainder = (x - whole) * lnTwo  // within ±0.3466
    // Taylor's series of e^r - 1 = r (1 + r/2 + r²/6 + …) up to r¹³/13!.
    let tail = horner(
      remainder,
      [
        1.0 / 6_227_020_800, 1.0 / 479_001_600, 1.0 / 39_916_800, 1.0 / 3_628_800, 1.0 / 362_880,
        1.0 / 40_320, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2,
      ])
    let fraction = 1 + (remainder + remainder * remainder * tail)
    return scale(fraction, byPowerOfTwo: Int(whole))
  }

  /// Returns e to the power `x`.
  ///
  /// - Parameter x: Any value.
  /// - Returns: e^`x`, with a relative error that grows with |`x`| to 1e-13 at |`x`| = 700.
  public static func exp(_ x: Double) -> Double {
    exp2(x * oneOverLnTwo)
  }

  /// Returns `base` to the power `exponent`.
  ///
  /// - Parameters:
  ///   - base: A value ≥ 0; negative values give NaN.
  ///   - exponent: Any value.
  /// - Returns: `base`^`exponent`.
  public static func power(_ base: Double, _ exponent: Double) -> Double {
    if exponent == 0 { return 1 }
    if base == 0 { return exponent > 0 ? 0 : .infinity }
    return exp2(exponent * log2(base))
  }

  /// x · 2^n in two steps, so that neither factor overflows while the product does not.
  private static func scale(_ x: Double, byPowerOfTwo n: Int) -> Double {
    let half = n / 2
    return x * powerOfTwo(half) * powerOfTwo(n - half)
  }

  /// 2^n for n in -1022...1023, which are the exponents of normal numbers.
  private static func powerOfTwo(_ n: Int) -> Double {
    Double(bitPattern: UInt64(1023 + n) << UInt64(Double.significandBitCount))
  }
}

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

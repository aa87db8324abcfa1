extension Elementary {
  /// Returns 2 to the power `x`.
  ///
  /// - Parameter x: Any value; below -1100 gives 0, above 1024 gives infinity, NaN gives NaN.
  /// - Returns: 2^`x`.
  public static func exp2(_ x: Double) -> Double {
    guard x < 1024.5 else { return x.isNaN ? x : .infinity }
    guard x > -1100 else { return 0 }
    let whole = x.rounded(.toNearestOrEven)
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

extension Elementary {
  /// Returns the sine of an angle.
  ///
  /// - Parameter angle: Radians; within ±1e6 for full accuracy. Beyond ±1e9, infinite or NaN gives
  ///   NaN.
  /// - Returns: sin(`angle`).
  public static func sin(_ angle: Double) -> Double {
    sineAndCosine(angle).sine
  }

  /// Returns the cosine of an angle.
  ///
  /// - Parameter angle: Radians; within ±1e6 for full accuracy. Beyond ±1e9, infinite or NaN gives
  ///   NaN.
  /// - Returns: cos(`angle`).
  public static func cos(_ angle: Double) -> Double {
    sineAndCosine(angle).cosine
  }

  /// Returns the sine and the cosine of an angle, for little more than the cost of one.
  ///
  /// - Parameter angle: Radians; within ±1e6 for full accuracy. Beyond ±1e9, infinite or NaN gives
  ///   NaN for both.
  /// - Returns: sin(`angle`) and cos(`angle`).
  @inline(never)
  public static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    guard angle.magnitude <= 1e9 else { return (.nan, .nan) }
    let quadrants = (angle * 0.6366197723675814).rounded(.toNearestOrEven)  // angle / (π/2)
    // π/2 in three parts of 33, 33 and 53 bits: the first two products are exact
    // (Cody and Waite, Software Manual for the Elementary Functions, 1980).
    let first = angle - quadrants * 0x1.921fb544p0
    let second = first - quadrants * 0x1.0b4611a6p-34
    let reduced = second - quadrants * 0x1.3198a2e037073p-69
    let sine = sineNearZero(reduced)
    let cosine = cosineNearZero(reduced)
    return switch Int(quadrants) & 3 {
    case 0: (sine, cosine)
    case 1: (cosine, -sine)
    case 2: (-sine, -cosine)
    default: (-cosine, sine)
    }
  }

  /// Taylor's series of sin x up to x¹⁷ for |x| ≤ π/4.
  private static func sineNearZero(_ x: Double) -> Double {
    let square = x * x
    let tail =
      (((((((1.0 / 355_687_428_096_000) * square - 1.0 / 1_307_674_368_000) * square
        + 1.0 / 6_227_020_800) * square - 1.0 / 39_916_800) * square + 1.0 / 362_880) * square
        - 1.0 / 5040) * square + 1.0 / 120) * square - 1.0 / 6
    return x + x * square * tail
  }

  /// Taylor's series of cos x up to x¹⁸ for |x| ≤ π/4.
  private static func cosineNearZero(_ x: Double) -> Double {
    let square = x * x
    let tail =
      (((((((-1.0 / 6_402_373_705_728_000) * square + 1.0 / 20_922_789_888_000) * square
        - 1.0 / 87_178_291_200) * square + 1.0 / 479_001_600) * square - 1.0 / 3_628_800) * square
        + 1.0 / 40_320) * square - 1.0 / 720) * square + 1.0 / 24
    let half = square / 2
    let leading = 1 - half
    return leading + ((1 - leading) - half + square * square * tail)
  }
}

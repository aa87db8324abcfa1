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

extension Elementary {
  /// Returns the angle of a point, seen from the origin.
  ///
  /// - Parameters:
  ///   - y: The ordinate, the imaginary part of a complex number.
  ///   - x: The abscissa, the real part.
  /// - Returns: Radians in -π...π; 0 for the origin, NaN if either is not finite.
  public static func atan2(_ y: Double, _ x: Double) -> Double {
    guard y.isFinite, x.isFinite else { return .nan }
    let (height, width) = (y.magnitude, x.magnitude)
    let (small, large) = (min(height, width), max(height, width))
    guard large > 0 else { return 0 }
    var angle = arctangent(small / large)
    if height > width { angle = .pi / 2 - angle }
    if x < 0 { angle = .pi - angle }
    return y < 0 ? -angle : angle
  }

  /// arctan x for x in 0...1, from that of the nearest eighth: with x = (c + r)/(1 − cr),
  /// arctan x = arctan c + arctan r and |r| ≤ 1/16.
  private static func arctangent(_ x: Double) -> Double {
    let eighths: InlineArray<9, Double> = [
      0, 0.124354994546761438, 0.244978663126864143, 0.358770670270572189, 0.463647609000806094,
      0.558599315343562423, 0.643501108793284371, 0.718829999621624527, 0.785398163397448279,
    ]
    let index = (8 * x).rounded()
    let near = index / 8
    let rest = (x - near) / (1 + x * near)
    let square = rest * rest
    // Taylor's series up to r¹⁵/15; r¹⁷/17 is below the last bit.
    let tail =
      ((((((-1.0 / 15 * square + 1.0 / 13) * square - 1.0 / 11) * square + 1.0 / 9) * square
        - 1.0 / 7) * square + 1.0 / 5) * square - 1.0 / 3) * square
    return eighths[Int(index)] + (rest + rest * tail)
  }
}

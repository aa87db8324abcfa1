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

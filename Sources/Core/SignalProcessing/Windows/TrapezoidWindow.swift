/// A window that is 1 in the middle and falls to 0 in straight lines on both sides.
///
/// It is the convolution of two rectangles, of the lengths ``rise`` and ``span``. Its transform is
/// the product of their transforms. If both lengths are whole numbers of periods, it has double
/// zeros at all multiples of the fundamental frequency. The partials of a harmonic sound then do
/// not disturb each other, and hardly do so if they deviate a little.
public struct TrapezoidWindow: Sendable {
  /// The distance from the middle of the rise to the middle of the fall, in samples; also the area
  /// of the window.
  public let span: Double
  /// The length of the rise, and of the fall, in samples, up to `span`.
  public let rise: Double
  private let edge: Float  // half the support
  private let steepness: Float

  /// Creates a window.
  ///
  /// - Parameters:
  ///   - span: The distance from the middle of the rise to the middle of the fall, in samples,
  ///     above 0.
  ///   - rise: The length of the rise, and of the fall, in samples, above 0 and at most `span`.
  public init(span: Double, rise: Double) {
    self.span = span
    self.rise = rise
    edge = Float((span + rise) / 2)
    steepness = Float(1 / rise)
  }

  /// The distance from the middle to where the window is 0, in samples.
  public var halfLength: Double { (span + rise) / 2 }

  /// Returns the weight of a sample.
  ///
  /// - Parameter distance: The distance from the middle, in samples.
  /// - Returns: 0...1.
  @inlinable
  public func weight(_ distance: Int) -> Float {
    min(1, max(0, (limit - Float(distance)) * slope))
  }

  @usableFromInline var limit: Float { edge }
  @usableFromInline var slope: Float { steepness }

  /// ∫ w(t) t² dt, in samples³.
  public var secondMoment: Double {
    let (flat, end) = ((span - rise) / 2, halfLength)
    return 2
      * (Self.cube(flat) / 3
        + (end * (Self.cube(end) - Self.cube(flat)) / 3
          - (Self.fourth(end) - Self.fourth(flat)) / 4) / rise)
  }

  /// ∫ w(t)² dt, in samples.
  public var energy: Double { span - rise / 3 }

  /// ∫ w(t)² t² dt, in samples³.
  public var energySecondMoment: Double {
    let (flat, end) = ((span - rise) / 2, halfLength)
    let fifths = Self.fourth(end) * end - Self.fourth(flat) * flat
    let slopes =
      end * end * (Self.cube(end) - Self.cube(flat)) / 3
      - end * (Self.fourth(end) - Self.fourth(flat)) / 2 + fifths / 5
    return 2 * (Self.cube(flat) / 3 + slopes / (rise * rise))
  }

  private static func cube(_ x: Double) -> Double { x * x * x }
  private static func fourth(_ x: Double) -> Double { x * x * x * x }
}

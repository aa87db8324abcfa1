/// The time in which a pairing must be done.
public struct PairingWindow: Sendable, Hashable {
  /// The times that may be given, in seconds.
  public static var allowedLifetimes: ClosedRange<Double> { 5...900 }
  /// Two minutes: time enough to take two devices in hand and compare six digits.
  public static var defaultLifetime: Double { 120 }

  /// When it begins, in seconds.
  public let start: Double
  /// How long it is, in seconds.
  public let lifetime: Double

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - start: Now, in seconds of a clock that only goes forward.
  ///   - lifetime: How long, in seconds, in ``allowedLifetimes``.
  /// - Throws: ``PairingError/lifetimeOutOfRange(_:)``
  public init(
    start: Double, lifetime: Double = PairingWindow.defaultLifetime
  ) throws(PairingError) {
    guard Self.allowedLifetimes.contains(lifetime) else { throw .lifetimeOutOfRange(lifetime) }
    (self.start, self.lifetime) = (start, lifetime)
  }

  /// Whether a moment lies in it. Not-a-number and times before the start do not.
  func contains(_ now: Double) -> Bool { now >= start && now - start <= lifetime }
}

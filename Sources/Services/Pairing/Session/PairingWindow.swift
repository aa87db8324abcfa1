/// The time limit of a pairing.
public struct PairingWindow: Sendable, Hashable {
  /// The allowed time limits, in seconds.
  public static var allowedLifetimes: ClosedRange<Double> { 5...900 }
  /// Two minutes: enough time to pick up two devices and compare six digits.
  public static var defaultLifetime: Double { 120 }

  /// When it begins, in seconds.
  public let start: Double
  /// The time limit, in seconds.
  public let lifetime: Double

  /// Creates a time limit.
  ///
  /// - Parameters:
  ///   - start: The current time, in seconds of any clock that never runs backwards.
  ///   - lifetime: The time limit, in seconds, in ``allowedLifetimes``.
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

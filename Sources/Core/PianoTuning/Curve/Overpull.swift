/// By how much to tune sharp when the pitch of a whole piano is raised: later strings pull the
/// soundboard down, and those tuned before go flat.
///
/// - SeeAlso: A. E. Sanderson's shares of the flatness, as piano technicians use them: wound strings
///   1/5, the first six plain ones 1/3, all others 1/4.
public struct Overpull: Sendable, Hashable {
  /// A string may break beyond this many cents above its target.
  public static let limit = 50.0
  /// Where plain strings begin on many pianos.
  public static let usualLowestPlainKey = PianoKey(unchecked: 46)

  /// The lowest key whose strings are not wound.
  public var lowestPlainKey: PianoKey

  /// Creates a rule.
  ///
  /// - Parameter lowestPlainKey: The lowest key whose strings are not wound.
  public init(lowestPlainKey: PianoKey = Self.usualLowestPlainKey) {
    self.lowestPlainKey = lowestPlainKey
  }

  /// The share of the flatness to add.
  public func share(_ key: PianoKey) -> Double {
    if key < lowestPlainKey { return 1.0 / 5 }
    return key.midi < lowestPlainKey.midi + 6 ? 1.0 / 3 : 1.0 / 4
  }

  /// How far above the target to tune, in cents, 0...``limit``.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - flatness: How far the key is below its target, in cents. A sharp key needs nothing.
  /// - Returns: Cents to add.
  public func cents(_ key: PianoKey, flatness: Double) -> Double {
    min(Self.limit, max(0, flatness) * share(key))
  }
}

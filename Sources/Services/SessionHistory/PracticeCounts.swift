/// How many notes of a score were not played as written; the right ones are the notes of the session.
public struct PracticeCounts: Sendable, Hashable {
  /// Notes of the score for which another was played.
  public var wrong: Int
  /// Notes of the score that were not played.
  public var missing: Int
  /// Played notes that are not in the score.
  public var extra: Int

  /// Creates counts.
  ///
  /// - Parameters:
  ///   - wrong: Notes of the score for which another was played.
  ///   - missing: Notes of the score that were not played.
  ///   - extra: Played notes that are not in the score.
  public init(wrong: Int, missing: Int, extra: Int) {
    self.wrong = wrong
    self.missing = missing
    self.extra = extra
  }
}

/// How a string beats with the others of its course.
public struct StringBeat: Sendable, Hashable {
  /// Beats a second, and one standard error: of partial 1 with a string that is tuned alike, or with
  /// the partial of a lower string that it is tuned to. `nil` while they cannot be told apart, and
  /// for a string that is alone.
  public internal(set) var frequency: Double?
  /// One standard error of ``frequency``, in hertz.
  public internal(set) var error = 0.0
  /// The slowest beat of strings that are tuned alike that could be told, in hertz; `nil` if there
  /// is none. In T seconds lines can be told apart that are 2 / T away from each other, and partials
  /// k of two strings are k times as far apart as the strings are.
  public internal(set) var limit: Double?
  /// Whether this string and another one that is tuned alike are read as one, because they cannot be
  /// told apart yet. What is read is where both are together: each may be half of what ``limit``
  /// says, or more, from it.
  public internal(set) var isMerged = false

  /// Creates the beat of a string that is alone.
  public init() {}
}

/// Ranges of fundamental frequencies to look for.
public enum SearchRange {
  /// All 88 keys of a piano, each up to 100 cents flat or sharp, in hertz; also a slack fifth string
  /// of a bass.
  public static let allKeys = 26.0...4435.0
}

/// Where a sound lies that is beyond the frequencies a tracker looks for.
public enum RangeSide: Sendable, Hashable {
  /// Below the lowest frequency.
  case below
  /// Above the highest frequency.
  case above
}

/// The side of the search range on which a sound beyond it lies.
public enum RangeSide: Sendable, Hashable {
  /// Below the lowest frequency.
  case below
  /// Above the highest frequency.
  case above
}

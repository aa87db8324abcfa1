/// The strength of a click, in loudness and pitch.
public enum Accent: Int, Sendable, Hashable, CaseIterable {
  /// The first beat of a bar.
  case strong
  /// The first beat of a later group.
  case medium
  /// Any other beat.
  case normal
  /// Clicks between the beats.
  case weak

  /// Reads a sign of a pattern: `X`, `O`, `x` or `o`.
  init?(sign: UInt8) {
    switch sign {
    case UInt8(ascii: "X"): self = .strong
    case UInt8(ascii: "O"): self = .medium
    case UInt8(ascii: "x"): self = .normal
    case UInt8(ascii: "o"): self = .weak
    default: return nil
    }
  }
}

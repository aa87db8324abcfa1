/// Which of two devices that pair.
public enum PairingRole: String, Sendable, Hashable, CaseIterable {
  /// Speaks first, and hands something over.
  case offerer
  /// Hears an offer and answers.
  case joiner

  /// The other role.
  public var other: PairingRole { self == .offerer ? .joiner : .offerer }
}

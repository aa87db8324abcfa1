/// The reason why a message is ignored. In a room this is normal: other devices send too, and every
/// device receives its own sound.
public enum IgnoredMessage: Error, Equatable, Sendable {
  /// It is not a message of a pairing.
  case foreign
  /// It has another version of the protocol.
  case otherVersion(Int)
  /// It has the wrong size or impossible content.
  case malformed
  /// It comes from a device in the same role: an echo of our own message, or another device.
  case ownRole
  /// It belongs to another pairing, of other devices or in an old recording.
  case otherPairing
  /// It belongs to this pairing, but not to this moment.
  case outOfOrder
  /// It was here before, and needs no answer.
  case repeated
}

extension IgnoredMessage: CustomStringConvertible {
  /// A few words that complete "The last message that arrived was".
  public var description: String {
    switch self {
    case .foreign: "not part of a pairing"
    case .otherVersion(let version):
      "of protocol version \(version), which this program does not know"
    case .malformed: "damaged"
    case .ownRole: "sent by a device in the same role as this one"
    case .otherPairing: "part of another pairing, by other devices or from a recording"
    case .outOfOrder: "out of order"
    case .repeated: "a repetition"
    }
  }
}

/// The messages between two devices. The layout is in `docs/pairing.md`.
enum PairingMessage: Sendable, Equatable {
  /// The offerer commits to a key and a nonce without revealing them.
  case offer(route: OfferRoute, commitment: [UInt8])
  /// The joiner sends its key and nonce.
  case join(Contribution)
  /// The offerer reveals the key and nonce that it has committed to.
  case reveal(Contribution)
  /// The joiner has the same keys, and its user has confirmed.
  case joinerConfirmation(PairingIdentifier, tag: [UInt8])
  /// The offerer has confirmed too, and will hand over `partCount` parts.
  case offererConfirmation(PairingIdentifier, partCount: Int, tag: [UInt8])
  /// A sealed part of the payload.
  case part(PairingIdentifier, index: Int, sealed: [UInt8])
  /// The joiner has all parts before `next`.
  case receipt(PairingIdentifier, next: Int, tag: [UInt8])
  /// One of the devices gives up.
  case farewell(PairingIdentifier, from: PairingRole, FarewellReason)

  /// A public key and a nonce, in answer to the message that `identifier` names.
  struct Contribution: Sendable, Equatable {
    var identifier: PairingIdentifier
    var publicKey: [UInt8]
    var nonce: [UInt8]
  }

  static let mark: UInt8 = 0xC1  // begins no text in UTF-8
  static let version: UInt8 = 2
  static let keyByteCount = 32
  static let nonceByteCount = 16
  static let commitmentByteCount = 32
  static let tagByteCount = 16
  static let sealedByteLimit = partByteLimit + tagByteCount
  /// The largest number of payload bytes in a part: 63 less header, identifier, index and tag.
  static let partByteLimit = 36
  /// The largest number of parts.
  static let partCountLimit = 16
}

/// The reason why a device gives up, which it sends to the other device.
public enum FarewellReason: UInt8, Sendable, Hashable, CaseIterable {
  /// Its user typed other digits than it expects, or the other device shows none.
  case stringsDiffer = 1
  /// Its user stopped it.
  case cancelled = 2
  /// It was answered by two devices.
  case twoDevices = 3
  /// A check has failed.
  case checkFailed = 4
}

// MARK: - Kinds

extension PairingMessage {
  enum Kind: UInt8 {
    case offer = 1
    case join, reveal, joinerConfirmation, offererConfirmation, part, receipt
    case offererFarewell, joinerFarewell, networkOffer
  }

  var kind: Kind {
    switch self {
    case .offer(let route, _): route == .sound ? .offer : .networkOffer
    case .join: .join
    case .reveal: .reveal
    case .joinerConfirmation: .joinerConfirmation
    case .offererConfirmation: .offererConfirmation
    case .part: .part
    case .receipt: .receipt
    case .farewell(_, let role, _): role == .offerer ? .offererFarewell : .joinerFarewell
    }
  }

  /// The sender of the message.
  var role: PairingRole {
    switch kind {
    case .join, .joinerConfirmation, .receipt, .joinerFarewell: .joiner
    default: .offerer
    }
  }
}

// MARK: - To bytes

extension PairingMessage {
  /// The message as it is sent: at most 63 bytes.
  var bytes: [UInt8] { header + content }

  private var header: [UInt8] { Self.header(kind) }

  private static func header(_ kind: Kind) -> [UInt8] { [mark, version << 4 | kind.rawValue] }

  private var content: [UInt8] {
    switch self {
    case .offer(let route, let commitment): Self.bytes(of: route) + commitment
    case .join(let part), .reveal(let part): part.identifier.bytes + part.publicKey + part.nonce
    case .joinerConfirmation(let identifier, let tag): identifier.bytes + tag
    case .offererConfirmation(let identifier, let count, let tag):
      identifier.bytes + [UInt8(count)] + tag
    case .part(let identifier, let index, let sealed): identifier.bytes + [UInt8(index)] + sealed
    case .receipt(let identifier, let next, let tag): identifier.bytes + [UInt8(next)] + tag
    case .farewell(let identifier, _, let reason): identifier.bytes + [reason.rawValue]
    }
  }

  /// Returns the bytes of an offer before its commitment, which covers them.
  static func offerPrefix(_ route: OfferRoute) -> [UInt8] {
    header(route == .sound ? .offer : .networkOffer) + bytes(of: route)
  }

  private static func bytes(of route: OfferRoute) -> [UInt8] {
    guard case .network(let address) = route else { return [] }
    return [UInt8(address.port >> 8), UInt8(address.port & 0xFF)] + address.bytes
  }
}

// MARK: - From bytes

extension PairingMessage {
  /// Reads a message. Sizes are checked before the content is read.
  static func read(_ bytes: [UInt8]) -> Result<PairingMessage, IgnoredMessage> {
    guard bytes.count >= 2, bytes[0] == mark else { return .failure(.foreign) }
    guard bytes[1] >> 4 == version else { return .failure(.otherVersion(Int(bytes[1] >> 4))) }
    guard let kind = Kind(rawValue: bytes[1] & 15), let message = read(kind, bytes[2...]) else {
      return .failure(.malformed)
    }
    return .success(message)
  }

  private static func read(_ kind: Kind, _ content: ArraySlice<UInt8>) -> PairingMessage? {
    switch kind {
    case .offer, .networkOffer: return offer(kind, content)
    case .join: return contribution(content).map { .join($0) }
    case .reveal: return contribution(content).map { .reveal($0) }
    default: return followUp(kind, content)
    }
  }

  private static func offer(_ kind: Kind, _ content: ArraySlice<UInt8>) -> PairingMessage? {
    let commitment = Array(content.suffix(commitmentByteCount))
    let route = content.dropLast(commitmentByteCount)
    guard commitment.count == commitmentByteCount else { return nil }
    if kind == .offer { return route.isEmpty ? .offer(route: .sound, commitment: commitment) : nil }
    guard route.count > 2 else { return nil }
    let port = route.prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
    guard let address = LocalAddress(bytes: Array(route.dropFirst(2)), port: port) else {
      return nil
    }
    return .offer(route: .network(address), commitment: commitment)
  }

  private static func contribution(_ content: ArraySlice<UInt8>) -> Contribution? {
    let expected = PairingIdentifier.byteCount + keyByteCount + nonceByteCount
    guard content.count == expected else { return nil }
    return Contribution(
      identifier: PairingIdentifier(content),
      publicKey: Array(content.dropFirst(PairingIdentifier.byteCount).prefix(keyByteCount)),
      nonce: Array(content.suffix(nonceByteCount)))
  }

  /// Reads a message that begins with the identifier of a current pairing.
  private static func followUp(_ kind: Kind, _ content: ArraySlice<UInt8>) -> PairingMessage? {
    guard content.count > PairingIdentifier.byteCount else { return nil }
    let identifier = PairingIdentifier(content)
    let rest = Array(content.dropFirst(PairingIdentifier.byteCount))
    let (first, others) = (Int(rest[0]), Array(rest.dropFirst()))
    let isCountAndTag = others.count == tagByteCount && first <= partCountLimit
    switch kind {
    case .joinerConfirmation:
      return rest.count == tagByteCount ? .joinerConfirmation(identifier, tag: rest) : nil
    case .offererConfirmation:
      guard isCountAndTag else { return nil }
      return .offererConfirmation(identifier, partCount: first, tag: others)
    case .receipt:
      return isCountAndTag ? .receipt(identifier, next: first, tag: others) : nil
    case .part:
      guard first < partCountLimit,
        (tagByteCount + 1...sealedByteLimit).contains(others.count)
      else { return nil }
      return .part(identifier, index: first, sealed: others)
    case .offererFarewell, .joinerFarewell:
      guard others.isEmpty, let reason = FarewellReason(rawValue: rest[0]) else { return nil }
      let role: PairingRole = kind == .offererFarewell ? .offerer : .joiner
      return .farewell(identifier, from: role, reason)
    default: return nil
    }
  }
}

/// Eight bytes that name the offer or pairing of a message: the start of an offer's commitment, or
/// of a hash of offer and join.
struct PairingIdentifier: Sendable, Hashable {
  static let byteCount = 8
  let bytes: [UInt8]

  /// - Precondition: There are 8 bytes or more; the first 8 count.
  init(_ bytes: some Collection<UInt8>) {
    precondition(bytes.count >= Self.byteCount, "an identifier has 8 bytes")
    self.bytes = Array(bytes.prefix(Self.byteCount))
  }
}

/// The role of a device in a pairing.
public enum PairingRole: String, Sendable, Hashable, CaseIterable {
  /// Sends first, and hands over a payload.
  case offerer
  /// Receives an offer and answers.
  case joiner

  /// The other role.
  package var other: PairingRole { self == .offerer ? .joiner : .offerer }
}

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
  /// It is a repetition that needs no answer.
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

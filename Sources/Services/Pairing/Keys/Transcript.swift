import Crypto

/// The hashes of a pairing. Each has its own label, and a length before everything whose length may
/// differ, so that no two inputs give the same bytes.
enum Transcript {
  /// What the offerer promises: its key and nonce, in an offer with this route.
  static func commitment(
    route: OfferRoute, publicKey: [UInt8], nonce: [UInt8]
  ) -> [UInt8] {
    hash("commitment", [PairingMessage.offerPrefix(route), publicKey, nonce])
  }

  /// Names the pairing of this offer with this join, and no other.
  static func identifier(offer: [UInt8], join: [UInt8]) -> PairingIdentifier {
    PairingIdentifier(hash("session", [offer, join]))
  }

  /// All that was said until the keys are known: to this the keys are bound.
  static func hash(offer: [UInt8], join: [UInt8], reveal: [UInt8]) -> [UInt8] {
    hash("transcript", [offer, join, reveal])
  }

  /// - Precondition: No field has more than 255 bytes.
  private static func hash(_ label: String, _ fields: [[UInt8]]) -> [UInt8] {
    var hash = SHA256()
    hash.update(data: SessionKeys.label(label) + [0])
    for field in fields {
      hash.update(data: [UInt8(field.count)])
      hash.update(data: field)
    }
    return Array(hash.finalize())
  }
}

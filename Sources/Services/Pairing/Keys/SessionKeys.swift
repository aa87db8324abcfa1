import Crypto

/// The keys of one pairing: X25519, then HKDF with SHA-256, salted with the hash of the transcript.
///
/// - SeeAlso: RFC 7748 (X25519), RFC 5869 (HKDF).
struct SessionKeys: Sendable {
  /// The key that seals the payload.
  let handOver: SymmetricKey
  /// The secret for whatever the two devices do next.
  let sharedSecret: PairedSecret
  /// The digits that the offerer shows, and those that the joiner shows.
  private let digits: (offerer: String, joiner: String)
  private let offererConfirmation: SymmetricKey
  private let joinerConfirmation: SymmetricKey
  private let receipt: SymmetricKey

  /// Agrees on the keys.
  ///
  /// - Throws: ``PairingError/keyRefused`` if the other's key is our own, or one of the few with
  ///   which every device gets a secret of zeros.
  init(
    _ secrets: PairingSecrets, otherPublicKey: [UInt8], transcript: [UInt8]
  ) throws(PairingError) {
    let shared = try Self.agree(secrets, otherPublicKey)
    func derive(_ purpose: String, count: Int = 32) -> SymmetricKey {
      shared.hkdfDerivedSymmetricKey(
        using: SHA256.self, salt: transcript, sharedInfo: Self.label(purpose),
        outputByteCount: count)
    }
    handOver = derive("hand-over")
    sharedSecret = PairedSecret(derive("shared secret"))
    func number(_ purpose: String) -> [UInt8] {
      derive(purpose, count: 8).withUnsafeBytes { Array($0) }
    }
    digits = PairingDigits.both(
      offerer: number("offerer's digits"), joiner: number("joiner's digits"))
    offererConfirmation = derive("offerer confirms")
    joinerConfirmation = derive("joiner confirms")
    receipt = derive("receipt")
  }

  private static func agree(
    _ secrets: PairingSecrets, _ otherPublicKey: [UInt8]
  ) throws(PairingError) -> SharedSecret {
    guard otherPublicKey != secrets.publicKey,
      let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: otherPublicKey),
      let shared = try? secrets.privateKey.sharedSecretFromKeyAgreement(with: key)
    else { throw .keyRefused }
    // RFC 7748, section 6.1: a secret of zeros means that the other device contributed nothing.
    let isZero = shared.withUnsafeBytes { bytes in bytes.reduce(0, |) == 0 }
    guard !isZero else { throw .keyRefused }
    return shared
  }

  /// Returns the digits from the view of one device.
  func digits(of role: PairingRole) -> PairingDigits {
    switch role {
    case .offerer: PairingDigits(shown: digits.offerer, expected: digits.joiner)
    case .joiner: PairingDigits(shown: digits.joiner, expected: digits.offerer)
    }
  }

  /// Returns the prefix of a hash or derived key, which no other program uses.
  static func label(_ purpose: String) -> [UInt8] {
    Array("Kammerton pairing \(PairingMessage.version): \(purpose)".utf8)
  }
}

// MARK: - Tags

extension SessionKeys {
  /// Returns the proof that the offerer has the keys and confirms, and will hand over `partCount`
  /// parts.
  func offererTag(_ transcript: [UInt8], partCount: Int) -> [UInt8] {
    Self.tag(transcript + [UInt8(partCount)], offererConfirmation)
  }

  /// Returns the proof that the joiner has the keys and confirms.
  func joinerTag(_ transcript: [UInt8]) -> [UInt8] { Self.tag(transcript, joinerConfirmation) }

  /// Returns the proof that the joiner has the parts before `next`.
  func receiptTag(_ transcript: [UInt8], next: Int) -> [UInt8] {
    Self.tag(transcript + [UInt8(next)], receipt)
  }

  private static func tag(_ bytes: [UInt8], _ key: SymmetricKey) -> [UInt8] {
    let code = HMAC<SHA256>.authenticationCode(for: bytes, using: key)
    return Array(Array(code).prefix(PairingMessage.tagByteCount))
  }

  /// Returns `true` if two tags are equal, in a time that does not depend on where they differ:
  /// digests compare in constant time.
  static func areEqual(_ tag: [UInt8], _ other: [UInt8]) -> Bool {
    SHA256.hash(data: tag) == SHA256.hash(data: other)
  }
}

/// The shared knowledge of both devices once their keys are exchanged: the transcript, its
/// identifier, and the session's keys.
struct Agreement: Sendable {
  let identifier: PairingIdentifier
  let transcript: [UInt8]
  let keys: SessionKeys
  let join: [UInt8]
  let reveal: [UInt8]

  /// - Throws: ``PairingError/keyRefused``
  init(
    _ secrets: PairingSecrets, otherPublicKey: [UInt8], offer: [UInt8], join: [UInt8],
    reveal: [UInt8]
  ) throws(PairingError) {
    (self.join, self.reveal) = (join, reveal)
    identifier = Transcript.identifier(offer: offer, join: join)
    transcript = Transcript.hash(offer: offer, join: join, reveal: reveal)
    keys = try SessionKeys(secrets, otherPublicKey: otherPublicKey, transcript: transcript)
  }

  var joinerConfirmation: PairingMessage {
    .joinerConfirmation(identifier, tag: keys.joinerTag(transcript))
  }

  func offererConfirmation(partCount: Int) -> PairingMessage {
    .offererConfirmation(
      identifier, partCount: partCount, tag: keys.offererTag(transcript, partCount: partCount))
  }

  func receipt(next: Int) -> PairingMessage {
    .receipt(identifier, next: next, tag: keys.receiptTag(transcript, next: next))
  }
}

/// The secrets of one device for one pairing: a fresh X25519 key and a fresh nonce.
///
/// Use each of them once.
public struct PairingSecrets: Sendable {
  let privateKey: Curve25519.KeyAgreement.PrivateKey
  let nonce: [UInt8]

  /// Creates both from the system's random numbers.
  public init() {
    privateKey = Curve25519.KeyAgreement.PrivateKey()
    var generator = SystemRandomNumberGenerator()
    nonce = (0..<PairingMessage.nonceByteCount).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
  }

  /// Creates secrets from known bytes, for test vectors only.
  init(privateKey: [UInt8], nonce: [UInt8]) throws {
    precondition(nonce.count == PairingMessage.nonceByteCount, "a nonce has 16 bytes")
    self.privateKey = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: privateKey)
    self.nonce = nonce
  }

  var publicKey: [UInt8] { Array(privateKey.publicKey.rawRepresentation) }

  func contribution(to identifier: PairingIdentifier) -> PairingMessage.Contribution {
    PairingMessage.Contribution(identifier: identifier, publicKey: publicKey, nonce: nonce)
  }
}

/// The hashes of a pairing. Each has its own label, and a length before everything whose length may
/// differ, so that no two inputs give the same bytes.
enum Transcript {
  /// Returns the offerer's commitment to its key and nonce, in an offer with this route.
  static func commitment(
    route: OfferRoute, publicKey: [UInt8], nonce: [UInt8]
  ) -> [UInt8] {
    hash("commitment", [PairingMessage.offerPrefix(route), publicKey, nonce])
  }

  /// Returns the identifier of the pairing of this offer with this join.
  static func identifier(offer: [UInt8], join: [UInt8]) -> PairingIdentifier {
    PairingIdentifier(hash("session", [offer, join]))
  }

  /// Returns the hash of all messages up to the reveal, to which the keys are bound.
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

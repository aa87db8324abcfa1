import Crypto

/// The keys of one pairing: X25519, then HKDF with SHA-256, salted with the hash of the transcript.
///
/// - SeeAlso: RFC 7748 (X25519), RFC 5869 (HKDF).
struct SessionKeys: Sendable {
  /// Seals what is handed over.
  let handOver: SymmetricKey
  /// For whatever the two devices do next.
  let sharedSecret: PairedSecret
  /// The digits that people compare.
  let shortString: ShortString
  private let offererConfirmation: SymmetricKey
  private let joinerConfirmation: SymmetricKey
  private let receipt: SymmetricKey

  /// Agrees on the keys.
  ///
  /// - Throws: ``PairingError/keyRefused`` if the other's key is our own, or one of few that give
  ///   everybody the same secret of zeros.
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
    shortString = ShortString(derive("short string", count: 8).withUnsafeBytes { Array($0) })
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
    // RFC 7748, section 6.1: a secret of zeros means that the other has contributed nothing.
    let isZero = shared.withUnsafeBytes { bytes in bytes.reduce(0, |) == 0 }
    guard !isZero else { throw .keyRefused }
    return shared
  }

  /// The start of everything that is hashed or derived: no other program's hashes begin so.
  static func label(_ purpose: String) -> [UInt8] { Array("Kammerton pairing 1: \(purpose)".utf8) }
}

// MARK: - Tags

extension SessionKeys {
  /// Proves that the offerer has the keys and confirms, and will hand over this many parts.
  func offererTag(_ transcript: [UInt8], partCount: Int) -> [UInt8] {
    Self.tag(transcript + [UInt8(partCount)], offererConfirmation)
  }

  /// Proves that the joiner has the keys and approves.
  func joinerTag(_ transcript: [UInt8]) -> [UInt8] { Self.tag(transcript, joinerConfirmation) }

  /// Proves that the joiner has the parts before `next`.
  func receiptTag(_ transcript: [UInt8], next: Int) -> [UInt8] {
    Self.tag(transcript + [UInt8(next)], receipt)
  }

  private static func tag(_ bytes: [UInt8], _ key: SymmetricKey) -> [UInt8] {
    let code = HMAC<SHA256>.authenticationCode(for: bytes, using: key)
    return Array(Array(code).prefix(PairingMessage.tagByteCount))
  }

  /// Whether two tags are equal, in a time that does not depend on where they differ: digests compare
  /// in constant time.
  static func areEqual(_ tag: [UInt8], _ other: [UInt8]) -> Bool {
    SHA256.hash(data: tag) == SHA256.hash(data: other)
  }
}

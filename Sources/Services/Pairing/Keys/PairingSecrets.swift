import Crypto

/// The secrets of one device for one pairing: a fresh X25519 key and a fresh nonce.
///
/// Use them once. ``init()`` takes both from the system's random numbers.
public struct PairingSecrets: Sendable {
  let privateKey: Curve25519.KeyAgreement.PrivateKey
  let nonce: [UInt8]

  /// Makes new ones.
  public init() {
    privateKey = Curve25519.KeyAgreement.PrivateKey()
    var generator = SystemRandomNumberGenerator()
    nonce = (0..<PairingMessage.nonceByteCount).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
  }

  /// Takes known ones, for test vectors alone.
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

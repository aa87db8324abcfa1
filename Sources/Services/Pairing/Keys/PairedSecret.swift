internal import Crypto

/// The secret that two paired devices share: 32 bytes.
///
/// Its memory is overwritten when its last copy is released. Callers must wipe copies that they
/// make with ``bytes`` or in files.
public struct PairedSecret: Sendable, Equatable {
  /// The number of bytes of a secret.
  public static let byteCount = 32

  let key: SymmetricKey

  init(_ key: SymmetricKey) { self.key = key }

  /// Creates a secret from saved bytes.
  ///
  /// - Parameter bytes: 32 bytes; any other number gives `nil`.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    key = SymmetricKey(data: bytes)
  }

  /// A copy, which is not wiped.
  public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// Lends the bytes without a copy.
  ///
  /// - Parameter body: Reads the bytes; it must not keep the pointer.
  /// - Returns: The result of `body`.
  public func withUnsafeBytes<Value>(
    _ body: (UnsafeRawBufferPointer) throws -> Value
  ) rethrows -> Value {
    try key.withUnsafeBytes(body)
  }
}

extension PairedSecret: CustomStringConvertible, CustomDebugStringConvertible {
  /// A constant text: secrets stay out of logs.
  public var description: String { "a shared secret" }

  /// The same text.
  public var debugDescription: String { description }
}

/// Messages by sound between two paired devices, and the answers to them.
///
/// They use HMAC with SHA-256, truncated to 8 bytes, with two keys from HKDF. An attacker has one
/// guess per packet.
extension PairedSecret {
  /// The number of bytes that ``signed(_:)`` puts before a payload.
  package static var signatureByteCount: Int { mark.count + nonceByteCount + proofByteCount }
  /// The number of bytes of a ``proof(of:about:)``.
  package static var proofByteCount: Int { 8 }
  private static var nonceByteCount: Int { 8 }
  /// The mark of a signed message, which programs without the secret recognise too: a file
  /// separator, as before the name of a file, and a byte that no name has.
  private static var mark: [UInt8] { [28, 255] }

  /// Signs a payload.
  ///
  /// - Parameter payload: Any bytes.
  /// - Returns: The bytes 28 and 255, which mark signed messages; 8 random bytes, so that no two
  ///   messages and no two answers are equal; 8 bytes that only devices with the secret can compute
  ///   from these and the payload; the payload.
  package func signed(_ payload: [UInt8]) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return signed(
      payload,
      nonce: (0..<Self.nonceByteCount).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  func signed(_ payload: [UInt8], nonce: [UInt8]) -> [UInt8] {
    Self.mark + nonce + code(of: nonce + payload, "message") + payload
  }

  /// Returns the payload of a message, if the other device has signed it.
  ///
  /// - Parameter message: Any bytes.
  /// - Returns: The payload; `nil` if it is not signed.
  package func payload(ofSigned message: [UInt8]) -> [UInt8]? {
    guard message.starts(with: Self.mark), message.count >= Self.signatureByteCount else {
      return nil
    }
    let signed = message.dropFirst(Self.mark.count)
    let nonce = Array(signed.prefix(Self.nonceByteCount))
    let code = Array(signed.dropFirst(nonce.count).prefix(Self.proofByteCount))
    let payload = Array(message.dropFirst(Self.signatureByteCount))
    return SessionKeys.areEqual(code, self.code(of: nonce + payload, "message")) ? payload : nil
  }

  /// Returns a proof that the request for parts of a message, or its confirmation, is from this
  /// device.
  ///
  /// - Parameters:
  ///   - request: The bytes of the request.
  ///   - message: All bytes of the signed message that is confirmed; `nil` for a request for parts.
  /// - Returns: 8 bytes.
  package func proof(of request: [UInt8], about message: [UInt8]?) -> [UInt8] {
    let hash = message.map { Array(SHA256.hash(data: $0)) } ?? [UInt8](repeating: 0, count: 32)
    return code(of: request + hash, "request")
  }

  /// Returns whether a proof is from the other device.
  ///
  /// - Parameters:
  ///   - proof: The received proof.
  ///   - request: The bytes of the request.
  ///   - message: All bytes of the signed message that is confirmed; `nil` for a request for parts.
  /// - Returns: `false` for a proof from anyone else, or for another request or message.
  package func isProof(_ proof: [UInt8], of request: [UInt8], about message: [UInt8]?) -> Bool {
    SessionKeys.areEqual(proof, self.proof(of: request, about: message))
  }

  private func code(of bytes: [UInt8], _ purpose: String) -> [UInt8] {
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, info: Array("Kammerton messages 1: \(purpose)".utf8),
      outputByteCount: 32)
    return Array(
      HMAC<SHA256>.authenticationCode(for: bytes, using: key).prefix(Self.proofByteCount))
  }
}

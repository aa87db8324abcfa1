internal import Crypto

/// Messages by sound between two devices that are paired, and the answers to them.
///
/// HMAC with SHA-256, cut to 8 bytes, under two keys of HKDF: who guesses has one try a packet.
extension PairedSecret {
  /// The number of bytes that ``signed(_:)`` puts before a payload.
  public static var signatureByteCount: Int { nonceByteCount + proofByteCount }
  /// The number of bytes of a ``proof(of:about:)``.
  public static var proofByteCount: Int { 8 }
  private static var nonceByteCount: Int { 8 }

  /// Signs a payload.
  ///
  /// - Parameter payload: Any bytes.
  /// - Returns: 8 random bytes, so that no two messages and no two answers are the same; 8 bytes that
  ///   only who has the secret can make of those and the payload; the payload.
  public func signed(_ payload: [UInt8]) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return signed(
      payload,
      nonce: (0..<Self.nonceByteCount).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  func signed(_ payload: [UInt8], nonce: [UInt8]) -> [UInt8] {
    nonce + code(of: nonce + payload, "message") + payload
  }

  /// Takes the payload out of a message, if the other device has signed it.
  ///
  /// - Parameter message: Any bytes.
  /// - Returns: `nil` if it has not.
  public func payload(ofSigned message: [UInt8]) -> [UInt8]? {
    guard message.count >= Self.signatureByteCount else { return nil }
    let nonce = Array(message.prefix(Self.nonceByteCount))
    let payload = Array(message.dropFirst(Self.signatureByteCount))
    let code = Array(message[nonce.count..<Self.signatureByteCount])
    return SessionKeys.areEqual(code, self.code(of: nonce + payload, "message")) ? payload : nil
  }

  /// Proves who asks for parts of a message, or confirms it.
  ///
  /// - Parameters:
  ///   - request: The bytes of the request.
  ///   - message: All bytes of the signed message that is confirmed; `nil` while parts are wanted.
  /// - Returns: 8 bytes.
  public func proof(of request: [UInt8], about message: [UInt8]?) -> [UInt8] {
    let hash = message.map { Array(SHA256.hash(data: $0)) } ?? [UInt8](repeating: 0, count: 32)
    return code(of: request + hash, "request")
  }

  /// Whether the other device has made a proof.
  ///
  /// - Parameters:
  ///   - proof: What was heard.
  ///   - request: The bytes of the request.
  ///   - message: All bytes of the signed message that is confirmed; `nil` while parts are wanted.
  /// - Returns: `false` for what anybody else has made, or for another request or message.
  public func isProof(_ proof: [UInt8], of request: [UInt8], about message: [UInt8]?) -> Bool {
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

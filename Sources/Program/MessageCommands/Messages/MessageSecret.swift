/// What only two paired devices know, so that nobody else can fake a message between them, or the
/// answer to one.
///
/// A protocol, because keys need a library that only `kammerton-network` links.
package protocol MessageSecret: Sendable {
  /// The number of bytes of a ``proof(of:about:)``.
  static var proofByteCount: Int { get }

  /// Returns a payload with the signature before it.
  func signed(_ payload: [UInt8]) -> [UInt8]

  /// Returns the payload of a message; `nil` if the other device has not signed it.
  func payload(ofSigned message: [UInt8]) -> [UInt8]?

  /// Returns a proof of who requests parts of a message, or confirms it.
  ///
  /// - Parameters:
  ///   - request: The bytes of the request.
  ///   - message: All bytes of the signed message that is confirmed; `nil` for a request for parts.
  /// - Returns: As many bytes as ``proofByteCount``.
  func proof(of request: [UInt8], about message: [UInt8]?) -> [UInt8]

  /// Whether such a proof is from the other device.
  func isProof(_ proof: [UInt8], of request: [UInt8], about message: [UInt8]?) -> Bool
}

extension MessageSecret {
  /// The number of bytes of a proof by this secret.
  package var proofByteCount: Int { Self.proofByteCount }
}

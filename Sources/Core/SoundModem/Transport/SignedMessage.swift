/// The form of messages between paired devices, as far as it shows without the secret: a mark, a
/// signature, and the payload (docs/modem.md).
package enum SignedMessage {
  /// The first two bytes: no other message of `send` begins with them.
  package static let mark: [UInt8] = [28, 255]
  /// The number of bytes between the mark and the payload.
  package static let signatureByteCount = 16

  /// Removes mark and signature; the signature is not checked.
  ///
  /// - Parameter message: Any bytes.
  /// - Returns: The payload of a signed message; `nil` for other messages.
  package static func payload(of message: [UInt8]) -> [UInt8]? {
    guard message.starts(with: mark), message.count >= mark.count + signatureByteCount else {
      return nil
    }
    return Array(message.dropFirst(mark.count + signatureByteCount))
  }
}

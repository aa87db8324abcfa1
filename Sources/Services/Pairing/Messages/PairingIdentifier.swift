/// Eight bytes by which a message says to what it belongs: the start of an offer's commitment, or of
/// a hash over offer and join.
struct PairingIdentifier: Sendable, Hashable {
  static let byteCount = 8
  let bytes: [UInt8]

  /// - Precondition: There are 8 bytes or more; the first 8 count.
  init(_ bytes: some Collection<UInt8>) {
    precondition(bytes.count >= Self.byteCount, "an identifier has 8 bytes")
    self.bytes = Array(bytes.prefix(Self.byteCount))
  }
}

import Crypto

/// What is handed over, cut into parts that fit a packet, each sealed by AES-256-GCM.
///
/// The nonce of a part is its index, in 12 bytes: a key seals each index once, and a part that is said
/// again is the same bytes. Its position, how many there are, and the transcript are authenticated too.
enum SealedParts {
  /// The most bytes in all.
  static let byteLimit = PairingMessage.partByteLimit * PairingMessage.partCountLimit

  /// - Precondition: There are at most ``byteLimit`` bytes.
  static func seal(_ bytes: [UInt8], _ agreement: Agreement) -> [PairingMessage] {
    let starts = Array(stride(from: 0, to: bytes.count, by: PairingMessage.partByteLimit))
    precondition(starts.count <= PairingMessage.partCountLimit, "too many bytes to hand over")
    return starts.indices.compactMap { index in
      let part = bytes[
        starts[index]..<min(starts[index] + PairingMessage.partByteLimit, bytes.count)]
      let data = authenticated(index, count: starts.count, agreement)
      guard
        let box = try? AES.GCM.seal(
          part, using: agreement.keys.handOver, nonce: nonce(index), authenticating: data)
      else { return nil }
      let sealed = Array(box.ciphertext) + Array(box.tag)
      return .part(agreement.identifier, index: index, sealed: sealed)
    }
  }

  /// - Returns: `nil` if the part was not sealed so by who has the keys.
  static func open(
    _ sealed: [UInt8], index: Int, count: Int, _ agreement: Agreement
  ) -> [UInt8]? {
    let data = authenticated(index, count: count, agreement)
    let tag = sealed.suffix(PairingMessage.tagByteCount)
    guard
      let nonce = try? nonce(index),
      let box = try? AES.GCM.SealedBox(
        nonce: nonce, ciphertext: sealed.dropLast(tag.count), tag: tag),
      let part = try? AES.GCM.open(box, using: agreement.keys.handOver, authenticating: data)
    else { return nil }
    return Array(part)
  }

  private static func nonce(_ index: Int) throws -> AES.GCM.Nonce {
    try AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 11) + [UInt8(index)])
  }

  private static func authenticated(_ index: Int, count: Int, _ agreement: Agreement) -> [UInt8] {
    [UInt8(index), UInt8(count)] + agreement.transcript
  }
}

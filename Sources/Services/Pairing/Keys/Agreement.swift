/// What both devices know once the keys are told: the transcript, its name, and the keys.
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

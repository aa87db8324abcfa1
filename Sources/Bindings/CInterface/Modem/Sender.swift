internal import CKammerton
internal import SoundModem

/// A message that is sent.
final class Sender {
  private var sender: MessageSender

  private init(_ sender: MessageSender) { self.sender = sender }

  static func make(
    _ settings: ktn_sender_settings, payload: UnsafeBufferPointer<UInt8>
  ) throws(Refusal) -> Sender {
    let sampleRate = try TrackerSettings.checked(sampleRate: settings.sample_rate)
    try require(payload.count <= OutgoingMessage.largestPayload, KTN_PAYLOAD_TOO_LONG)
    let (band, mode) = (try band(settings.band), try mode(settings.mode))
    var number = GivenNumber(value: settings.number)
    do throws(ModemError) {
      let bytes = Array(payload)
      let message =
        if let mode {
          try OutgoingMessage(bytes, mode: mode, band: band, using: &number)
        } else {
          try OutgoingMessage(bytes, atLeast: nil, band: band, using: &number)
        }
      return Sender(
        try MessageSender(message, level: settings.level, sampleRate: sampleRate))
    } catch {
      throw refusal(error)
    }
  }

  var count: Int64 { sender.count }

  /// - Returns: How many samples are the message's.
  func render(_ samples: UnsafeMutableBufferPointer<Float>) -> Int {
    var span = samples.mutableSpan
    return sender.render(into: &span)
  }
}

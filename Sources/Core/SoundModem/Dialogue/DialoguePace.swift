/// When sender and receiver speak, so that they do not talk at the same time for long. In seconds.
struct DialoguePace: Sendable, Equatable {
  /// The delay before an answer, until the room is quiet again.
  static var answerDelay: Double { 0.3 }
  /// The delay that loudspeakers, microphones and the receiver may cause.
  static var margin: Double { 1 }

  private static var mostDoublings: Int { 2 }

  /// The duration of a packet of the message, with the silence after it.
  let part: Double
  /// The duration of a request.
  let request: Double

  init(mode: ModemMode, band: ModemBand, packetSize: Int, proofByteCount: Int = 0) {
    part = mode.duration(ofPacket: packetSize, band: band) + mode.gap
    request = mode.duration(ofPacket: RepeatRequest.byteCount + proofByteCount, band: band)
  }

  /// A request comes later by a random part of this, so that of two receivers one hears the other.
  ///
  /// As in the Ethernet, it doubles with each that remained without an answer.
  func jitter(after tryCount: Int) -> Double {
    (2 * request + 0.4) * Double(1 << min(tryCount, Self.mostDoublings))
  }

  /// The time for which a sender waits for a request.
  func patience(after tryCount: Int) -> Double {
    Self.answerDelay + jitter(after: tryCount) + request + Self.margin
  }

  /// How long it waits for those of several receivers, who may have to wait for each other.
  var patienceForSeveral: Double {
    patience(after: Self.mostDoublings) + request + Self.answerDelay
  }

  /// How long a receiver that has the message stays, to say so again: until two more packets, after
  /// which it should, must have come.
  var lingering: Double { patience(after: 0) + patience(after: 1) + 3 * part + Self.margin }
}

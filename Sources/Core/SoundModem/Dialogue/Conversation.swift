/// A receiver's knowledge of one message and its sender.
struct Conversation: Sendable {
  /// The largest number of times that a receipt is sent.
  private static var receiptLimit: Int { 32 }
  /// The number of parts of which one arrives, unless the request was lost.
  private static var attention: Int { 4 }

  let mark: MessageMark
  private(set) var band: ModemBand
  private(set) var mode: ModemMode
  private(set) var pace: DialoguePace
  var heardCount = 0 {
    didSet { if heardCount > oldValue { tryCount = 0 } }
  }
  var isWhole = false
  /// The time of the next answer; `nil` if none is due.
  var due: Double?
  /// The time of the last packet or answer about it.
  private(set) var latest: Double
  /// The number of requests since the last new part.
  private(set) var tryCount = 0
  private var receiptCount = 0
  private var turnEnd: Double  // when the sender will probably listen
  // Parts before the last one of a turn are numbered without gaps: their count shows the losses.
  private var numbers: ClosedRange<Int>?
  private var numberedCount = 0
  private let proofByteCount: Int

  init(_ mark: MessageMark, _ packet: ReceivedPacket, at now: Double, proofByteCount: Int = 0) {
    self.mark = mark
    self.proofByteCount = proofByteCount
    (band, mode) = (packet.band, packet.mode)
    pace = DialoguePace(
      mode: packet.mode, band: packet.band, packetSize: mark.packetSize,
      proofByteCount: proofByteCount)
    (latest, turnEnd) = (now, now)
  }

  /// `true` if a request or a receipt can be sent.
  private var isAnswerable: Bool { !isWhole || receiptCount < Self.receiptLimit }

  /// The number of parts that restore the message.
  private var missingCount: Int { mark.neededCount - heardCount }

  /// The number of parts to ask for: more than are missing, if many were lost.
  var wantedCount: Int {
    guard !isWhole else { return 0 }
    guard let numbers else { return missingCount }
    // In whole numbers: missing parts over the share that arrived, rounded up.
    let wanted = (missingCount * numbers.count + numberedCount - 1) / numberedCount
    return min(max(wanted, missingCount), RepeatRequest.greatestShare * missingCount)
  }

  /// Processes a part of the message, or the packet that is the message.
  mutating func hear(
    _ packet: ReceivedPacket, partNumber: Int?, at now: Double, random: Double
  ) {
    if packet.band != band || packet.mode != mode {
      (band, mode) = (packet.band, packet.mode)
      pace = DialoguePace(
        mode: mode, band: band, packetSize: mark.packetSize, proofByteCount: proofByteCount)
    }
    latest = now
    if let partNumber { follow(partNumber, at: now) } else { turnEnd = now }
    due = isAnswerable ? turnEnd + DialoguePace.answerDelay + delay(random) : nil
  }

  /// Returns a random delay, longer after each repetition: other receivers may need more.
  private func delay(_ random: Double) -> Double {
    pace.jitter(after: isWhole ? receiptCount : tryCount) * random
  }

  /// Estimates from the number of a part when the sender will listen.
  private mutating func follow(_ number: Int, at now: Double) {
    guard number < OutgoingMessage.firstLastNumber else {
      turnEnd = now
      return
    }
    // A first turn ends with one repair part; of later ones only this receiver's request is known.
    turnEnd =
      number < mark.neededCount
      ? now + Double(mark.neededCount - number) * pace.part : max(turnEnd, now + 2 * pace.part)
    let range = numbers ?? number...number
    numbers = min(range.lowerBound, number)...max(range.upperBound, number)
    numberedCount = min(numberedCount + 1, numbers?.count ?? 1)
  }

  /// Plans the next request after this receiver, or another one, has requested parts.
  mutating func expectAnswer(_ count: Int, at now: Double, random: Double) {
    latest = now
    guard !isWhole else {
      due = nil
      return
    }
    let start = now + DialoguePace.answerDelay + DialoguePace.margin
    turnEnd = start + Double(count) * pace.part
    let silence = Double(min(count, Self.attention)) * pace.part
    due = start + silence + delay(random)
  }

  /// Waits while someone else sends.
  mutating func wait(until time: Double, random: Double) {
    guard let due, due < time else { return }
    self.due = time + delay(random)
  }

  /// Returns the time up to which others wait for the sender of this message.
  func end(at now: Double) -> Double {
    min(turnEnd, now + Double(Self.attention) * pace.part) + DialoguePace.answerDelay
  }

  /// Returns the packet to send next.
  mutating func speak(as receiver: UInt16) -> OutgoingRequest {
    due = nil
    if isWhole { receiptCount += 1 } else { tryCount += 1 }
    let request = RepeatRequest(
      mark: mark, receiver: receiver, heardCount: isWhole ? mark.neededCount : heardCount,
      wantedCount: wantedCount)
    return OutgoingRequest(request: request, band: band, mode: mode)
  }
}

/// The times at which sender and receiver play, so that they rarely overlap, in seconds.
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

  /// The longest random delay of a request, so that one of two receivers detects the other.
  ///
  /// It doubles with each unanswered request, like the backoff of Ethernet.
  func jitter(after tryCount: Int) -> Double {
    (2 * request + 0.4) * Double(1 << min(tryCount, Self.mostDoublings))
  }

  /// The time for which a sender waits for a request.
  func patience(after tryCount: Int) -> Double {
    Self.answerDelay + jitter(after: tryCount) + request + Self.margin
  }

  /// The time for which a sender waits for several receivers, which may wait for each other.
  var patienceForSeveral: Double {
    patience(after: Self.mostDoublings) + request + Self.answerDelay
  }

  /// The time for which a receiver that has the message stays to confirm it again: until two more
  /// packets that it should answer would have arrived.
  var lingering: Double { patience(after: 0) + patience(after: 1) + 3 * part + Self.margin }
}

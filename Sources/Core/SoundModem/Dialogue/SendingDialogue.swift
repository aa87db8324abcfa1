internal import SignalProcessing

/// The sending side of a confirmed message: decides which packets to play, and when.
///
/// A `ConfirmedSending` of the module LiveModem conducts it. The sender plays the message, with one
/// repair part if it has several parts, then listens. It answers each request with the requested
/// number of parts, none of which it has played before. The last part of each turn is numbered from
/// `OutgoingMessage.firstLastNumber` upwards, which shows receivers that the sender is now
/// listening. If no reply arrives, it plays one to three more parts and listens again, because its
/// last part or the reply may have been lost. After three turns in a row without an answer it goes
/// on in a surer mode, *room* and then *far*: a loudspeaker whose phase wanders never delivers a
/// packet of *desk*, however often it plays it. Parts that have arrived still count.
///
/// Received bytes are validated before they are used. ``Settings`` and `packetLimit` limit how
/// much is played, whatever arrives. The type has no clock: pass times in seconds, from any clock
/// that never runs backwards.
public struct SendingDialogue: Sendable {
  /// The conditions for success and for giving up.
  public struct Settings: Sendable, Hashable {
    /// The largest ``receiverCount``.
    public static var largestReceiverCount: Int { 16 }

    /// The number of receivers that must confirm, in 1...``largestReceiverCount``.
    public var receiverCount = 1
    /// The number of turns in a row without progress after which the sender gives up, 1 or more.
    public var tryLimit = 12
    /// The number of bytes after each request that prove its origin.
    public var proofByteCount = 0

    /// Creates settings that suit one receiver.
    public init() {}
  }

  /// The result of the dialogue.
  public enum Outcome: Sendable, Equatable {
    /// The required number of receivers have the message.
    case confirmed
    /// Fewer receivers have confirmed. Others may still have the message.
    case unconfirmed(heardFrom: Int)
  }

  /// A receiver that lacks parts.
  private struct Lacking: Sendable {
    let receiver: UInt16
    var heardCount: Int
  }

  /// The longest time for which it gives way to others, in seconds.
  private static var longestWait: Double { 60 }

  /// The number of turns without an answer after which a surer mode takes over.
  private static var turnsPerMode: Int { 3 }

  /// The message to send, in the mode of the next turn.
  public private(set) var message: OutgoingMessage
  /// The result; `nil` until the end.
  public private(set) var outcome: Outcome?
  /// The number of packets returned for playing.
  public private(set) var packetCount = 0
  private let settings: Settings
  private let mark: MessageMark
  private var pace: DialoguePace
  private var nextNumber: Int
  private var nextLastNumber = OutgoingMessage.firstLastNumber
  private var wantedCount: Int
  private(set) var due: Double  // when it speaks next
  private var isSpeaking = false
  private var barrenTurnCount = 0  // turns since a receiver came further
  private var silentTurnCount = 0  // turns since a receiver answered
  private var confirmed: [UInt16] = []
  private var lacking: [Lacking] = []
  private var random: SeededGenerator
  private var latestTurn = 0.0  // when it last ended

  /// Creates a dialogue for a message.
  ///
  /// - Parameters:
  ///   - message: The message to send. Its number of repair parts does not matter.
  ///   - settings: The conditions for success and for giving up.
  ///   - now: The time, in seconds.
  ///   - generator: The source of random delays, so that two senders do not keep playing at the
  ///     same time.
  /// - Precondition: The settings are in their ranges.
  package init(
    _ message: OutgoingMessage, settings: Settings = Settings(), at now: Double,
    using generator: inout some RandomNumberGenerator
  ) {
    precondition(
      (1...Settings.largestReceiverCount).contains(settings.receiverCount),
      "the number of receivers is out of its range")
    precondition(settings.tryLimit >= 1, "at least one turn must be allowed")
    (self.message, self.settings) = (message, settings)
    mark = message.mark
    pace = Self.pace(of: message, settings)
    nextNumber = 0
    wantedCount = message.id == nil ? 1 : message.neededCount + 1
    due = now
    random = SeededGenerator(seed: generator.next())
  }

  /// The number of receivers that have confirmed.
  public var confirmedCount: Int { confirmed.count }

  /// The number of receivers that have sent requests but not yet confirmed.
  public var lackingCount: Int { lacking.count }

  /// The largest number of packets that this sender plays.
  package var packetLimit: Int { 8 * message.neededCount + 64 }

  /// Returns what to play now.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Returns: Packets to play at once, after which ``hasSpoken(at:)`` must be called; or `nil`.
  package mutating func turn(at now: Double) -> OutgoingMessage? {
    guard outcome == nil, !isSpeaking, now >= due else { return nil }
    let isFirst = packetCount == 0
    if !isFirst {
      barrenTurnCount += 1
      silentTurnCount += 1
      if silentTurnCount == Self.turnsPerMode { moveToSurerMode() }
    }
    let count = min(
      wantedCount > 0 ? wantedCount : min(barrenTurnCount, 3), packetLimit - packetCount)
    guard count > 0, barrenTurnCount <= tryLimit else {
      end()
      return nil
    }
    wantedCount = 0
    packetCount += count
    isSpeaking = true
    // The numbers are below the limit, because so is their count.
    return try? message.parts(numbers(count))
  }

  private mutating func moveToSurerMode() {
    guard let mode = message.mode.surer else { return }
    silentTurnCount = 0
    message.move(to: mode)
    pace = Self.pace(of: message, settings)
  }

  private static func pace(of message: OutgoingMessage, _ settings: Settings) -> DialoguePace {
    DialoguePace(
      mode: message.mode, band: message.band, packetSize: message.mark.packetSize,
      proofByteCount: settings.proofByteCount)
  }

  /// Reports that the packets have been played.
  ///
  /// - Parameter now: The time, in seconds.
  package mutating func hasSpoken(at now: Double) {
    isSpeaking = false
    latestTurn = now
    waitForAnswers(from: now)
  }

  private mutating func waitForAnswers(from now: Double) {
    let patience =
      settings.receiverCount == 1 && lacking.count < 2
      ? pace.patience(after: barrenTurnCount) : pace.patienceForSeveral
    // Turns without an answer may have collided with another sender: farther apart each time.
    let spread = pace.request + Double(min(barrenTurnCount, 3)) * pace.part
    due = now + patience + spread * random.nextUniform()
  }

  /// Processes a received packet.
  ///
  /// - Parameters:
  ///   - packet: Any packet, even one of its own.
  ///   - now: The time, in seconds.
  /// - Returns: A receiver's request for this message; `nil` if it was something else, or
  ///   impossible.
  @discardableResult
  package mutating func hear(_ packet: ReceivedPacket, at now: Double) -> RepeatRequest? {
    guard outcome == nil else { return nil }
    guard let request = RepeatRequest(packet) else {
      giveWay(to: packet, at: now)
      return nil
    }
    guard request.mark == mark else { return nil }
    // No receiver has more parts than were played.
    guard request.heardCount <= packetCount, packetCount > 0 else { return nil }
    guard request.isReceipt || !confirmed.contains(request.receiver) else { return nil }
    let isPlausible = request.isReceipt ? confirm(request, at: now) : note(request, at: now)
    if isPlausible { silentTurnCount = 0 }
    return isPlausible ? request : nil
  }

  /// Waits until another sender has probably finished, but not for ever.
  private mutating func giveWay(to packet: ReceivedPacket, at now: Double) {
    guard packet.isPart, let header = PartHeader(packet.payload), header.id != message.id,
      packetCount > 0
    else { return }
    let isLast = header.partNumber >= OutgoingMessage.firstLastNumber
    let pause = isLast ? pace.patience(after: 1) : 2 * pace.part + DialoguePace.answerDelay
    let time = min(now + pause, latestTurn + Self.longestWait)
    if due < time { due = time + pace.request * random.nextUniform() }
  }

  /// - Returns: `true` if it is plausible.
  private mutating func confirm(_ request: RepeatRequest, at now: Double) -> Bool {
    lacking.removeAll { $0.receiver == request.receiver }
    if !confirmed.contains(request.receiver), confirmed.count < Settings.largestReceiverCount {
      confirmed.append(request.receiver)
      barrenTurnCount = 0
      if wantedCount == 0 { waitForAnswers(from: now) }  // others have waited for this one
    }
    if isConfirmed, lacking.isEmpty { end() }
    return true
  }

  /// - Returns: `true` if it is plausible.
  private mutating func note(_ request: RepeatRequest, at now: Double) -> Bool {
    if let index = lacking.firstIndex(where: { $0.receiver == request.receiver }) {
      if request.heardCount > lacking[index].heardCount { barrenTurnCount = 0 }
      lacking[index].heardCount = max(lacking[index].heardCount, request.heardCount)
    } else {
      guard lacking.count < Settings.largestReceiverCount else { return false }
      lacking.append(Lacking(receiver: request.receiver, heardCount: request.heardCount))
      barrenTurnCount = 0
    }
    // A request during a turn is repeated after it, if the turn was not enough.
    guard !isSpeaking else { return true }
    wantedCount = max(wantedCount, request.wantedCount)
    due = now + DialoguePace.answerDelay
    return true
  }

  private var isConfirmed: Bool { confirmed.count >= settings.receiverCount }

  /// The limit of tries: once enough receivers have confirmed, it waits only briefly for others.
  private var tryLimit: Int { isConfirmed ? min(settings.tryLimit, 2) : settings.tryLimit }

  private mutating func end() {
    outcome = isConfirmed ? .confirmed : .unconfirmed(heardFrom: confirmed.count)
  }

  /// The numbers of the next parts, none of which was sent before.
  private mutating func numbers(_ count: Int) -> [Int] {
    guard message.id != nil else { return Array(repeating: 0, count: count) }
    let ordinary = nextNumber..<nextNumber + count - 1
    nextNumber = ordinary.upperBound
    nextLastNumber += 1
    return Array(ordinary) + [nextLastNumber - 1]
  }
}

extension OutgoingMessage {
  /// The lowest number of a part that ends a sender's turn, after which it listens.
  package static var firstLastNumber: Int { MessageLayout.partNumberLimit / 2 }

  /// The mark of the message in requests.
  var mark: MessageMark {
    if let id { return MessageMark(id) }
    return MessageMark(packet: payloadOfPacket)
  }
}

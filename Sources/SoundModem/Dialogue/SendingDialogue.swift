internal import SignalProcessing

/// The sender's side of a message whose receivers answer: says which packets to play, and when.
///
/// ```swift
/// if let turn = dialogue.turn(at: now) {
///   play(turn)  // with a MessageSender and, when it has sounded:
///   dialogue.hasSpoken(at: now)
/// }
/// ```
///
/// First it sends the message with one repair part, then listens. It answers a request with as many
/// parts as are wanted, always with new ones; the last part of each turn has a number from
/// ``OutgoingMessage/firstLastNumber`` on, which tells the receivers that it listens. If nobody
/// answers it sends one to three parts more and listens again, because its last part or the answer
/// may have been lost. What it believes of received bytes is checked first, and what it plays is
/// bounded by ``Settings`` and ``packetLimit``, whatever it hears.
///
/// It has no clock; times are in seconds of one that only goes forward.
public struct SendingDialogue: Sendable {
  /// What is enough, and when it is too much.
  public struct Settings: Sendable, Hashable {
    /// The most ``receiverCount``.
    public static var largestReceiverCount: Int { 16 }

    /// How many receivers must confirm, in 1...``largestReceiverCount``.
    public var receiverCount = 1
    /// After so many turns that brought no receiver further, 1 or more, it gives up.
    public var tryLimit = 12
    /// How many bytes behind a request prove who says it.
    public var proofByteCount = 0

    /// Creates settings that suit one receiver.
    public init() {}
  }

  /// How it ended.
  public enum Outcome: Sendable, Equatable {
    /// As many receivers as were asked for have the message.
    case confirmed
    /// Fewer receivers have said that they have it. Others may have it nevertheless.
    case unconfirmed(heardFrom: Int)
  }

  /// A receiver that lacks parts.
  private struct Lacking: Sendable {
    let receiver: UInt16
    var heardCount: Int
  }

  /// So long it gives way to others, in seconds.
  private static var longestWait: Double { 60 }

  /// What is sent.
  public let message: OutgoingMessage
  /// How it ended; `nil` until then.
  public private(set) var outcome: Outcome?
  /// How many packets were given out to play.
  public private(set) var packetCount = 0
  private let settings: Settings
  private let mark: MessageMark
  private let pace: DialoguePace
  private var nextNumber: Int
  private var nextLastNumber = OutgoingMessage.firstLastNumber
  private var wantedCount: Int
  private(set) var due: Double  // when it speaks next
  private var isSpeaking = false
  private var barrenTurnCount = 0  // turns since a receiver came further
  private var confirmed: [UInt16] = []
  private var lacking: [Lacking] = []
  private var random: SeededGenerator
  private var latestTurn = 0.0  // when it last ended

  /// Begins.
  ///
  /// - Parameters:
  ///   - message: What to send. How many repair parts it has does not matter.
  ///   - settings: What is enough.
  ///   - now: The time, in seconds.
  ///   - generator: Draws how long it waits, so that two senders do not speak in step.
  /// - Precondition: The settings are in their ranges.
  public init(
    _ message: OutgoingMessage, settings: Settings = Settings(), at now: Double,
    using generator: inout some RandomNumberGenerator
  ) {
    precondition(
      (1...Settings.largestReceiverCount).contains(settings.receiverCount),
      "the number of receivers is out of its range")
    precondition(settings.tryLimit >= 1, "at least one turn must be allowed")
    (self.message, self.settings) = (message, settings)
    mark = message.mark
    pace = DialoguePace(
      mode: message.surerMode ?? message.mode, band: message.band, packetSize: mark.packetSize,
      proofByteCount: settings.proofByteCount)
    nextNumber = 0
    wantedCount = message.id == nil ? 1 : message.neededCount + 1
    due = now
    random = SeededGenerator(seed: generator.next())
  }

  /// How many receivers have said that they have the message.
  public var confirmedCount: Int { confirmed.count }

  /// How many receivers have asked, and not yet said that they have the message.
  public var lackingCount: Int { lacking.count }

  /// At most so many packets are played.
  public var packetLimit: Int { 8 * message.neededCount + 64 }

  /// What to play now.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Returns: Packets to play at once, after which ``hasSpoken(at:)`` must be called; or `nil`.
  public mutating func turn(at now: Double) -> OutgoingMessage? {
    guard outcome == nil, !isSpeaking, now >= due else { return nil }
    let isFirst = packetCount == 0
    if !isFirst { barrenTurnCount += 1 }
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

  /// What was to be played has sounded.
  ///
  /// - Parameter now: The time, in seconds.
  public mutating func hasSpoken(at now: Double) {
    isSpeaking = false
    latestTurn = now
    waitForAnswers(from: now)
  }

  private mutating func waitForAnswers(from now: Double) {
    let patience =
      settings.receiverCount == 1 && lacking.count < 2
      ? pace.patience(after: barrenTurnCount) : pace.patienceForSeveral
    // Who was not answered may have spoken together with another sender: farther apart each time.
    let spread = pace.request + Double(min(barrenTurnCount, 3)) * pace.part
    due = now + patience + spread * random.nextUniform()
  }

  /// Takes a packet that was heard.
  ///
  /// - Parameters:
  ///   - packet: Whatever it is, also one of its own.
  ///   - now: The time, in seconds.
  /// - Returns: What a receiver has said of this message; `nil` if it was something else, or cannot
  ///   be.
  @discardableResult
  public mutating func hear(_ packet: ReceivedPacket, at now: Double) -> RepeatRequest? {
    guard outcome == nil else { return nil }
    guard let request = RepeatRequest(packet) else {
      giveWay(to: packet, at: now)
      return nil
    }
    guard request.mark == mark else { return nil }
    // Nobody has more than was played; a single packet can only be had or not.
    guard request.heardCount <= packetCount, packetCount > 0 else { return nil }
    guard request.isReceipt || !confirmed.contains(request.receiver) else { return nil }
    return (request.isReceipt ? confirm(request, at: now) : note(request, at: now)) ? request : nil
  }

  /// Another sender speaks: waits until it has probably finished, but not for ever.
  private mutating func giveWay(to packet: ReceivedPacket, at now: Double) {
    guard packet.isPart, let header = PartHeader(packet.payload), header.id != message.id,
      packetCount > 0
    else { return }
    let isLast = header.partNumber >= OutgoingMessage.firstLastNumber
    let pause = isLast ? pace.patience(after: 1) : 2 * pace.part + DialoguePace.answerDelay
    let time = min(now + pause, latestTurn + Self.longestWait)
    if due < time { due = time + pace.request * random.nextUniform() }
  }

  /// - Returns: Whether it is believed.
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

  /// - Returns: Whether it is believed.
  private mutating func note(_ request: RepeatRequest, at now: Double) -> Bool {
    if let index = lacking.firstIndex(where: { $0.receiver == request.receiver }) {
      if request.heardCount > lacking[index].heardCount { barrenTurnCount = 0 }
      lacking[index].heardCount = max(lacking[index].heardCount, request.heardCount)
    } else {
      guard lacking.count < Settings.largestReceiverCount else { return false }
      lacking.append(Lacking(receiver: request.receiver, heardCount: request.heardCount))
      barrenTurnCount = 0
    }
    // What was asked during a turn is asked again after it, if the turn was not enough.
    guard !isSpeaking else { return true }
    wantedCount = max(wantedCount, request.wantedCount)
    due = now + DialoguePace.answerDelay
    return true
  }

  private var isConfirmed: Bool { confirmed.count >= settings.receiverCount }

  /// When all have confirmed that must, others that lack parts are waited for, but not for long.
  private var tryLimit: Int { isConfirmed ? min(settings.tryLimit, 2) : settings.tryLimit }

  private mutating func end() {
    outcome = isConfirmed ? .confirmed : .unconfirmed(heardFrom: confirmed.count)
  }

  /// The numbers of the next parts, none of which was sent before.
  private mutating func numbers(_ count: Int) -> [Int] {
    guard message.id != nil else {
      nextNumber += count
      return (nextNumber - count..<nextNumber).map { $0 % message.modes.count }
    }
    let ordinary = nextNumber..<nextNumber + count - 1
    nextNumber = ordinary.upperBound
    nextLastNumber += 1
    return Array(ordinary) + [nextLastNumber - 1]
  }
}

extension OutgoingMessage {
  /// A part with this number or a greater one is the last of a sender's turn: it listens then.
  public static var firstLastNumber: Int { MessageLayout.partNumberLimit / 2 }

  /// What requests call it.
  var mark: MessageMark {
    if let id { return MessageMark(id) }
    return MessageMark(packet: payloadOfPacket)
  }
}

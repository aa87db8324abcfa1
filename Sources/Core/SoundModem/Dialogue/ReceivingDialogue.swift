internal import SignalProcessing

/// The receiving side of confirmed messages: decides what to answer, and when.
///
/// ```swift
/// dialogue.hear(event, at: now)  // each of a MessageReceiver
/// if case .say(let request) = dialogue.next(at: now) {
///   play(request)  // and, when it has sounded:
///   dialogue.hasSpoken(at: now)
/// }
/// ```
///
/// It answers when the sender's turn is over, which it recognises by the number of the last part or
/// the silence after it. It waits for an additional random time, so that one of two receivers
/// receives the other's request and waits. Its memory is limited, whatever arrives.
///
/// The type has no clock: pass times in seconds, from any clock that never runs backwards.
package struct ReceivingDialogue: Sendable {
  /// An action of the caller.
  package enum Action: Sendable, Equatable {
    /// Play this at once; then ``ReceivingDialogue/hasSpoken(at:)`` must be called.
    case say(OutgoingRequest)
    /// A sender did not answer ``ReceivingDialogue/tryLimit`` requests. It is not asked again until
    /// more of its message arrives.
    case giveUp(heardCount: Int, neededCount: Int)
  }

  /// The number of requests in a row without a new part after which the receiver gives up.
  package static var tryLimit: Int { 8 }
  /// The largest number of messages that are remembered; the latest ones win.
  static var capacity: Int { 16 }

  /// The number that identifies this receiver.
  package let receiver: UInt16
  private(set) var conversations: [Conversation] = []  // the most recent one is at the end
  private var random: SeededGenerator
  private var spoken: RepeatRequest?  // the request that is playing
  private let proofByteCount: Int

  /// Creates a dialogue without messages.
  ///
  /// - Parameters:
  ///   - proofByteCount: The number of bytes after each request that prove its origin.
  ///   - generator: The source of this receiver's number and of its random delays.
  package init(proofByteCount: Int = 0, using generator: inout some RandomNumberGenerator) {
    self.proofByteCount = proofByteCount
    receiver = UInt16(truncatingIfNeeded: generator.next() as UInt64)
    random = SeededGenerator(seed: generator.next())
  }

  /// Processes an event of a message receiver.
  ///
  /// - Parameters:
  ///   - event: Any event. The dialogue plans the necessary answers.
  ///   - now: The time, in seconds.
  package mutating func hear(_ event: MessageEvent, at now: Double) {
    switch event {
    case .packet(let packet): hear(packet, at: now)
    case .lost: return
    case .progress(let progress):
      change(progress.id) { $0.heardCount = progress.heardCount }
    case .message(let message):
      guard let id = message.id else { return }
      change(id) { $0.isWhole = true }
    case .abandoned(let progress, .damaged):
      change(progress.id) { $0.heardCount = 0 }  // its sender has all parts of it still
    case .abandoned(let progress, _):
      conversations.removeAll { $0.mark == MessageMark(progress.id) }
    }
  }

  /// Returns what to do now.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Returns: The action; `nil` if there is nothing to do.
  package mutating func next(at now: Double) -> Action? {
    guard spoken == nil else { return nil }
    let index = conversations.firstIndex { $0.due.map { now >= $0 } ?? false }
    guard let index else { return nil }
    let conversation = conversations[index]
    guard conversation.isWhole || conversation.tryCount < Self.tryLimit else {
      conversations[index].due = nil
      return .giveUp(
        heardCount: conversation.heardCount, neededCount: conversation.mark.neededCount)
    }
    let request = conversations[index].speak(as: receiver)
    spoken = request.request
    return .say(request)
  }

  /// Reports that the request has been played.
  ///
  /// - Parameter now: The time, in seconds.
  package mutating func hasSpoken(at now: Double) {
    guard let spoken else { return }
    self.spoken = nil
    let index = conversations.firstIndex { $0.mark == spoken.mark }
    guard let index else { return }
    // The message may have become whole meanwhile; then its last part has planned the receipt.
    if conversations[index].isWhole != spoken.isReceipt { return }
    conversations[index].expectAnswer(spoken.wantedCount, at: now, random: random.nextUniform())
  }

  /// Returns whether all senders have probably received the confirmations of the messages that
  /// arrived.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Returns: `true` if nothing more arrived from them in the time in which they would have
  ///   repeated.
  package func isSettled(at now: Double) -> Bool {
    guard spoken == nil else { return false }
    return conversations.allSatisfy { conversation in
      guard conversation.isWhole else { return true }
      return conversation.due == nil && now - conversation.latest > conversation.pace.lingering
    }
  }

  private mutating func hear(_ packet: ReceivedPacket, at now: Double) {
    guard packet.isPart else {
      hear(packet, of: MessageMark(packet: packet.payload), partNumber: nil, at: now)
      return
    }
    if let request = RepeatRequest(packet) {
      // The microphone picks up this receiver's own requests.
      if request.receiver != receiver { hear(request, at: now) }
    } else if let header = PartHeader(packet.payload) {
      hear(packet, of: MessageMark(header.id), partNumber: Int(header.partNumber), at: now)
    }
  }

  /// Processes a packet of a sender.
  private mutating func hear(
    _ packet: ReceivedPacket, of mark: MessageMark, partNumber: Int?, at now: Double
  ) {
    let index = conversations.firstIndex { $0.mark == mark }
    var conversation =
      index.map { conversations.remove(at: $0) }
      ?? Conversation(mark, packet, at: now, proofByteCount: proofByteCount)
    if partNumber == nil { conversation.isWhole = true }
    conversation.hear(packet, partNumber: partNumber, at: now, random: random.nextUniform())
    for other in conversations.indices {
      conversations[other].wait(until: conversation.end(at: now), random: random.nextUniform())
    }
    if conversations.count == Self.capacity { conversations.removeFirst() }
    conversations.append(conversation)
  }

  /// Processes the request of another receiver.
  private mutating func hear(_ request: RepeatRequest, at now: Double) {
    for index in conversations.indices {
      if conversations[index].mark == request.mark, !request.isReceipt {
        // The sender's answer serves this receiver too; after it, there is time to ask for more.
        conversations[index].expectAnswer(
          request.wantedCount, at: now, random: random.nextUniform())
      } else {
        conversations[index].wait(
          until: now + DialoguePace.answerDelay, random: random.nextUniform())
      }
    }
  }

  private mutating func change(_ id: MessageID, _ body: (inout Conversation) -> Void) {
    let mark = MessageMark(id)
    guard let index = conversations.firstIndex(where: { $0.mark == mark }) else { return }
    body(&conversations[index])
  }
}

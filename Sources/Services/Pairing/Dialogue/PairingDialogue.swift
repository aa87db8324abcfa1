/// Decides when a side of a pairing sends: an answer after a short pause, and the last message
/// again after a silence.
///
/// ```swift
/// if let message = try dialogue.message(toSayAt: now) {
///   play(message)  // and, when it has sounded:
///   dialogue.hasSpoken(at: now)
/// }
/// ```
///
/// Like its session, it has no clock: pass times in seconds, from any clock that never runs
/// backwards.
package struct PairingDialogue<Session: PairingSession>: Sendable {
  /// The side of the pairing.
  package private(set) var session: Session
  /// The result of the pairing, once it is done.
  package private(set) var result: PairingResult?
  private let pace: PairingPace
  private let random: @Sendable () -> Double
  private var queued: (message: [UInt8], due: Double)?
  private var repeatTime: Double
  private var repetitionCount = 0
  private var latest: Double  // when a message was last sent or received
  private var isSpeaking = false
  private var farewellCount = 0
  private var farewellLimit: Int

  /// Creates a dialogue.
  ///
  /// - Parameters:
  ///   - session: The side of the pairing.
  ///   - pace: The timing.
  ///   - now: The time, in seconds.
  ///   - random: Returns numbers in 0..<1, so that two devices do not repeat at the same time.
  package init(
    _ session: Session, pace: PairingPace, at now: Double,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    (self.session, self.pace, self.random) = (session, pace, random)
    (repeatTime, latest) = (now, now)
    farewellLimit = pace.farewellCount
  }

  /// Processes a received message.
  ///
  /// - Parameters:
  ///   - message: Any bytes.
  ///   - now: The time, in seconds.
  /// - Returns: The session's result. Necessary answers are already queued.
  /// - Throws: ``PairingError`` if the pairing has failed.
  package mutating func hear(
    _ message: [UInt8], at now: Double
  ) throws(PairingError) -> PairingAction {
    let action: PairingAction
    do {
      action = try session.receive(message, at: now)
    } catch {
      // The other device goes on, so it has not received the farewell.
      if farewellCount > 0 { farewellLimit = 2 * pace.farewellCount }
      queueFarewell(at: now)
      throw error
    }
    if case .ignore = action { return action }
    latest = now
    switch action {
    case .ignore: break
    case .proceed: queue(session.standing, at: now)
    case .answer(let message): queue(message, at: now)
    case .compare(_, let message): queue(message, at: now)
    case .finish(let result, let message):
      self.result = result
      queue(message, at: now)
    }
    return action
  }

  /// Records that the user has typed the digits of the other device.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Throws: ``PairingError``
  package mutating func approve(at now: Double) throws(PairingError) {
    try session.approve(at: now)
    if let standing = session.standing { queue(standing, at: now) }
  }

  /// Ends the pairing, and tells the other device.
  ///
  /// - Parameters:
  ///   - error: The reason: ``PairingError/stringsDiffer`` or ``PairingError/cancelled``.
  ///   - now: The time, in seconds.
  package mutating func end(_ error: PairingError, at now: Double) {
    guard session.stage != nil else { return }
    session.end(error)
    queueFarewell(at: now)
  }

  /// Returns what to send now.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Returns: A message to send at once, after which ``hasSpoken(at:)`` must be called; or `nil`.
  /// - Throws: ``PairingError/timedOut(_:after:heard:)`` once, when the time is up.
  package mutating func message(toSayAt now: Double) throws(PairingError) -> [UInt8]? {
    if session.stage != nil { try session.check(at: now) }
    guard !isSpeaking else { return nil }
    if let (message, due) = queued {
      guard now >= due else { return nil }
      queued = nil
      isSpeaking = true
      if message == session.farewell { farewellCount += 1 }
      return message
    }
    guard let standing = session.standing, now >= repeatTime else { return nil }
    repetitionCount += 1
    isSpeaking = true
    return standing
  }

  /// Reports that the message has been sent.
  ///
  /// - Parameter now: The time, in seconds.
  package mutating func hasSpoken(at now: Double) {
    isSpeaking = false
    latest = now
    repeatTime = now + pace.repeatDelay * patience + pace.jitter * random()
    if farewellCount > 0 { queueFarewell(at: repeatTime - pace.answerDelay) }
  }

  /// Queues the farewell, up to its limit.
  private mutating func queueFarewell(at now: Double) {
    queue(farewellCount < farewellLimit ? session.farewell : nil, at: now)
  }

  /// The factor of the repeat delay: it grows while the user of the other device decides.
  private var patience: Double {
    guard session.stage == .confirmation else { return 1 }
    return Double(min(repetitionCount + 1, 4))
  }

  /// Returns whether there is nothing left to send or to wait for.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Returns: `true` once it has failed and told the other device, or succeeded and the other
  ///   device knows.
  package func isOver(at now: Double) -> Bool {
    guard session.stage == nil, queued == nil, !isSpeaking else { return false }
    guard result != nil, session.role == .joiner else { return true }
    return now - latest > pace.lingering
  }

  private mutating func queue(_ message: [UInt8]?, at now: Double) {
    queued = message.map { ($0, now + pace.answerDelay) }
    repetitionCount = 0
    repeatTime = now + pace.repeatDelay + pace.jitter * random()
  }
}

/// The timing of a device, so that two devices do not send at the same time for long.
public struct PairingPace: Sendable, Hashable {
  /// The delay of an answer, in seconds, so that the room is quiet again.
  package var answerDelay: Double
  /// The time without an answer after which the last message is repeated, in seconds.
  package var repeatDelay: Double
  /// The largest random delay of a repetition, in seconds.
  package var jitter: Double
  /// The time that the joiner keeps listening after the end, in seconds, to repeat a lost receipt.
  package var lingering: Double
  /// The number of times that a failure is sent: nobody confirms it, and a device that misses it
  /// waits until its time limit. A device that goes on gets it twice as often.
  package var farewellCount = 3

  /// Creates the timing for sound.
  ///
  /// - Parameter packetDuration: The duration of the longest packet, in seconds.
  public init(packetDuration: Double) {
    answerDelay = 0.25
    repeatDelay = packetDuration + answerDelay + 0.6
    jitter = packetDuration / 2 + 0.4
    lingering = 3 * (repeatDelay + jitter)
  }

  /// The timing for connections without losses.
  public static var connection: PairingPace {
    var pace = PairingPace(packetDuration: 2)
    (pace.answerDelay, pace.jitter, pace.lingering) = (0, 0, 0)
    pace.farewellCount = 1
    return pace
  }
}

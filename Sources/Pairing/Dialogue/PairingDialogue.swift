/// Decides when a side of a pairing speaks: an answer after a short pause, the last message again
/// after a silence.
///
/// ```swift
/// if let message = try dialogue.message(toSayAt: now) {
///   play(message)  // and, when it has sounded:
///   dialogue.hasSpoken(at: now)
/// }
/// ```
///
/// As the session in it, it has no clock; times are in seconds of a clock that only goes forward.
public struct PairingDialogue<Session: PairingSession>: Sendable {
  /// The side of the pairing.
  public private(set) var session: Session
  /// What the pairing has given, once it has.
  public private(set) var result: PairingResult?
  private let pace: PairingPace
  private let random: @Sendable () -> Double
  private var queued: (message: [UInt8], due: Double)?
  private var repeatTime: Double
  private var repetitionCount = 0
  private var latest: Double  // when something was said or heard
  private var isSpeaking = false
  private var farewellCount = 0
  private var farewellLimit: Int

  /// Begins a dialogue.
  ///
  /// - Parameters:
  ///   - session: The side of the pairing.
  ///   - pace: When to speak.
  ///   - now: The time, in seconds.
  ///   - random: Gives numbers in 0..<1, so that two devices do not repeat themselves in step.
  public init(
    _ session: Session, pace: PairingPace, at now: Double,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    (self.session, self.pace, self.random) = (session, pace, random)
    (repeatTime, latest) = (now, now)
    farewellLimit = pace.farewellCount
  }

  /// Takes a message that was heard.
  ///
  /// - Parameters:
  ///   - message: Bytes, whatever they are.
  ///   - now: The time, in seconds.
  /// - Returns: What the session says of it. What must be said is queued already.
  /// - Throws: ``PairingError`` if the pairing has failed.
  public mutating func hear(
    _ message: [UInt8], at now: Double
  ) throws(PairingError) -> PairingAction {
    let action: PairingAction
    do {
      action = try session.receive(message, at: now)
    } catch {
      // It goes on, so it has not heard the farewell.
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

  /// The user has found the short strings to be equal.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Throws: ``PairingError``
  public mutating func approve(at now: Double) throws(PairingError) {
    try session.approve(at: now)
    if let standing = session.standing { queue(standing, at: now) }
  }

  /// Ends the pairing, and tells the other device.
  ///
  /// - Parameters:
  ///   - error: Why: ``PairingError/stringsDiffer`` or ``PairingError/cancelled``.
  ///   - now: The time, in seconds.
  public mutating func end(_ error: PairingError, at now: Double) {
    guard session.stage != nil else { return }
    session.end(error)
    queueFarewell(at: now)
  }

  /// What to say now.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Returns: A message to say at once, after which ``hasSpoken(at:)`` must be called; or `nil`.
  /// - Throws: ``PairingError/timedOut(_:after:heard:)`` when the time is up, once.
  public mutating func message(toSayAt now: Double) throws(PairingError) -> [UInt8]? {
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

  /// What was to be said has sounded.
  ///
  /// - Parameter now: The time, in seconds.
  public mutating func hasSpoken(at now: Double) {
    isSpeaking = false
    latest = now
    repeatTime = now + pace.repeatDelay * patience + pace.jitter * random()
    if farewellCount > 0 { queueFarewell(at: repeatTime - pace.answerDelay) }
  }

  /// Says that it is over, as often as that is done.
  private mutating func queueFarewell(at now: Double) {
    queue(farewellCount < farewellLimit ? session.farewell : nil, at: now)
  }

  /// Who waits for the decision of the other's user need not ask every second.
  private var patience: Double {
    guard session.stage == .confirmation else { return 1 }
    return Double(min(repetitionCount + 1, 4))
  }

  /// Whether there is nothing left to say or to wait for.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Returns: `true` once it has failed and said so, or succeeded and the other knows.
  public func isOver(at now: Double) -> Bool {
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

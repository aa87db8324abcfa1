/// A device's part in aligning loudspeakers: which session it takes part in, what it has heard there, and by how
/// much its loudspeaker is late.
///
/// Without a network, a microphone and a loudspeaker. Times are those of the clock that all devices share.
package struct AlignmentFollowerState: Sendable {
  /// An event to report to the user.
  package enum News: Sendable, Hashable {
    /// Chirps will be played.
    case begins(AlignmentPlan)
    /// A session is over: the lateness of this loudspeaker, or `nil` if it was not heard, and the
    /// number of devices.
    case result(SpeakerAlignment.Lateness?, deviceCount: Int)
    /// The leader takes no part.
    case unanswered
  }

  /// The running session, or the last one; `nil` before the first.
  package private(set) var session: AlignmentPacket.Session?
  /// The result of the last session; `nil` before that.
  package var lateness: SpeakerAlignment.Lateness?
  /// True if the device has a microphone that works.
  package var hasMicrophone = true
  /// The delay with which it heard each device in the session ``heardSession``, in seconds.
  package private(set) var delays: [Double?] = []
  /// The session of ``delays``; `nil` before all chirps of one were over.
  package private(set) var heardSession: UInt32?
  /// The session whose result is known.
  private var toldSession: UInt32?
  /// The reports since the leader's last answer.
  private var unansweredCount = 0
  private var news: [News] = []

  /// Creates the part of a device before its first session.
  package init() {}

  /// Makes a report to the leader.
  ///
  /// - Parameters:
  ///   - asker: The number of this program.
  ///   - asked: When the report leaves, on this program's clock, in nanoseconds.
  /// - Returns: The packet.
  package mutating func report(asker: UInt64, asked: Int64) -> AlignmentPacket {
    unansweredCount += 1
    if unansweredCount == Self.patience { news.append(.unanswered) }
    return .report(
      AlignmentPacket.Report(
        asker: asker, asked: asked, hasMicrophone: hasMicrophone, session: heardSession ?? 0,
        delays: heardSession == nil ? [] : delays))
  }

  /// Processes the leader's answer.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - time: Now, in nanoseconds; `nil` while that is unknown.
  package mutating func process(_ answer: AlignmentPacket.Answer, at time: Int64?) {
    unansweredCount = 0
    guard let session = answer.session else { return }
    adopt(session, at: time)
    guard answer.isOver, toldSession != session.number else { return }
    toldSession = session.number
    lateness = answer.lateness
    news.append(.result(answer.lateness, deviceCount: session.plan.deviceCount))
  }

  /// Takes part in a session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - time: Now, in nanoseconds; `nil` while that is unknown.
  package mutating func adopt(_ session: AlignmentPacket.Session, at time: Int64?) {
    guard self.session != session else { return }
    self.session = session
    if let time, time < session.plan.end { news.append(.begins(session.plan)) }
  }

  /// Forgets what an earlier leader has found out.
  package mutating func forget() {
    (session, heardSession, lateness) = (nil, nil, nil)
    delays = []
  }

  /// Learns that the result of a session is known, as a leader does by itself.
  ///
  /// - Parameter number: The session.
  package mutating func end(_ number: UInt32) { toldSession = number }

  /// The session whose chirps have not been worked out yet.
  package var unheardSession: AlignmentPacket.Session? {
    session?.number == heardSession ? nil : session
  }

  /// Adds what was heard in a session.
  ///
  /// - Parameters:
  ///   - delays: For each device, in seconds; `nil` for one that was not heard.
  ///   - session: The session; one that is not the device's any more is ignored.
  package mutating func append(_ delays: [Double?], of session: AlignmentPacket.Session) {
    guard self.session == session else { return }
    (self.delays, heardSession) = (delays, session.number)
  }

  /// Returns whether chirps are played at a moment, so that clicks must be silent.
  ///
  /// - Parameter time: In nanoseconds.
  /// - Returns: `true` from before the first chirp until the result is known.
  package func isBusy(at time: Int64) -> Bool {
    guard let session else { return false }
    let plan = session.plan
    // Then until the result is there, so that the beat is not heard to jump.
    let end = toldSession == session.number ? plan.end : plan.end + Self.longestWait
    return time >= plan.start - Self.silence && time < end
  }

  /// Returns the oldest news, once.
  package mutating func nextEvent() -> News? { news.isEmpty ? nil : news.removeFirst() }

  /// The time after the last slot for which the leader waits for all reports, in nanoseconds.
  package static let reportTime: Int64 = 5_000_000_000
  /// The longest time from the last slot to the result, in nanoseconds.
  private static let longestWait = reportTime + 1_000_000_000
  /// Reports without an answer after which the user is told: those of about six seconds.
  private static let patience = 20
  /// So long before the first chirp the clicks end, so that none sounds into it, in nanoseconds.
  private static let silence: Int64 = 800_000_000
}

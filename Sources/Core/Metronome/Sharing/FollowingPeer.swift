/// A device that follows a shared beat: it asks, chooses one of the leaders that answer, knows its
/// clock and its beat, and takes part in aligning loudspeakers.
///
/// It uses neither a network nor a clock. Its owner passes in time and packets, and sends what
/// ``nextDatagram(at:)`` returns; while there is no connection, it does not ask for any. All times
/// are in nanoseconds, on a clock of the owner that never goes back.
package struct FollowingPeer<Address: Hashable & Sendable>: Sendable {
  /// The relation to a leader.
  package enum Status: Sendable, Hashable {
    /// Nobody has answered, and not much time has passed.
    case asking
    /// Nobody has answered.
    case alone
    /// A leader answers.
    case following
    /// The leader has stopped answering. The beat goes on as it was.
    case lost
  }

  private var follower: BeatFollower
  private var election: LeaderElection<Address>
  /// The part in aligning loudspeakers; `nil` if this device does not want to be aligned.
  package var alignment: AlignmentFollowerState?
  private var start: Int64?
  private var isAlone = false
  private var nextQuestion = Int64.min
  private var nextSearch = Int64.min
  private var nextReport = Int64.min
  /// When the question left with which a report goes.
  private var reportTime: Int64?
  private var events: [BeatEvent<Address>] = []

  /// Creates a device that follows nobody yet.
  ///
  /// - Parameters:
  ///   - number: A random number, not 0.
  ///   - asksOneHost: Whether questions go to one host, where every metronome that answers is followed.
  ///   - aligns: Whether it takes part in aligning loudspeakers.
  package init(number: UInt64, asksOneHost: Bool, aligns: Bool = false) {
    (follower, election) = (BeatFollower(number: number), LeaderElection(asksOneHost: asksOneHost))
    alignment = aligns ? AlignmentFollowerState() : nil
  }

  /// The relation to a leader.
  package var status: Status {
    guard let leader = follower.leader else { return isAlone ? .alone : .asking }
    return leader.isLost ? .lost : .following
  }

  /// The leader that is followed; `nil` before the first answer.
  package var leader: FollowedLeader? { follower.leader }

  /// Returns the oldest event, once.
  package mutating func nextEvent() -> BeatEvent<Address>? {
    if let news = alignment?.nextEvent() { return .alignment(news) }
    return events.isEmpty ? nil : events.removeFirst()
  }
}

// MARK: - Packets

extension FollowingPeer {
  /// Finds out what the passing of time has changed. Called several times per second.
  ///
  /// - Parameter time: Now.
  package mutating func advance(to time: Int64) {
    let start = start ?? time
    self.start = start
    if follower.noteLoss(at: time), let leader = election.leader {
      events.append(.lost(leader.address))
    }
    if follower.leader == nil, !isAlone, time - start > FollowedLeader.lossTime {
      isAlone = true
      events.append(.nobody)
    }
  }

  /// Returns the next packet that is due, if one is.
  ///
  /// A question goes to the leader, and every five seconds to everybody, in case that another
  /// metronome goes before it. While nobody answers, each goes to everybody.
  ///
  /// - Parameter time: Now.
  /// - Returns: The packet; `nil` up to ``nextTime``.
  package mutating func nextDatagram(at time: Int64) -> BeatDatagram<Address>? {
    if let asked = reportTime {
      reportTime = nil
      let report = alignment?.report(asker: follower.number, asked: asked)
      if let report { return BeatDatagram(report.encoded(), to: election.leader?.address) }
    }
    guard time >= nextQuestion else { return nil }
    let isAlone = follower.isAlone
    let question = follower.question(at: time)
    nextQuestion = time + follower.pause
    let isSearch = isAlone || time >= nextSearch
    if isSearch { nextSearch = time + Self.searchPause }
    if !isAlone, time >= nextReport, alignment != nil {
      nextReport = time + BeatFollower.slowPause
      reportTime = time
    }
    return BeatDatagram(
      question.encoded(), to: election.leader?.address, isForEverybody: isSearch)
  }

  /// The time at which the next packet is due.
  package var nextTime: Int64 { nextQuestion }

  /// Processes a packet. One that is not an answer to this device changes nothing.
  ///
  /// - Parameters:
  ///   - bytes: The packet, which may be anything.
  ///   - sender: Where it came from.
  ///   - time: When it arrived.
  package mutating func receive(_ bytes: [UInt8], from sender: Address, at time: Int64) {
    if let packet = BeatPacket(bytes) {
      guard let answer = packet.answer, answer.leader != follower.number,
        follower.hasAsked(packet.asker, at: packet.asked)
      else { return }
      process(answer, asked: packet.asked, from: sender, at: time)
    } else if alignment != nil, case .answer(let answer)? = AlignmentPacket(bytes),
      follower.hasAsked(answer.asker, at: answer.asked),
      follower.leader?.answer.leader == answer.leader
    {
      let shared = sharedTime(at: time)
      alignment?.process(answer, at: shared)
    }
  }

  private mutating func process(
    _ answer: BeatPacket.Answer, asked: Int64, from sender: Address, at time: Int64
  ) {
    let verdict = election.process(answer, from: sender, isLost: follower.isAlone)
    guard let leader = election.leader else { return }
    switch verdict {
    case .other(let isFirst):
      if isFirst { events.append(.another(sender, followed: leader.address)) }
      return
    case .new: alignment?.forget()
    case .same: break
    }
    switch follower.process(answer, asked: asked, returned: time) {
    case .leader: events.append(.following(sender))
    case .back: events.append(.back(sender))
    case nil: break
    }
  }

  /// Follows a leader that was found in another way than by asking.
  ///
  /// - Parameters:
  ///   - answer: What it has said.
  ///   - sender: Where it answers.
  ///   - time: Now.
  mutating func adopt(_ answer: BeatPacket.Answer, at sender: Address, time: Int64) {
    alignment?.forget()
    election.follow(answer, at: sender)
    follower.adopt(answer, at: time)
  }

  /// From one question to everybody to the next while a leader answers.
  static var searchPause: Int64 { 5_000_000_000 }
}

// MARK: - The leader's clock and beat

extension FollowingPeer: AlignedDevice {
  /// The leader's beat on the own clock; `nil` while one of them is unknown.
  package var course: (course: BeatCourse, key: BeatKey)? { follower.leader?.course }

  package func sharedTime(at own: Int64) -> Int64? { follower.leader?.offset.otherTime(at: own) }

  package func ownTime(ofShared shared: Int64) -> Int64? {
    follower.leader?.offset.time(ofOther: shared)
  }
}

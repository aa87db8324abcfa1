/// A follower's part in sharing a beat: it asks, and knows the leader's clock and beat from the answers.
///
/// Without a network: who follows sends what it asks, and passes on what comes back.
package struct BeatFollower: Sendable {
  /// The change that an answer has caused.
  package enum Change: Sendable, Hashable {
    /// Another leader is followed now.
    case leader
    /// The leader answers again.
    case back
  }

  /// The follower's random number.
  package let number: UInt64
  /// The leader that is followed; `nil` before the first answer.
  package private(set) var leader: FollowedLeader?
  /// The times at which the newest questions left, in nanoseconds.
  private var asked: [Int64] = []

  /// Creates a follower without a leader.
  ///
  /// - Parameter number: A random number, not 0.
  package init(number: UInt64) { self.number = number }

  /// Asks.
  ///
  /// - Parameter time: When the question leaves, in nanoseconds.
  /// - Returns: The question.
  package mutating func question(at time: Int64) -> BeatPacket {
    asked.append(time)
    if asked.count > Self.memory { asked.removeFirst() }
    return BeatPacket(asker: number, asked: time)
  }

  /// Returns whether a packet answers a question of this follower.
  ///
  /// - Parameters:
  ///   - asker: The number that it repeats.
  ///   - time: The time that it repeats.
  /// - Returns: True for the newest questions.
  package func hasAsked(_ asker: UInt64, at time: Int64) -> Bool {
    asker == number && asked.contains(time)
  }

  /// Processes an answer to a question of this follower; its leader is followed from now on.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - time: When the question left, in nanoseconds.
  ///   - returned: When the answer came, in nanoseconds.
  /// - Returns: What has changed; `nil` for the next answer of a leader that is followed already.
  @discardableResult
  package mutating func process(
    _ answer: BeatPacket.Answer, asked time: Int64, returned: Int64
  ) -> Change? {
    let isNew = leader?.answer.leader != answer.leader
    if isNew { adopt(answer, at: returned) }
    let isBack = leader?.process(answer, asked: time, returned: returned) == true
    return isNew ? .leader : isBack ? .back : nil
  }

  /// Follows a leader, whose clock is not known yet.
  ///
  /// - Parameters:
  ///   - answer: What it has said.
  ///   - time: Now, in nanoseconds.
  package mutating func adopt(_ answer: BeatPacket.Answer, at time: Int64) {
    leader = FollowedLeader(answer, generation: (leader?.generation ?? 0) + 1, at: time)
  }

  /// Finds out whether the leader has just been lost.
  ///
  /// - Parameter time: Now, in nanoseconds.
  /// - Returns: True once for each loss.
  package mutating func noteLoss(at time: Int64) -> Bool { leader?.noteLoss(at: time) ?? false }

  /// True while nobody answers.
  package var isAlone: Bool { leader?.isLost ?? true }

  /// From one question to the next, in nanoseconds: 20 ms until the leader's clock is known, then 100 ms.
  package var pause: Int64 {
    if isAlone { return Self.slowPause }
    return (leader?.offset.count ?? 0) < 16 ? 20_000_000 : 100_000_000
  }

  /// The same while nobody answers; also from one report of an alignment to the next.
  package static let slowPause: Int64 = 250_000_000
  private static let memory = 64
}

/// The leader of a shared beat, as a follower knows it.
package struct FollowedLeader: Sendable {
  /// Its newest answer.
  package private(set) var answer: BeatPacket.Answer
  /// Its clock.
  package private(set) var offset = ClockOffset()
  /// Another number for each leader that has been followed.
  package let generation: Int
  /// True while it does not answer.
  package private(set) var isLost = false
  /// The time of its last answer, in nanoseconds.
  private var lastTime: Int64

  fileprivate init(_ answer: BeatPacket.Answer, generation: Int, at time: Int64) {
    (self.answer, self.generation, lastTime) = (answer, generation, time)
  }

  fileprivate mutating func process(
    _ answer: BeatPacket.Answer, asked: Int64, returned: Int64
  ) -> Bool {
    let wasLost = isLost
    offset.add(
      ClockOffset.Exchange(
        asked: asked, received: answer.received, answered: answer.answered, returned: returned))
    (self.answer, lastTime, isLost) = (answer, returned, false)
    return wasLost
  }

  fileprivate mutating func noteLoss(at time: Int64) -> Bool {
    guard !isLost, time - lastTime > Self.lossTime else { return false }
    isLost = true
    return true
  }

  /// The beat on the follower's clock; `nil` while the clock is not known, and before the first beat.
  package var course: (course: BeatCourse, key: BeatKey)? {
    guard let beat = answer.beat, let time = offset.time(ofOther: beat.course.time) else {
      return nil
    }
    var course = beat.course
    course.time = time
    course.rate *= offset.rate
    return (course, BeatKey(source: generation, section: beat.section))
  }

  /// A leader that says nothing for so long is lost, in nanoseconds.
  package static let lossTime: Int64 = 3_000_000_000
}

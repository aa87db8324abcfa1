/// The choice of one of the leaders that answer: metronomes and pages share this rule.
package struct LeaderElection<Address: Hashable & Sendable>: Sendable {
  /// The leader that is followed.
  package struct Leader: Sendable, Hashable {
    /// The address from which it answers.
    package fileprivate(set) var address: Address
    /// By its newest answer.
    package fileprivate(set) var rank: LeaderRank
  }

  /// The consequence of an answer.
  package enum Verdict: Sendable, Hashable {
    /// It is that of the leader that was followed already.
    case same
    /// Its leader is followed from now on.
    case new
    /// Its leader is not followed; `isFirst` for the first such answer of each leader.
    case other(isFirst: Bool)
  }

  private let asksOneHost: Bool
  /// The leader that is followed; `nil` before the first answer.
  package private(set) var leader: Leader?
  private var others = KnownLeaders()

  /// Creates a choice that has not been made.
  ///
  /// - Parameter asksOneHost: Whether questions go to one host: another metronome that answers there
  ///   has taken the place of the first.
  package init(asksOneHost: Bool) { self.asksOneHost = asksOneHost }

  /// Processes an answer to a question of the follower.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - sender: Where it came from.
  ///   - isLost: Whether the leader that is followed has stopped answering.
  /// - Returns: Whether its leader is followed.
  package mutating func process(
    _ answer: BeatPacket.Answer, from sender: Address, isLost: Bool
  ) -> Verdict {
    guard let leader, leader.rank.number == answer.leader else {
      guard leader.map({ isLost || yields($0, to: answer, from: sender) }) ?? true else {
        return .other(isFirst: others.insert(answer.leader))
      }
      follow(answer, at: sender)
      return .new
    }
    self.leader?.rank = answer.rank
    // It may have moved; while it answers, one of its addresses is as good as another.
    if isLost { self.leader?.address = sender }
    return .same
  }

  /// Returns whether an answer's leader replaces the current one. A new leader at the address of
  /// the current one does so, because two cannot receive at one port.
  private func yields(
    _ leader: Leader, to answer: BeatPacket.Answer, from sender: Address
  ) -> Bool {
    asksOneHost || sender == leader.address || leader.rank.yields(to: answer.rank)
  }

  /// Follows a leader, whatever its rank.
  ///
  /// - Parameters:
  ///   - answer: What it has said.
  ///   - sender: Where it answers.
  package mutating func follow(_ answer: BeatPacket.Answer, at sender: Address) {
    leader = Leader(address: sender, rank: answer.rank)
  }
}

/// The leaders that a user has been told of.
struct KnownLeaders: Sendable {
  private var numbers: [UInt64] = []

  /// Remembers a leader.
  ///
  /// - Parameter number: Its random number.
  /// - Returns: Whether it is new, and there is room for it.
  mutating func insert(_ number: UInt64) -> Bool {
    guard numbers.count < Self.limit, !numbers.contains(number) else { return false }
    numbers.append(number)
    return true
  }

  /// A hostile network cannot fill the memory or the screen.
  private static var limit: Int { 16 }
}

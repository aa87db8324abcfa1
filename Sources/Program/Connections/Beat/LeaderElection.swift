import Metronome

/// The choice of one of the leaders that answer: metronomes and pages share this rule.
struct LeaderElection: Sendable, Hashable {
  /// The leader that is followed.
  struct Leader: Sendable, Hashable {
    /// The address from which it answers.
    var address: NetworkAddress
    /// By its newest answer.
    var rank: LeaderRank
  }

  /// The consequence of an answer.
  enum Verdict: Sendable, Hashable {
    /// It is that of the leader that was followed already.
    case same
    /// Its leader is followed from now on.
    case new
    /// Its leader is not followed; `isFirst` for the first such answer of each leader.
    case other(isFirst: Bool)
  }

  /// True if questions go to one host: another metronome that answers there has taken the place of
  /// the first.
  private let isOneHost: Bool
  /// The leader that is followed; `nil` before the first answer.
  private(set) var leader: Leader?
  private var others: Set<UInt64> = []

  /// Creates a choice that has not been made.
  ///
  /// - Parameter place: Where questions go.
  init(in place: MetronomePeer.Place) { isOneHost = place != .anywhere }

  /// Takes an answer to a question of the follower.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - sender: Where it came from.
  ///   - isLost: Whether the leader that is followed has stopped answering.
  /// - Returns: Whether its leader is followed.
  mutating func take(
    _ answer: BeatPacket.Answer, from sender: NetworkAddress, isLost: Bool
  ) -> Verdict {
    guard let leader, leader.rank.number == answer.leader else {
      guard leader.map({ isLost || yields($0, to: answer, from: sender) }) ?? true else {
        let isFirst = others.count < Self.memory && others.insert(answer.leader).inserted
        return .other(isFirst: isFirst)
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
    _ leader: Leader, to answer: BeatPacket.Answer, from sender: NetworkAddress
  ) -> Bool {
    isOneHost || sender == leader.address || leader.rank.yields(to: answer.rank)
  }

  /// Follows a leader, whatever its rank.
  ///
  /// - Parameters:
  ///   - answer: What it has said.
  ///   - sender: Where it answers.
  mutating func follow(_ answer: BeatPacket.Answer, at sender: NetworkAddress) {
    leader = Leader(address: sender, rank: answer.rank)
  }

  /// The leaders that are remembered, so that a hostile network cannot fill the memory or the screen.
  private static let memory = 16
}

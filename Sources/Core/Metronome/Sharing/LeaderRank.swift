/// Which of two metronomes that lead goes on leading: one that was asked to lead, else the one that has
/// led longer.
package struct LeaderRank: Sendable, Hashable {
  package var isChosen: Bool
  /// Nanoseconds.
  package var age: Int64
  /// Decides between two that began within a second, which a network cannot tell apart.
  package var number: UInt64

  /// Creates a rank.
  ///
  /// - Parameters:
  ///   - isChosen: True if the user asked for it to lead.
  ///   - age: The time since it began to lead, in nanoseconds.
  ///   - number: The leader's random number.
  package init(isChosen: Bool, age: Int64, number: UInt64) {
    (self.isChosen, self.age, self.number) = (isChosen, age, number)
  }

  /// Returns whether another one leads instead of this one.
  ///
  /// - Parameter other: The other one's rank.
  /// - Returns: Exactly one of two yields.
  package func yields(to other: LeaderRank) -> Bool {
    if isChosen != other.isChosen { return other.isChosen }
    let difference = Double(age) - Double(other.age)
    if difference.magnitude > 1e9 { return difference < 0 }
    return number < other.number
  }
}

extension BeatPacket.Answer {
  /// Decides between it and others that lead.
  package var rank: LeaderRank { LeaderRank(isChosen: isChosen, age: age, number: leader) }
}

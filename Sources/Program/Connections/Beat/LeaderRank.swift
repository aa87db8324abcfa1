/// Which of two metronomes that lead goes on leading: one that was asked to lead, else the one that has
/// led longer.
struct LeaderRank: Sendable, Hashable {
  var isChosen: Bool
  /// Nanoseconds.
  var age: Int64
  /// Decides between two that began within a second, which a network cannot tell apart.
  var number: UInt64

  func yields(to other: LeaderRank) -> Bool {
    if isChosen != other.isChosen { return other.isChosen }
    let difference = Double(age) - Double(other.age)
    if difference.magnitude > 1e9 { return difference < 0 }
    return number < other.number
  }
}

extension BeatPacket.Answer {
  var rank: LeaderRank { LeaderRank(isChosen: isChosen, age: age, number: leader) }
}

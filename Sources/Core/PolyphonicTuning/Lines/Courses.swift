/// Which strings are played as one.
struct Courses: Sendable {
  /// The targets without repeats, in hertz.
  private(set) var targets: [Double] = []
  /// Which of them two strings or more are tuned to.
  private(set) var isUnison: [Bool] = []
  /// For each string its place in ``targets``.
  private(set) var slots: [Int] = []
  /// For each string whether another one before it has the same target.
  private(set) var isUpper: [Bool] = []
  /// For each string a lower one of its course whose partial it is tuned to, as an octave is.
  private(set) var below: [Int?] = []

  init(targets given: [Double], numbers: [Int]) {
    for (index, target) in given.enumerated() {
      let slot = targets.firstIndex { ($0 / target - 1).magnitude < 1e-9 }
      isUpper.append(slot != nil)
      slots.append(slot ?? targets.count)
      if let slot {
        isUnison[slot] = true
      } else {
        targets.append(target)
        isUnison.append(false)
      }
      below.append(Self.lower(index, given, numbers))
    }
  }

  private static func lower(_ index: Int, _ targets: [Double], _ numbers: [Int]) -> Int? {
    guard numbers.count == targets.count else { return nil }
    return targets.indices.first { other in
      let ratio = targets[index] / targets[other]
      let order = Double(Int(ratio + 0.5))
      return numbers[other] == numbers[index] && order >= 2 && (ratio / order - 1).magnitude < 0.01
    }
  }
}

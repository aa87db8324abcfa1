internal import SignalProcessing

/// The note values that explain the times of a performance whose tempo moves slowly.
///
/// Of all ways to read the times between notes as simple multiples of a beat, it is the one in which the
/// beat moves least from note to note, and the values are the simplest.
///
/// - SeeAlso: A. T. Cemgil, B. Kappen, "Monte Carlo methods for tempo tracking and rhythm quantization",
///   Journal of Artificial Intelligence Research 18, 2003, for the two terms of the cost.
struct NoteValues: Sendable {
  /// A note value, in quarter notes, and what it costs: common ones cost less.
  private static let choices: [(value: Double, cost: Double)] = [
    (0.25, 0.6), (1.0 / 3, 1.4), (0.5, 0.15), (2.0 / 3, 1.6), (0.75, 0.9), (1, 0), (1.5, 0.6),
    (2, 0.2), (3, 0.7), (4, 0.6), (6, 1.4), (8, 1.4),
  ]
  /// How much the beat moves from one note to the next, as a standard deviation in octaves: 7 percent.
  private static let movement = 0.1
  /// A quarter note of this duration costs nothing, in seconds, and one an octave away as much as a dotted
  /// one.
  private static let usualBeat = 0.6
  /// The largest cost per note that is still read: players who are 20 ms off in time cost 0.5 to 0.9, and
  /// times at random 1 to 1.5.
  private static let largestCost = 0.95

  /// For each note its onset, in quarter notes from the first one.
  private(set) var onsets: [Double]
  /// For each note the quarter notes to the next one; 1 for the last.
  private(set) var values: [Double]
  /// Whether the beat moves so little, and the values are so simple, that they can be relied on.
  private(set) var areCertain: Bool

  /// - Parameter times: When the notes begin, in seconds, in order.
  /// - Complexity: O(*n*) for *n* notes.
  init(onsets times: [Double]) {
    values = times.map { _ in 1 }
    self.onsets = times.indices.map { Double($0) }
    areCertain = false
    let gaps = zip(times, times.dropFirst()).map { max(1e-3, $1 - $0) }
    guard gaps.count >= 3 else { return }
    let choices = Self.choices
    let octaves = choices.map { Elementary.log2($0.value) }
    var costs = Self.startCosts(gaps[0], octaves)
    var back: [[Int]] = []
    for (last, gap) in zip(gaps, gaps.dropFirst()) {
      let change = Elementary.log2(gap / last)
      var next = Array(repeating: Double.infinity, count: choices.count)
      var from = Array(repeating: 0, count: choices.count)
      for to in choices.indices {
        for before in choices.indices {
          let movement = (change - octaves[to] + octaves[before]) / Self.movement
          // A breath or a fermata is no new tempo.
          let cost = costs[before] + choices[to].cost + min(6, 0.5 * movement * movement)
          if cost < next[to] { (next[to], from[to]) = (cost, before) }
        }
      }
      back.append(from)
      costs = next
    }
    var best = costs.indices.min { costs[$0] < costs[$1] } ?? 0
    var path = [best]
    for from in back.reversed() {
      best = from[best]
      path.append(best)
    }
    path.reverse()
    var time = 0.0
    for (index, choice) in path.enumerated() {
      values[index] = choices[choice].value
      self.onsets[index] = time
      time += values[index]
    }
    self.onsets[times.count - 1] = time
    areCertain = (costs.min() ?? .infinity) <= Self.largestCost * Double(gaps.count)
  }

  private static func startCosts(_ gap: Double, _ octaves: [Double]) -> [Double] {
    zip(choices, octaves).map { choice, octave in
      let distance = Elementary.log2(gap / usualBeat) - octave
      return choice.cost + 0.6 * distance * distance
    }
  }
}

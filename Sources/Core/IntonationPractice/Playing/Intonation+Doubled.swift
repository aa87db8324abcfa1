internal import OnsetDetection

extension Intonation {
  /// The fewest notes with an attack that tell whether they begin twice.
  private static let fewestDoubled = 8
  /// How long before or after the attack of a note another one may be, in seconds: two attacks nearer
  /// than that are one for the detector, and others are notes of their own.
  private static let second = 0.045...0.25
  /// The time around the attack of a note of the score in which an attack is that note, in seconds.
  private static let near = 0.03
  /// How much quieter than the attack of the note the other one may be, in decibels.
  private static let quietest = 10.0

  /// Returns true if most notes begin twice: two players, an echo, or a click in the microphone.
  ///
  /// - Parameters:
  ///   - notes: The notes of the score.
  ///   - onsets: All attacks that were heard, in order.
  /// - Returns: Whether more than half of the notes with an attack have another one.
  static func isDoubled(_ notes: [Note], by onsets: [Onset]) -> Bool {
    let starts = notes.compactMap { $0.played }.filter { $0.hasAttack }.map { $0.onset }.sorted()
    guard starts.count >= fewestDoubled, onsets.count >= starts.count * 3 / 2 else { return false }
    var doubled = 0
    var low = 0
    for (index, start) in starts.enumerated() {
      let from = index > 0 ? starts[index - 1] + near : -.infinity
      let to = index + 1 < starts.count ? starts[index + 1] - near : .infinity
      while low < onsets.count, onsets[low].time < start - second.upperBound { low += 1 }
      let around = onsets[low...].prefix { $0.time <= start + second.upperBound }
      let own = around.first { ($0.time - start).magnitude <= near }?.level ?? .infinity
      let hasOther = around.contains { onset in
        second.contains((onset.time - start).magnitude) && onset.time > from && onset.time < to
          && onset.level >= own - quietest
      }
      if hasOther { doubled += 1 }
    }
    return 2 * doubled > starts.count
  }
}

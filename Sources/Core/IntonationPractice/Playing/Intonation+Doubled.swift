internal import OnsetDetection

extension Intonation {
  /// The fewest notes with an attack that tell whether they begin twice.
  private static let fewestDoubled = 8
  /// How long after an attack a second one may be, in seconds: two attacks nearer than that are one
  /// for the detector, and later ones are notes of their own.
  private static let second = 0.045...0.25
  /// The time around the attack of a note of the score in which an attack is that note, in seconds.
  private static let near = 0.03
  /// How much quieter than the first a second attack may be, in decibels.
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
    var next = 0
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] - near : .infinity
      while next < onsets.count, onsets[next].time < start - near { next += 1 }
      var later = next
      var first: Onset?
      while later < onsets.count, onsets[later].time < min(end, start + second.upperBound) {
        let onset = onsets[later]
        if (onset.time - start).magnitude <= near, first == nil { first = onset }
        if let first, onset.time - start >= second.lowerBound,
          onset.level >= first.level - quietest
        {
          doubled += 1
          break
        }
        later += 1
      }
    }
    return 2 * doubled > starts.count
  }
}

internal import SignalProcessing

/// The notes that a ``ChordNetwork`` hears: the peaks of its odds.
struct NotePeaks: Sendable {
  /// A peak: its frequency in hertz, and the natural logarithm of its odds.
  struct Peak: Sendable {
    var frequency = 0.0
    var nats = 0.0
  }

  /// The largest number of notes.
  static let mostCount = 6

  /// The likeliest peaks, from the lowest frequency; the first ``count`` are used.
  private(set) var peaks = [Peak](repeating: Peak(), count: mostCount)
  private(set) var count = 0

  /// Lists the peaks above a threshold.
  ///
  /// - Parameters:
  ///   - nats: Of each line, as ``ChordNetwork/nats``.
  ///   - threshold: The least odds of a note, as a natural logarithm.
  mutating func find(in nats: [Float], above threshold: Float) {
    count = 0
    for line in 1..<(nats.count - 1) {
      let (before, here, after) = (nats[line - 1], nats[line], nats[line + 1])
      guard here > threshold, here >= before, here > after else { continue }
      let bend = Double(before - 2 * here + after)
      let shift = bend < 0 ? min(0.5, max(-0.5, 0.5 * Double(before - after) / bend)) : 0
      insert(
        Peak(
          frequency: LineScale.frequency(of: Double(line) + shift), nats: Double(here)))
    }
  }

  private mutating func insert(_ peak: Peak) {
    if count < peaks.count {
      peaks[count] = peak
      count += 1
      return
    }
    var weakest = 0
    for index in 1..<count where peaks[index].nats < peaks[weakest].nats { weakest = index }
    guard peak.nats > peaks[weakest].nats else { return }
    for index in weakest..<(count - 1) { peaks[index] = peaks[index + 1] }
    peaks[count - 1] = peak
  }
}

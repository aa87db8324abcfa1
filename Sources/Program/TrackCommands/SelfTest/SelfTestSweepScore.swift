import CommandKit
import PitchEstimation
import SignalProcessing

/// What a tracker makes of one tone of the sweep.
///
/// The median is that of all readings. One by one count those after the first ``settling`` seconds, and before the last
/// where the tone fades.
package struct SelfTestSweepScore {
  /// In seconds.
  static let settling = 0.1
  /// How far off the median may be, in cents.
  static let largestMedian = 1.0
  /// How far off any reading may be that counts one by one, in cents.
  static let largestError = 1.0

  let tone: SelfTestSweep.Tone
  /// In cents; `nil` without a pitch.
  package let median: Double?
  /// The reading that is farthest off, in cents and in seconds; `nil` without a pitch.
  package private(set) var worst: (cents: Double, time: Double)?
  /// The readings that count one by one.
  private(set) var tally = SelfTestTally()

  init(of tone: SelfTestSweep.Tone, readings: [PitchReading]) {
    self.tone = tone
    let errors = readings.compactMap { tone.error(of: $0) }.sorted()
    median = errors.isEmpty ? nil : errors[errors.count / 2]
    let end = SelfTestSweep.Tone.duration - (tone.manner == .faded ? Self.settling : 0)
    for reading in readings where (Self.settling...end).contains(reading.time) {
      let error = tone.error(of: reading)
      tally.add(error)
      if let error, error.magnitude > worst?.cents.magnitude ?? -1 {
        worst = (error, reading.time)
      }
    }
  }

  /// Whether the median or a reading is too far off, or a reading is unvoiced.
  package var isFault: Bool {
    guard let median, let worst, tally.voicedCount == tally.count else { return true }
    return median.magnitude > Self.largestMedian || worst.cents.magnitude > Self.largestError
  }
}

extension SelfTestSweepScore: CustomStringConvertible {
  /// One line, for a tone at fault.
  package var description: String {
    let unvoiced = tally.count - tally.voicedCount
    let median = median.map { $0.signed(decimals: 1) + " cents" } ?? "no pitch"
    let worst =
      worst.map {
        ", worst \($0.cents.signed(decimals: 1)) at \($0.time.formatted(decimals: 2)) s"
      } ?? ""
    return "wrong: \(tone): \(median)\(worst), \(unvoiced) of \(tally.count) readings unvoiced"
  }
}

/// The scores of all tones of a sweep together.
package struct SelfTestSweepSummary {
  package private(set) var toneCount = 0
  package private(set) var faultCount = 0
  private var tally = SelfTestTally()
  private var worst: SelfTestSweepScore?

  /// Creates the summary of no tones.
  package init() {}

  package mutating func add(_ score: SelfTestSweepScore) {
    toneCount += 1
    faultCount += score.isFault ? 1 : 0
    tally.add(score.tally)
    let size = score.worst?.cents.magnitude ?? -1
    if size > worst?.worst?.cents.magnitude ?? -1 { worst = score }
  }

  /// Three lines, which begin with the method.
  package func text(method: String) -> String {
    let shares = [1.0, 5].map { limit in
      "\((100 * tally.share(within: limit)).formatted(decimals: 3)) % within \(Int(limit))"
    }
    var lines = [
      "\(faultCount) of \(toneCount) swept tones wrong",
      "\(tally.count) readings after \(SelfTestSweepScore.settling) s, "
        + shares.joined(separator: " and ") + " cents, \(tally.count - tally.voicedCount) unvoiced",
    ]
    if let worst, let reading = worst.worst {
      lines.append(
        "worst reading \(reading.cents.signed(decimals: 3)) cents at "
          + "\(reading.time.formatted(decimals: 2)) s: \(worst.tone)")
    }
    return lines.map { "\(method): \($0)\n" }.joined()
  }
}

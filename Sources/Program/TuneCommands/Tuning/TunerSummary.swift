import CommandKit
import InstrumentTuning

/// What a file comes to, for the line that stays when the screen has gone.
struct TunerSummary: Hashable, Sendable {
  private var noteCount = 0
  private var cents = RunningStatistics()
  private var duration = 0.0
  private var timeInTune = 0.0

  mutating func add(_ notes: [HeardNote]) {
    for note in notes {
      noteCount += 1
      cents.merge(
        RunningStatistics(
          count: note.readingCount, mean: note.meanCents, standardDeviation: note.spread))
      duration += note.duration
      timeInTune += note.timeInTune
    }
  }

  /// For example `song.wav: 12 notes in 0:35, mean +1.2 cents, spread 4.0 cents, in tune 85 % of the time.`
  ///
  /// - Parameters:
  ///   - name: What the source is called.
  ///   - time: How long it was, in seconds.
  /// - Returns: One line.
  func text(name: String, time: Double) -> String {
    let seconds = Int(max(0, time).rounded())
    let clock = "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    let count = noteCount == 1 ? "1 note" : "\(noteCount) notes"
    guard noteCount > 0 else { return "\(name): no note lasted long enough to count, in \(clock)." }
    let part = (duration > 0 ? 100 * timeInTune / duration : 0).formatted(decimals: 0)
    return "\(name): \(count) in \(clock), mean \(cents.mean.signed(decimals: 1)) cents, spread "
      + "\(cents.standardDeviation.formatted(decimals: 1)) cents, in tune \(part) % of the time."
  }
}

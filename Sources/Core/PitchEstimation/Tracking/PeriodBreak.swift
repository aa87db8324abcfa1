internal import SignalProcessing

/// Notices at once that a note gives way to another one: the newest sound no longer repeats with its
/// period.
///
/// A note that fades uncovers what sounds beside it, a room's hum or another partial of a bell. That
/// comes gradually, and was there before: neither is a break.
///
/// - Complexity: Some thousand operations a frame. No allocation.
struct PeriodBreak: Sendable {
  private typealias Parameters = TrackerParameters.Beginning

  /// The frequency of the note that sounds, in hertz; 0 without.
  var sounding = 0.0
  private var left = 0.0  // that of the note before the break, in hertz
  private let sampleRate: Double
  private let calmCount: Int
  private var sinceCalm = Int.max  // frames since the sound repeated with the period of the note

  /// - Parameters:
  ///   - hopDuration: The time from frame to frame, in seconds.
  ///   - sampleRate: Samples per second, in hertz.
  init(hopDuration: Double, sampleRate: Double) {
    self.sampleRate = sampleRate
    calmCount = Int((Parameters.suddenness / hopDuration).rounded())
  }

  /// Hears the next frame.
  ///
  /// - Parameters:
  ///   - samples: Its samples.
  ///   - isKnown: Whether it may go on with a break that was noticed before.
  /// - Returns: `true` if the newest of them no longer repeat with the period of the note.
  mutating func hear(_ samples: Span<Float>, isKnown: Bool) -> Bool {
    sinceCalm = min(calmCount, sinceCalm) + 1
    guard sounding > 0 else { return false }
    // After one period, a semitone is still alike; after two, a fifth is.
    let most = (sounding * Parameters.comparison).rounded(.down)
    let share = min(
      repeatingShare(of: samples, at: sounding), repeatingShare(of: samples, at: sounding / most))
    if share > Parameters.calmShare { sinceCalm = 0 }
    guard share < Parameters.brokenShare, isKnown || sinceCalm <= calmCount else { return false }
    if !isKnown { left = sounding }
    return true
  }

  /// Returns `true` if a frequency, in hertz, is not that of the note before the break.
  func isAnother(_ frequency: Double) -> Bool {
    (frequency / left - 1).magnitude > Parameters.leastChange
  }

  /// Returns `true` if, besides, the oldest samples of a frame do not repeat with its period.
  func isAnother(_ frequency: Double, in samples: Span<Float>) -> Bool {
    // Of the 96 ms of a live tuner, twice what is compared, and a little more.
    let oldest = samples.extracting(0..<(samples.count * 2 / 7))
    return isAnother(frequency)
      && repeatingShare(of: oldest, at: frequency) < Parameters.brokenShare
  }

  /// The share of the power of the last samples that repeats with the period of a frequency in hertz:
  /// 0 for independent ones; 1 if it is too low to tell.
  private func repeatingShare(of samples: Span<Float>, at frequency: Double) -> Double {
    let (lag, count) = (sampleRate / frequency, Parameters.comparison * sampleRate)
    guard lag + count < Double(samples.count) else { return 1 }
    let (first, back) = (samples.count - Int(count), Int(lag.rounded()))
    // One by one: vectors would be more code, for a hundredth of the work of a frame.
    var (common, both): (Float, Float) = (0, 1e-12)
    for index in first..<samples.count {
      let (now, before) = (samples[index], samples[index - back])
      common += 2 * now * before
      both += now * now + before * before
    }
    return Double(common / both)
  }
}

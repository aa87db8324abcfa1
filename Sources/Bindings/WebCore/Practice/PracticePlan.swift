internal import IntonationPractice
internal import Metronome

/// How the times of a playing are judged, as the page has chosen it.
struct PracticePlan {
  /// Whether early and late are told at all.
  var isTimed = false
  /// The tempo at the start, in quarter notes per minute; `nil` for that of the score, or else that of
  /// the player.
  var tempo: Double?
  /// Whether clicks sound meanwhile.
  var hasClick = false
  /// The bars without a click.
  var rests = BarRests.none
  /// When the score starts on the clock of what is heard, in seconds; `nil` without a click.
  var clickStart: Double?
  /// The latency of loudspeaker and microphone, which is in `clickStart`, and its spread, in seconds;
  /// `nil` if it is not known.
  var latency: (value: Double, spread: Double)?

  /// The plan for the times, with the click as it was heard, if it was.
  func timing(clickDelay: Double?) -> TimingPlan {
    TimingPlan(
      tempo: tempo, clickStart: clickStart.map { $0 + (clickDelay ?? 0) },
      isLatencyKnown: latency != nil || clickDelay != nil)
  }
}

/// The clicks beside a score: a bar that counts in, and each beat.
struct PracticeClicks {
  /// A click of a score.
  struct Click {
    /// In seconds from the start of the score; negative in the count-in.
    var time: Double
    var isStrong: Bool
    var isCountIn: Bool
  }

  /// The largest number of clicks: three hours at 80 a minute.
  static let most = 16_384

  let all: [Click]

  /// Creates the clicks of a score, one for each beat that is not in a silent bar.
  ///
  /// Before a pickup, more than a bar counts in, so that the score starts at its place in the bar.
  init(_ score: PracticeScore, clock: ScoreClock, rests: BarRests) {
    var clicks: [Click] = []
    func add(from start: Double, to end: Double, beat: Double, isCountIn: Bool) {
      // Beats are counted from the bar line, which is before a pickup.
      var index = 0
      while start + Double(index) * beat < end - 1e-6, clicks.count < Self.most {
        let quarter = start + Double(index) * beat
        clicks.append(
          Click(
            time: clock.seconds(atQuarter: quarter), isStrong: index == 0, isCountIn: isCountIn))
        index += 1
      }
    }
    for (index, bar) in score.bars.enumerated() {
      let meter = bar.meter ?? .common
      let line = bar.onset - bar.lead
      if index == 0 {
        let first = line - meter.length
        add(from: first, to: line, beat: meter.beat, isCountIn: true)
        add(from: line, to: bar.onset, beat: meter.beat, isCountIn: true)
      }
      guard !rests.isSilent(bar: index) else { continue }
      let before = clicks.count
      add(from: line, to: bar.onset + bar.length, beat: meter.beat, isCountIn: false)
      let start = clock.seconds(atQuarter: bar.onset) - 1e-6
      clicks[before...].removeAll { $0.time < start }
    }
    all = clicks
  }

  /// Returns the times on the clock of what is heard.
  ///
  /// - Parameters:
  ///   - start: When the score starts.
  ///   - isCountIn: Whether those that count in, or the others.
  /// - Returns: In seconds, in order.
  func times(from start: Double, isCountIn: Bool) -> [Double] {
    all.filter { $0.isCountIn == isCountIn }.map { start + $0.time }
  }
}

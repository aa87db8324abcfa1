/// What to work on first.
public enum TimingAdvice: Sendable, Hashable {
  /// Too few notes for a tempo.
  case tooFew
  /// It was played twice as fast as asked for, or half.
  case otherTempo(multiple: Double)
  /// The player left the click, at this tempo.
  case leftClick(tempo: Double)
  /// The latency changed once: from this bar on everything is later (positive) or earlier, in
  /// milliseconds.
  case latencyChanged(Double, bar: BarNumber?)
  /// The player's own beat jumps at this bar, by these milliseconds.
  case jumps(Double, bar: BarNumber?)
  /// The tempo moves with the music.
  case rubato
  /// The tempo changes from the start to the end.
  case drifts(from: Double, to: Double)
  /// The tempo is another one than was asked for.
  case tempo(Double, wanted: Double)
  /// Notes are early (negative) or late on average, in milliseconds; most on a beat, if that is
  /// certain.
  case late(Double, mostOn: Double?)
  /// Notes are uneven, by this spread in milliseconds.
  case uneven(Double)
  /// One place in the bar is early (negative) or late, in milliseconds.
  case leans(beat: Double, late: Double)
  /// Second eighths come at this share of the beat, which was not expected.
  case swings(share: Double)
  /// One note is early (negative) or late, in milliseconds: its index in the score, its bar and beat
  /// as far as they are known, and how many others are more than 20 ms off.
  case note(Int, late: Double, bar: BarNumber?, beat: Double?, others: Int)
  /// All notes are within 20 ms of the beat; their spread in milliseconds.
  case steady(Double)
}

extension Timing {
  /// How early or late a good note may be, in milliseconds.
  package static var tolerance: Double { 20 }

  /// What to work on first: the largest fault; ``TimingAdvice/steady(_:)`` if every note that has a
  /// time is within 20 ms of the beat.
  public var advice: TimingAdvice {
    guard let spread, tempo != nil, count >= 3 else { return .tooFew }
    return faults.max { $0.weight < $1.weight }?.advice ?? .steady(spread)
  }
}

extension TimingAdvice {
  /// The name in JSON.
  package var name: StaticString {
    switch self {
    case .tooFew: "too-few"
    case .otherTempo(let multiple): multiple > 1 ? "double-time" : "half-time"
    case .leftClick: "left-click"
    case .latencyChanged: "latency-changed"
    case .jumps: "beat-jumps"
    case .rubato: "rubato"
    case .drifts(let from, let to): to > from ? "speeds-up" : "slows-down"
    case .tempo(let tempo, let wanted): tempo > wanted ? "faster" : "slower"
    case .late(let late, _): late < 0 ? "rushes" : "drags"
    case .uneven: "uneven"
    case .leans: "leans"
    case .swings: "swings"
    case .note(_, let late, _, _, _): late < 0 ? "early-note" : "late-note"
    case .steady: "steady"
    }
  }

  /// One sentence to the player.
  public var sentence: String { sentence(note: nil) }

  /// Returns one sentence to the player.
  ///
  /// - Parameters:
  ///   - name: The name of the note that it is about; `nil` if it has none.
  ///   - isLikeRecording: Whether times are compared with those of a recording.
  /// - Returns: The sentence.
  package func sentence(note name: String?, isLikeRecording: Bool = false) -> String {
    switch self {
    case .tooFew: return "Too few notes were played in time to tell a tempo."
    case .otherTempo(let multiple):
      return multiple > 1
        ? "You played in double time: twice the tempo that was asked for."
        : "You played in half time: half the tempo that was asked for."
    case .leftClick(let tempo):
      return "You left the click: your own tempo is " + Self.text(tempo, 1) + " bpm."
    case .latencyChanged(let shift, let bar):
      return "The latency changed by " + Self.text(shift.magnitude, 0) + " ms"
        + Self.at(bar) + ": all that follows is " + (shift < 0 ? "earlier" : "later")
        + " by as much, and is judged apart."
    case .jumps(let shift, let bar):
      return "Your beat jumps by " + Self.text(shift.magnitude, 0) + " ms" + Self.at(bar)
        + ": you " + (shift < 0 ? "came in early" : "stopped")
        + ", or the recording has a gap. Each part is judged apart."
    case .rubato where isLikeRecording:
      return "Your tempo moves otherwise than that of the recording; --rubato follows yours."
    case .drifts(let from, let to) where isLikeRecording:
      return "You " + (to > from ? "speed up" : "slow down") + " beside the recording: from "
        + Self.percent(from) + " to " + Self.percent(to) + " % of its tempo."
    case .rubato:
      return "Your tempo moves with the music; --rubato follows it, or else practise with a click."
    case .drifts(let from, let to):
      return "You " + (to > from ? "speed up" : "slow down") + ": from " + Self.text(from, 1)
        + " to " + Self.text(to, 1) + " bpm."
    case .tempo(let tempo, let wanted):
      return "You play at " + Self.text(tempo, 1) + " bpm, "
        + (tempo > wanted ? "faster" : "slower") + " than " + Self.text(wanted, 1) + "."
    case .late(let late, let beat):
      return "You " + (late < 0 ? "rush" : "drag") + ": " + Self.text(late.magnitude, 0) + " ms "
        + (late < 0 ? "early" : "late") + " on average"
        + (beat.map { ", most on " + Self.place($0) } ?? "") + "."
    case .uneven(let spread):
      return "Your notes are uneven: they spread by " + Self.text(spread, 0) + " ms."
    case .leans(let beat, let late):
      return "Play " + Self.place(beat) + (late < 0 ? " later" : " earlier") + ": it comes "
        + Self.text(late.magnitude, 0) + " ms " + (late < 0 ? "early" : "late")
        + " against the other notes."
    case .swings(let share):
      return "You swing: second eighths come at " + Self.text(100 * share, 0) + " % of the beat."
    case .note(let index, let late, let bar, let beat, let others):
      return PracticeWords.note(name, index, bar: bar, beat: beat) + " comes "
        + Self.text(late.magnitude, 0) + " ms " + (late < 0 ? "early" : "late") + "; "
        + PracticeWords.others(others, off: Self.text(Timing.tolerance, 0) + " ms") + "."
    case .steady(let spread):
      return "Your time is steady: notes spread by " + Self.text(spread, 0) + " ms."
    }
  }

  /// Names a place in the bar.
  package static func place(_ beat: Double) -> String {
    let whole = (beat + 1e-3).rounded(.down)
    let rest = beat - whole
    if rest < 0.02 { return "beat " + text(whole, 0) }
    if (rest - 0.5).magnitude < 0.02 { return "the half after beat " + text(whole, 0) }
    return "beat " + text(beat, 2)
  }

  private static func percent(_ tempo: Double) -> String {
    text(100 * tempo / ScoreClock.performanceTempo, 0)
  }

  private static func at(_ bar: BarNumber?) -> String {
    bar.map { " at bar " + $0.label } ?? ""
  }

  private static func text(_ value: Double, _ decimals: Int) -> String {
    PracticeWords.number(value, decimals)
  }
}

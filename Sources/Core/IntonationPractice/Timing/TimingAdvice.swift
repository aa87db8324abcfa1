internal import DecimalText

/// What to work on first.
public enum TimingAdvice: Sendable, Hashable {
  /// Too few notes for a tempo.
  case tooFew
  /// It was played twice as fast as asked for, or half.
  case otherTempo(multiple: Double)
  /// The player left the click, at this tempo.
  case leftClick(tempo: Double)
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
  /// Nothing stands out; the spread in milliseconds.
  case steady(Double)
}

extension Timing {
  /// What to work on first: the most important thing; ``TimingAdvice/steady(_:)`` if nothing stands out.
  public var advice: TimingAdvice {
    guard let spread, let tempo, count >= 3 else { return .tooFew }
    if multiple != 1 { return .otherTempo(multiple: multiple) }
    if leftClick { return .leftClick(tempo: tempo.mean) }
    if isRubato, reference == .ownBeat { return .rubato }
    if reference != .curve, tempo.change.magnitude > 3 {
      return .drifts(from: tempo.start, to: tempo.end)
    }
    let error = spread / Double(count).squareRoot()
    if let median, median.magnitude > max(8, 3 * error) {
      let most = leaning.flatMap { $0.late * median > 0 ? $0.beat : nil }
      return .late(median, mostOn: most)
    }
    if reference == .ownBeat, let wanted = tempo.wanted,
      (tempo.mean / wanted - 1).magnitude > 0.03
    {
      return .tempo(tempo.mean, wanted: wanted)
    }
    if let leaning, leaning.late.magnitude > 0.7 * spread || spread <= 25 {
      return .leans(beat: leaning.beat, late: leaning.late)
    }
    return spread > 25 ? .uneven(spread) : .steady(spread)
  }
}

extension TimingAdvice {
  /// The name in JSON.
  package var name: StaticString {
    switch self {
    case .tooFew: "too-few"
    case .otherTempo(let multiple): multiple > 1 ? "double-time" : "half-time"
    case .leftClick: "left-click"
    case .rubato: "rubato"
    case .drifts(let from, let to): to > from ? "speeds-up" : "slows-down"
    case .tempo(let tempo, let wanted): tempo > wanted ? "faster" : "slower"
    case .late(let late, _): late < 0 ? "rushes" : "drags"
    case .uneven: "uneven"
    case .leans: "leans"
    case .steady: "steady"
    }
  }

  /// One sentence to the player.
  public var sentence: String {
    switch self {
    case .tooFew: return "Too few notes were played in time to tell a tempo."
    case .otherTempo(let multiple):
      return multiple > 1
        ? "You played in double time: twice the tempo that was asked for."
        : "You played in half time: half the tempo that was asked for."
    case .leftClick(let tempo):
      return "You left the click: your own tempo is " + Self.text(tempo, 1) + " bpm."
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

  private static func text(_ value: Double, _ decimals: Int) -> String {
    var bytes: [UInt8] = []
    guard DecimalText.append(value, decimals: decimals, to: &bytes) else { return "?" }
    return String(decoding: bytes, as: UTF8.self)
  }
}

import CommandKit
import IntonationPractice

/// The lines of a report on times.
struct TimingReport: Sendable {
  let timing: Timing
  /// What is known of the latency; `nil` if nothing was followed.
  let latency: ClickLatency?
  /// The measured latency with the names of its devices; `nil` if there is none.
  var record: LatencyRecord?
  /// Whether times are compared with those of a recording, whose tempo is 60.
  var isLikeRecording = false

  /// True if the times are worth a word: of a playing that was meant to be in time.
  ///
  /// - Parameter isWanted: Whether times were asked for.
  /// - Returns: Whether to show them.
  func isShown(_ isWanted: Bool) -> Bool { isWanted || timing.followsBeat }

  /// The lines, each with its title.
  var lines: [String] {
    var lines: [String] = []
    if let spread = timing.spread {
      let against =
        switch timing.reference {
        case .click: "against the click"
        case .ownBeat:
          isLikeRecording ? "against the recording at your tempo" : "against your own beat"
        case .curve:
          isLikeRecording
            ? "against the recording at the curve of your tempo" : "against the curve of your tempo"
        }
      let median = timing.median.map { "\(PracticeLaneView.late($0)), " } ?? ""
      lines.append("Time        \(median)spread \(spread.formatted(decimals: 0)) ms \(against)")
    } else {
      lines.append("Time        too few notes were played in time to tell a tempo")
    }
    if let latency { lines.append("            \(text(latency))") }
    if timing.entry != 0 {
      let beats = abs(timing.entry)
      lines.append(
        "            you came in \(beats) \(beats == 1 ? "beat" : "beats") "
          + "\(timing.entry > 0 ? "late" : "early"), and are judged from there on")
    }
    lines += timing.shifts.map { shift in
      "            from \(shift.bar.map { "bar \($0.label)" } ?? "note \(shift.index + 1)") on "
        + "\(shift.milliseconds.magnitude.formatted(decimals: 0)) ms "
        + "\(shift.milliseconds < 0 ? "earlier" : "later"), and judged apart"
    }
    lines += tempoLines
    if let swing = timing.swing { lines.append("Swing       \(Self.text(swing))") }
    lines += placeLines
    return lines
  }

  private func text(_ latency: ClickLatency) -> String {
    switch latency {
    case .measured: "latency \(record?.text ?? "")"
    case .heardClicks(let spread):
      "latency 0 ms ± \((1000 * spread).formatted(decimals: 1)): the microphone heard the clicks"
    case .unknown:
      """
      latency not measured: early and late are relative to your own median; run kammerton calibrate \
      --latency
      """
    }
  }

  private var tempoLines: [String] {
    guard let tempo = timing.tempo else { return [] }
    guard !isLikeRecording else { return recordingLines(tempo) }
    var line = "Tempo       \(tempo.mean.formatted(decimals: 1)) bpm"
    line += tempo.wanted.map { ", asked for \($0.formatted(decimals: 1))" } ?? ", your own"
    if tempo.change.magnitude >= 0.5 {
      line +=
        "; from \(tempo.start.formatted(decimals: 1)) to \(tempo.end.formatted(decimals: 1)) "
        + "(\(tempo.change.signed(decimals: 1)) %)"
    }
    var lines = [line]
    let certain = 3 * 60_000 * tempo.error / tempo.mean
    if let drift = tempo.drift, drift.magnitude >= max(1, certain), timing.multiple == 1 {
      lines.append(
        "            \(drift > 0 ? "behind" : "ahead") by "
          + "\(drift.magnitude.formatted(decimals: 0)) ms more every minute")
    }
    if timing.isRubato, timing.reference == .ownBeat {
      lines.append("            it moves with the music: add --rubato to follow it")
    }
    return lines
  }

  /// The tempo in percent of that of the recording.
  private func recordingLines(_ tempo: Timing.Tempo) -> [String] {
    func percent(_ tempo: Double) -> String {
      (100 * tempo / ScoreClock.performanceTempo).formatted(decimals: 1)
    }
    var line = "Tempo       \(percent(tempo.mean)) % of the recording's"
    if tempo.change.magnitude >= 0.5 {
      line += "; from \(percent(tempo.start)) to \(percent(tempo.end)) %"
    }
    guard timing.isRubato, timing.reference == .ownBeat else { return [line] }
    return [
      line, "            it moves otherwise than the recording's: add --rubato to follow yours",
    ]
  }

  private var placeLines: [String] {
    guard timing.places.count > 1, timing.places.count <= 32 else { return [] }
    var lines = ["", "Beat    notes   ms, apart from the median and the drift"]
    for place in timing.places {
      let beat = place.beat.formatted(decimals: 2)
      let name = beat.hasSuffix(".00") ? String(beat.dropLast(3)) : beat
      lines.append(
        Self.pad(name, 8) + Self.pad("\(place.count)", 8) + place.late.signed(decimals: 1)
          + (place.error.map { " ±\($0.formatted(decimals: 1))" } ?? ""))
    }
    return lines
  }

  private static func text(_ swing: Timing.Swing) -> String {
    let ratio =
      "ratio \(swing.ratio.formatted(decimals: 2)) ±\(swing.ratioError.formatted(decimals: 2))"
    return swing.isSwung
      ? ratio + ", second eighths at \((100 * swing.share).formatted(decimals: 0)) % of the beat"
      : ratio + ", straight"
  }

  static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}

extension PracticeRun.Take {
  /// The times of the playing.
  var timing: TimingReport {
    TimingReport(
      timing: session.judgement.timing, latency: session.judgement.latency, record: record,
      isLikeRecording: session.score.isPerformance)
  }
}

import CommandKit
import IntonationPractice
import MusicTheory
import Plotting

extension PracticePlot {
  /// The bars of a score, as lines of a plot.
  static func bars(of score: PracticeScore) -> [PracticePlot.Bar] {
    score.bars.map {
      PracticePlot.Bar(number: $0.number.label, start: $0.onset, beat: $0.meter?.beat ?? 0)
    }
  }
}

extension PracticeReport {
  /// A plot of the notes of the score as bars, with their cents and milliseconds.
  var notePlot: PracticePlot {
    var plot = PracticePlot(
      title: score.title, headline: headline, subtitle: noteSubtitle, notes: plotNotes,
      bars: PracticePlot.bars(of: score), centsTolerance: Intonation.tolerance,
      timeTolerance: shownTiming == nil ? nil : Timing.tolerance)
    plot.extra = extraNotes
    return plot
  }

  /// The notes that are not in the score, each beside the nearest one that is.
  private var extraNotes: [PracticePlot.Extra] {
    guard let quarter = shownTiming?.timing.tempo.map({ 60 / $0.mean }) else { return [] }
    return result.extra.compactMap { extra in
      let near = result.notes.filter { $0.played != nil }.min {
        (($0.played?.onset ?? 0) - extra.onset).magnitude
          < (($1.played?.onset ?? 0) - extra.onset).magnitude
      }
      guard let near, let onset = near.played?.onset else { return nil }
      let start = near.note.onset + (extra.onset - onset) / quarter
      return PracticePlot.Extra(
        pitch: pitch(of: extra), start: start, end: start + extra.duration / quarter)
    }
  }

  /// The pitch of a played note in the octave and the tuning of the playing, in semitones.
  private func pitch(of played: PlayedNote) -> Double {
    concertPitch.midiNumber(of: played.frequency) - 12 * Double(result.octaves)
      - result.offset / 100
  }

  private var plotNotes: [PracticePlot.Note] {
    let timing = shownTiming?.timing
    return result.notes.enumerated().map { index, note in
      // A grace note is a short one before its beat.
      let duration = note.note.isGrace ? 0.12 : note.note.duration
      let start = note.note.onset - (note.note.isGrace ? 0.12 : 0)
      var drawn = PracticePlot.Note(
        label: name(note.note),
        pitch: note.note.number + (note.note.performed?.cents ?? 0) / 100, start: start,
        end: start + duration)
      drawn.isPlayedAsOne = note.isPlayedAsOne
      guard let played = note.played else { return drawn }
      let late = timing?.notes[index].late
      let quarter = timing?.tempo.map { 60 / $0.mean }
      drawn.cents = note.cents
      drawn.late = late
      drawn.playedStart = start + (late ?? 0) / 1000 / (quarter ?? 1)
      // Without a beat only the pitch is drawn.
      drawn.playedEnd =
        quarter.map { (drawn.playedStart ?? start) + played.duration / $0 } ?? drawn.end
      if note.isWrong { drawn.wrongPitch = pitch(of: played) }
      return drawn
    }
  }

  private var noteSubtitle: String {
    var parts = [
      tuning,
      "\(result.rightCount) right, \(result.wrongCount) wrong, \(result.missingCount) missing, "
        + "\(result.extraCount) too many",
    ]
    if let spread = result.spread {
      parts.append(
        "\(result.offset.signed(decimals: 1)) cents, spread \(spread.formatted(decimals: 1))")
    }
    if let timing = shownTiming?.timing { parts.append(TimingReport.summary(timing)) }
    return parts.joined(separator: "  ·  ")
  }
}

extension TimingReport {
  /// Returns, for example, `18 ms early, spread 14 ms at 90.2 bpm`.
  static func summary(_ timing: Timing) -> String {
    let median = timing.median.map { "\(PracticeLaneView.late($0)), " } ?? ""
    let spread = timing.spread.map { "spread \($0.formatted(decimals: 0)) ms" } ?? "no beat"
    return median + spread
      + (timing.tempo.map { " at \($0.mean.formatted(decimals: 1)) bpm" } ?? "")
  }
}

extension RhythmReport {
  /// A plot of the beats as bars, with their milliseconds.
  var plot: PracticePlot {
    let score = result.rhythm.score
    let quarter = result.timing.tempo.map { 60 / $0.mean } ?? 1
    var plot = PracticePlot(
      title: title, headline: result.sentence, subtitle: TimingReport.summary(result.timing),
      notes: zip(score.notes, result.timing.notes).map { note, time in
        let end = note.onset + 0.6 * note.duration
        var drawn = PracticePlot.Note(label: "", pitch: 60, start: note.onset, end: end)
        guard time.onset != nil else { return drawn }
        let late = (time.late ?? 0) / 1000 / quarter
        drawn.late = time.late
        drawn.playedStart = note.onset + late
        drawn.playedEnd = end + late
        return drawn
      },
      bars: PracticePlot.bars(of: score), centsTolerance: Intonation.tolerance,
      timeTolerance: Timing.tolerance, hasPitch: false)
    let played = zip(score.notes, result.timing.notes).compactMap { note, time in
      time.onset.map { (quarter: note.onset, time: $0) }
    }
    plot.extra = result.rhythm.extra.compactMap { onset in
      played.min { ($0.time - onset).magnitude < ($1.time - onset).magnitude }.map { near in
        let start = near.quarter + (onset - near.time) / quarter
        return PracticePlot.Extra(pitch: 60, start: start, end: start + 0.1)
      }
    }
    return plot
  }
}

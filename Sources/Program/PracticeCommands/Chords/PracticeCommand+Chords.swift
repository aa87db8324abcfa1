import ArgumentParser
import ChordPractice
import CommandKit
import IntonationPractice
import MusicTheory

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PracticeCommand {
  /// `--chords`: scores notes that sound together.
  func runChords() async throws {
    let (score, remarks) = try chordScore()
    let concertPitch = try concertPitch(of: score.outline)
    for remark in remarks { complain(remark) }
    if let remark = try range.remark(
      on: score.allNotes, under: concertPitch, naming: names.naming)
    {
      complain(remark)
    }
    let start = Date()
    let run = ChordRun(
      score: score, concertPitch: concertPitch, naming: names.naming, recording: recording,
      microphone: device.microphone, isPlain: repetition.plain)
    let take = try await repetition.wait ? run.wait() : run.listen()
    let plan = try companion.plan(for: score.outline, time, isRecorded: true)
    let report = ChordReport(
      score: score, result: take.result,
      timing: repetition.wait
        ? nil
        : Timing(
          score.outline, onsets: take.result.onsets,
          plan: TimingPlan(
            tempo: plan.tempo, followsRubato: plan.followsRubato, swing: plan.swing)),
      isTimeWanted: companion.tempo != nil || time.isWanted,
      tuning: "A4 = \(concertPitch.frequency.formatted(decimals: 1)) Hz, "
        + temperament.name.printable,
      naming: names.naming)
    var isRecorded = true
    if history ?? (recording == nil) {
      isRecorded = PracticeRecord(
        score, take.result, timing: report.shownTiming, under: concertPitch,
        temperament: temperament.name, source: recording ?? "microphone"
      ).write(start: start)
    }
    try ByteOutput.standardOutput.write(
      (json ? report.json.line(isSpaced: true) : report.text) + "\n")
    guard take.result.spread != nil else {
      complain("No note of the score was recognised.")
      throw ExitStatus.nothingDone
    }
    guard isRecorded, take.isComplete else { throw ExitStatus.someFailed }
  }
}

extension ChordScore {
  /// The score with all notes, one after another.
  fileprivate var allNotes: PracticeScore {
    var score = outline
    score.notes = steps.flatMap { $0.notes }
    return score
  }
}

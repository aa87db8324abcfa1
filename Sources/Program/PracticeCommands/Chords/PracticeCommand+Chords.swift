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
    let ear = try chordEar()
    let start = Date()
    try await ear.listen()
    try report(ear, since: start)
  }

  private func chordEar() throws -> ChordEar {
    let (score, remarks) = try chordScore()
    let concertPitch = try concertPitch(of: score.outline)
    for remark in remarks { complain(remark) }
    if let remark = try range.remark(
      on: score.allNotes, under: concertPitch, naming: names.naming)
    {
      complain(remark)
    }
    return ChordEar(
      score: score, concertPitch: concertPitch, naming: names.naming, recording: recording,
      microphone: device.microphone, isPlain: repetition.plain, waits: repetition.wait)
  }

  private func report(_ ear: ChordEar, since start: Date) throws {
    let (score, result) = (ear.score, ear.result)
    let plan = TimingPlan(
      tempo: companion.tempo, followsRubato: time.rubato, swing: time.swing ?? .straight)
    let tuning =
      "A4 = \(ear.concertPitch.frequency.formatted(decimals: 1)) Hz, \(temperament.name.printable)"
    let report = ChordReport(
      score: score, result: result,
      timing: repetition.wait ? nil : Timing(score.outline, onsets: result.onsets, plan: plan),
      isTimeWanted: companion.tempo != nil || time.isWanted, tuning: tuning, naming: names.naming)
    var isRecorded = true
    if history ?? (recording == nil) {
      isRecorded = PracticeRecord(
        score, result, timing: report.shownTiming, under: ear.concertPitch,
        temperament: temperament.name, source: recording ?? "microphone"
      ).write(start: start)
    }
    try ByteOutput.standardOutput.write(
      (json ? report.json.line(isSpaced: true) : report.text) + "\n")
    guard result.spread != nil else {
      complain("No note of the score was recognised.")
      throw ExitStatus.nothingDone
    }
    guard isRecorded, ear.isComplete else { throw ExitStatus.someFailed }
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

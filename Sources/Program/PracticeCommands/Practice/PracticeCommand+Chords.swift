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
  /// True if chords are practised: by an option, or because they are typed.
  var isOfChords: Bool { chord.chords || isTyped }

  /// True if the score is typed chords such as `C4+E4 D4+F4`.
  private var isTyped: Bool {
    guard time.rhythm == nil, reference.path == nil, let score else { return false }
    return PracticeSource.areChords(score)
  }

  /// What chords exclude.
  func validateChords() throws {
    guard isOfChords else { return }
    let name = isTyped ? "Typed chords" : "--chords"
    let others = [
      ("--like", reference.path != nil), ("--rhythm", time.rhythm != nil),
      ("--loop", repetition.loop != nil), ("--ignore-octave", repetition.ignoreOctave),
      (
        "--click, --mute, --cues, --play and --drone",
        time.hasClick || time.cues || companion.isWanted
      ),
      ("--plot and --plot-intervals", plot != nil || plotIntervals != nil),
      ("--export", export.path != nil),
      ("--voice and --staff", isTyped && (voice != nil || chord.staff != nil)),
    ]
    if let other = others.first(where: { $0.1 }) {
      throw ValidationError("\(name) and \(other.0) exclude each other. Give one of them.")
    }
    guard !scale.isWanted else {
      throw ValidationError(
        "--octaves, --up, --down, --from and --to are for scales. Remove them.")
    }
  }

  /// The score, with remarks on what was left out or taken.
  func chordScore() throws -> (score: ChordScore, remarks: [String]) {
    let path = score ?? ""
    do {
      if isTyped { return (try ChordScore(text: Array(path.utf8)), []) }
      let notes = try PracticeSource.together(path, voice: voice, staff: chord.staff)
      var remarks = notes.score.remarks.map { "\($0)".printable }
      if voice == nil, chord.staff == nil, notes.voiceCount > 1 {
        remarks.append(
          """
          All \(notes.voiceCount) voices are heard together. For one of them, add --voice; for one hand, \
          --staff.
          """)
      }
      if notes.score.notes.contains(where: { $0.isGrace }) {
        remarks.append("Grace notes are left out.")
      }
      return (try ChordScore(notes.score), remarks)
    } catch let error as ChordScoreError {
      guard !isTyped else { throw ValidationError("\(error)") }
      throw PracticeFileError(path: path, reason: "\(error)")
    }
  }

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

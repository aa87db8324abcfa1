import ChordEstimation
import CommandKit
import InstrumentTuning
import LiveAudio
import SignalProcessing

/// Writes the chords of a source as text, until the source or the user ends it.
struct ChordLineWriter: Sendable {
  /// What is written.
  enum Form: Sendable {
    /// A line for each change.
    case lines
    /// Some lines for each chord that has ended.
    case blocks
    /// A JSON object for each report.
    case jsonLines
    /// One JSON object with all chords, and how they came about.
    case json(JSON)
  }

  let setup: ChordSetup
  let form: Form
  let hasUnicode: Bool
  var output = ByteOutput.standardOutput

  /// Runs until the source ends, the reader of the output has gone, or a signal asks to stop; none
  /// of these is an error.
  func run(_ source: any AudioSource) async throws -> TunerLineWriter.Ending {
    try await untilStopped(.stopped, closed: .heard) { try await feed(source) }
  }

  /// True if verdicts are written, on chords from their beginning to their end.
  private var isOfVerdicts: Bool {
    switch form {
    case .blocks, .json: true
    case .lines, .jsonLines: false
    }
  }

  private func feed(_ source: any AudioSource) async throws -> TunerLineWriter.Ending {
    var hasHeard = false
    var verdict = ChordVerdict()
    var shown = HeardChord()
    var feed = setup.feed(isOfVerdicts ? .whole : .recent)
    var events: [LiveEvent<ChordReport>] = []
    var peak: Float = 0
    for try await sound in source.start() {
      if case .block(let samples) = sound {
        for sample in samples { peak = max(peak, sample.magnitude) }
      }
      events.removeAll(keepingCapacity: true)
      try feed.process(sound, to: &events)
      for event in events {
        event.complain()
        guard case .reading(let report) = event else { continue }
        hasHeard = hasHeard || !report.chord.notes.isEmpty
        try write(report, after: &shown, &verdict)
      }
    }
    guard !Task.isCancelled else { return .stopped }
    switch form {
    case .json(let provenance):
      try output.write((verdict.json + provenance).line(isSpaced: true) + "\n")
    case .blocks where !verdict.ensemble.chords.isEmpty:
      try output.write("\n" + verdict.ensemble.sentence + "\n")
    case .blocks, .lines, .jsonLines: break
    }
    guard !hasHeard else { return .heard }
    let level = decibels(fromPower: Double(peak * peak))
    return .silent(level > LoudnessMonitor.quietLevel ? .noNote(peak: level) : .quiet)
  }

  private func write(
    _ report: ChordReport, after shown: inout HeardChord, _ verdict: inout ChordVerdict
  ) throws {
    let chord = report.chord
    switch form {
    case .lines:
      guard chord.isChange(from: shown), !report.isEnd else { return }
      shown = chord
      try output.write(text(chord).line + "\n")
    case .blocks where report.isVerdict:
      let intonation = verdict.ensemble.add(chord)
      let isFirst = verdict.ensemble.chords.count < 2
      try output.write(
        text(chord).block + (intonation.map { $0.line(isFirst: isFirst) + "\n" } ?? ""))
    case .jsonLines:
      let end: JSON = ["end": .bool(report.isEnd)]
      try output.write((chord.json + end).line() + "\n")
    case .json where report.isVerdict: verdict.append(chord)
    case .blocks, .json: break
    }
  }

  private func text(_ chord: HeardChord) -> ChordText {
    ChordText(chord: chord, setup: setup, hasUnicode: hasUnicode)
  }
}

extension ChordReport {
  /// True at the end of a chord that was more than what is left of another one.
  fileprivate var isVerdict: Bool { isEnd && !chord.isRest && !chord.isBrief }
}

extension HeardChord {
  /// True for another chord, and for one of whose notes one has moved by a cent or more.
  func isChange(from before: HeardChord) -> Bool {
    guard number == before.number, notes.count == before.notes.count else { return true }
    return zip(notes, before.notes).contains { ($0.cents - $1.cents).magnitude >= 1 }
  }
}

import AudioDevices
import AudioFiles
import ChordEstimation
import ChordPractice
import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import MusicTheory

/// Hears the microphone or a recording of somebody who plays chords.
struct ChordRun: Sendable {
  let score: ChordScore
  let concertPitch: ConcertPitch
  let naming: PracticeNaming
  /// The path of a recording; `nil` for the microphone.
  let recording: String?
  /// The microphone; a name or a number.
  let microphone: String?
  let isPlain: Bool
  private let interruption = Interruption()

  init(
    score: ChordScore, concertPitch: ConcertPitch, naming: PracticeNaming, recording: String?,
    microphone: String?, isPlain: Bool
  ) {
    (self.score, self.concertPitch, self.naming) = (score, concertPitch, naming)
    (self.recording, self.microphone, self.isPlain) = (recording, microphone, isPlain)
  }

  /// What was played.
  struct Take: Sendable {
    var result: ChordResult
    /// True if the player went to the end, or stopped.
    var isComplete = true
  }

  /// Listens to the end: of the recording, with Ctrl-C, or after some seconds of silence.
  func listen() async throws -> Take {
    let prompter = Prompter(isPlain: isPlain)
    if recording == nil {
      prompter.tell("Play \(beginning), and stop for some seconds at the end, or press Ctrl-C.")
    }
    var record = ToneRecord()
    var listener = ChordListener(
      concertPitch: concertPitch, spelling: score.outline.spelling,
      hopDuration: ChordHearing.hop)
    try await hear { event in
      record.add(event)
      guard recording == nil, case .notes(let reading) = event else { return true }
      if listener.update(reading), !listener.chord.notes.isEmpty {
        let notes = listener.chord.notes.map { naming.name($0.midiNumber, in: score.outline) }
        prompter.tell(notes.joined(separator: " "))
      }
      guard let last = record.lastSound else { return true }
      return record.time - last < PracticeListener.usualPause
    }
    prompter.clear()
    return Take(result: ChordResult(score, record.sounds(), concertPitch: concertPitch))
  }

  /// Waits for each step.
  func wait() async throws -> Take {
    let prompter = Prompter(isPlain: isPlain)
    let key = recording == nil ? EnterKey() : nil
    var waiting = ChordWaiting(score, under: concertPitch)
    prompter.tell(prompt(waiting) + (key?.isAvailable == true ? " Enter skips it." : ""))
    try await hear { event in
      if key?.take() == true, let next = waiting.next {
        waiting.skip()
        prompter.tell("\(name(next)) skipped. \(prompt(waiting))")
      }
      if let answer = waiting.take(event) { prompter.tell(text(answer, waiting)) }
      return !waiting.isFinished
    }
    prompter.clear()
    if waiting.wrongCount > 0 || waiting.skippedCount > 0 {
      complain("Wrong chords: \(waiting.wrongCount). Skipped: \(waiting.skippedCount).")
    }
    if let next = waiting.next {
      complain(
        """
        The score still waits for chord \(waiting.position + 1) of \(score.steps.count), \
        \(name(next))\(bar(next)).
        """)
    }
    return Take(
      result: waiting.result, isComplete: interruption.isRequested || waiting.isFinished)
  }

  /// Passes on what is heard, while more is wanted.
  private func hear(_ process: (ChordHearing.Event) -> Bool) async throws {
    let source: any AudioSource =
      if let recording {
        SilencedSource(recording: recording, "scored")
      } else {
        SavedSettings.load().microphone(named: microphone)
      }
    let watcher = recording == nil ? interruption.watchSignals(stopping: source) : nil
    defer { withExtendedLifetime(watcher) {} }
    let live = Live(source: source) { try ChordHearing(sampleRate: $0) }
    for try await event in live {
      switch event {
      case .reading(let heard): if !process(heard) { return }
      case .started: break
      case .skipped, .dropped, .lost, .retrying, .resumed, .ended:
        if let notice = event.notice { complain(notice.text) }
      }
    }
  }

  private func text(_ answer: ChordWaiting.Answer, _ waiting: ChordWaiting) -> String {
    switch answer {
    case .right(let index):
      let cents = waiting.steps[index].notes.map { note in
        name(note.note) + (note.cents.map { " \($0.signed(decimals: 0))" } ?? " ?")
      }
      return "Right: \(cents.joined(separator: ", ")) cents. \(prompt(waiting))"
    case .wrong(let missing, let others):
      let step = waiting.next
      let lacking = missing.compactMap { place in step.map { name($0.notes[place]) } }
      var parts: [String] = []
      if !others.isEmpty {
        parts.append(
          "Not that: \(others.map { naming.name($0, in: score.outline) }.joined(separator: ", ")).")
      }
      if !lacking.isEmpty { parts.append("Missing: \(lacking.joined(separator: ", ")).") }
      return (parts + [prompt(waiting)]).joined(separator: " ")
    }
  }

  /// For example `Play C4+E4+G4, bar 2 (3 of 15).`
  private func prompt(_ waiting: ChordWaiting) -> String {
    guard let step = waiting.next else { return "That was the last chord." }
    return "Play \(name(step))\(bar(step)) (\(waiting.position + 1) of \(score.steps.count))."
  }

  private func bar(_ step: ChordScore.Step) -> String {
    score.outline.place(atQuarter: step.onset).map { ", bar \($0.bar.label)" } ?? ""
  }

  private func name(_ note: PracticeNote) -> String { naming.name(note, in: score.outline) }

  private func name(_ step: ChordScore.Step) -> String {
    step.notes.map { name($0) }.joined(separator: "+")
  }

  private var beginning: String {
    score.steps.prefix(6).map { name($0) }.joined(separator: " ")
      + (score.steps.count > 6 ? " ..." : "")
  }
}

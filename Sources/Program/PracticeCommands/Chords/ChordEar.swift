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
final class ChordEar {
  let score: ChordScore
  let concertPitch: ConcertPitch
  private let naming: PracticeNaming
  /// The path of a recording; `nil` for the microphone.
  private let recording: String?
  /// The microphone; a name or a number.
  private let microphone: String?
  private let prompter: Prompter
  private let interruption = Interruption()
  /// The key that skips a chord; `nil` if none is waited for.
  private let key: EnterKey?
  /// The score that waits; `nil` if it does not.
  private var waiting: ChordWaiting?
  private var record = ToneRecord()
  private var listener: ChordListener

  init(
    score: ChordScore, concertPitch: ConcertPitch, naming: PracticeNaming, recording: String?,
    microphone: String?, isPlain: Bool, waits: Bool
  ) {
    (self.score, self.concertPitch, self.naming) = (score, concertPitch, naming)
    (self.recording, self.microphone) = (recording, microphone)
    prompter = Prompter(isPlain: isPlain)
    key = waits && recording == nil ? EnterKey() : nil
    waiting = waits ? ChordWaiting(score, under: concertPitch) : nil
    listener = ChordListener(
      concertPitch: concertPitch, spelling: score.outline.spelling,
      hopDuration: ChordHearing.hop)
  }

  /// What was played.
  var result: ChordResult {
    waiting?.result ?? ChordResult(score, record.sounds(), concertPitch: concertPitch)
  }

  /// True if the player went to the end, or stopped.
  var isComplete: Bool { waiting?.isFinished != false || interruption.isRequested }

  /// Listens to the end: of the recording or the score, with Ctrl-C, or after some seconds of silence.
  func listen() async throws {
    invite()
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
      guard take(event) else { break }
    }
    finish()
  }

  private func invite() {
    if let waiting {
      prompter.tell(prompt(waiting) + (key?.isAvailable == true ? " Enter skips it." : ""))
    } else if recording == nil {
      prompter.tell("Play \(beginning), and stop for some seconds at the end, or press Ctrl-C.")
    }
  }

  /// Takes what happens; false if nothing more is wanted.
  private func take(_ event: LiveEvent<ChordHearing.Event>) -> Bool {
    guard case .reading(let heard) = event else {
      if let notice = event.notice { complain(notice.text) }
      return true
    }
    return waiting == nil ? add(heard) : answer(heard)
  }

  private func add(_ heard: ChordHearing.Event) -> Bool {
    record.add(heard)
    guard recording == nil, case .notes(let reading) = heard else { return true }
    if listener.update(reading), !listener.chord.notes.isEmpty {
      let notes = listener.chord.notes.map { naming.name($0.midiNumber, in: score.outline) }
      prompter.tell(notes.joined(separator: " "))
    }
    return record.lastSound.map { record.time - $0 < PracticeListener.usualPause } ?? true
  }

  private func answer(_ heard: ChordHearing.Event) -> Bool {
    guard var score = waiting else { return false }
    if key?.take() == true, let next = score.next {
      score.skip()
      prompter.tell("\(name(next)) skipped. \(prompt(score))")
    }
    if let answer = score.take(heard) { prompter.tell(text(answer, score)) }
    waiting = score
    return !score.isFinished
  }

  private func finish() {
    prompter.clear()
    guard let waiting else { return }
    if waiting.wrongCount > 0 || waiting.skippedCount > 0 {
      complain("Wrong chords: \(waiting.wrongCount). Skipped: \(waiting.skippedCount).")
    }
    guard let next = waiting.next else { return }
    complain(
      """
      The score still waits for chord \(waiting.position + 1) of \(score.steps.count), \
      \(name(next))\(bar(next)).
      """)
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

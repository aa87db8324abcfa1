import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import MusicTheory
import PitchEstimation

/// `kammerton practice --wait`: the score waits for the right note.
struct WaitSession {
  /// What was played, and how far.
  struct Result {
    var notes: [PlayedNote] = []
    var score: WaitingScore
  }

  let score: PracticeScore
  let concertPitch: ConcertPitch
  let naming: PracticeNaming
  let prompter: Prompter
  /// Whether a note is right in any octave.
  var ignoresOctaves = false
  var interruption = Interruption()
  /// The key that skips a note; `nil` for recordings.
  var skipKey: EnterKey?

  /// Runs until the last note, the end of the source, or a signal.
  func run(_ source: any AudioSource) async throws -> Result {
    var practice = WaitPractice(score, under: concertPitch, ignoresOctaves: ignoresOctaves)
    var notes: [PlayedNote] = []
    let hint = skipKey?.isAvailable == true ? " Enter skips it." : ""
    prompter.tell(prompt(practice.waiting) + hint)
    let playing = FollowedPlaying(
      score: score, concertPitch: concertPitch, interruption: interruption)
    try await playing.run(source) { event in
      if skipKey?.take() == true, let next = practice.waiting.next {
        practice.skip()
        prompter.tell("\(name(next)) skipped. \(prompt(practice.waiting))")
      }
      switch event {
      case .pitch(let pitch): tell(practice.take(pitch), practice.waiting)
      case .note(let note):
        notes.append(note)
        tell(practice.take(note), practice.waiting)
      case .silence(let seconds): practice.take(silence: seconds)
      }
      return !practice.isOver
    }
    prompter.clear()
    return Result(notes: notes, score: practice.waiting)
  }

  private func tell(_ answer: WaitingScore.Answer?, _ score: WaitingScore) {
    switch answer {
    case .right(let index, let cents):
      let name = name(self.score.notes[index])
      prompter.tell("\(name) right, \(Self.deviation(cents)). \(prompt(score))")
    case .octave(let octaves):
      let distance = abs(octaves) == 1 ? "an octave" : "\(abs(octaves)) octaves"
      prompter.tell(
        "Right note, but \(distance) too \(octaves > 0 ? "high" : "low"). \(prompt(score))")
    case .wrong(let number):
      prompter.tell("Not that: \(naming.name(number, in: self.score)). \(prompt(score))")
    case nil: break
    }
  }

  /// For example `Play E4, bar 2 (3 of 15).`
  private func prompt(_ score: WaitingScore) -> String {
    guard let note = score.next else { return "That was the last note." }
    let bar = self.score.place(atQuarter: note.onset).map { ", bar \($0.bar)" } ?? ""
    let grace = note.isGrace ? ", a grace note, or the next" : ""
    let count = "\(score.position + 1) of \(self.score.notes.count)"
    return "Play \(name(note))\(grace)\(bar) (\(count))."
  }

  private func name(_ note: PracticeNote) -> String { naming.name(note.midiNumber, in: score) }

  /// For example `12 cents sharp`.
  static func deviation(_ cents: Double) -> String {
    let amount = Int(cents.magnitude.rounded())
    guard amount > 0 else { return "in tune" }
    return "\(amount) cent\(amount == 1 ? "" : "s") \(cents > 0 ? "sharp" : "flat")"
  }
}

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
    var result = Result(
      score: WaitingScore(score, under: concertPitch, ignoresOctaves: ignoresOctaves))
    prompter.tell(prompt(result.score) + (skipKey?.isAvailable == true ? " Enter skips it." : ""))
    var (isOver, lastStart) = (false, 0.0)
    let playing = FollowedPlaying(
      score: score, concertPitch: concertPitch, interruption: interruption)
    try await playing.run(source) { event in
      if skipKey?.take() == true, !result.score.isFinished {
        let name = result.score.next.map { self.name($0) } ?? ""
        result.score.skip()
        prompter.tell("\(name) skipped. \(prompt(result.score))")
      }
      switch event {
      case .pitch(let pitch):
        lastStart = pitch.start
        tell(result.score.take(pitch), result.score)
      case .note(let note):
        result.notes.append(note)
        tell(result.score.take(note), result.score)
        // The last note counts in full: with its end.
        isOver = result.score.isFinished && note.onset + note.duration >= lastStart
      case .silence(let seconds):
        isOver = result.score.isFinished && (isOver || seconds > 1)
      }
      return !isOver
    }
    prompter.clear()
    return result
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

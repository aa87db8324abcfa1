import CommandKit
import IntonationPractice
import MusicTheory
import Synchronization

/// Shows what happens while somebody practises.
protocol PracticeDisplay: Sendable {
  /// Says what to play, before the microphone is open.
  func invite(_ session: PracticeSession)
  /// The microphone listens.
  func begin()
  /// Something has happened to the playing.
  func show(_ event: PracticeSession.Event, _ session: PracticeSession)
  /// Takes the pitch that sounds, in hertz; `nil` for silence.
  func show(pitch: Double?)
  /// Something is to be told of the sound, as when the microphone is lost or back.
  func show(_ notice: SoundNotice)
  /// Nothing more is heard.
  func end()
}

extension PracticeDisplay {
  func invite(_ session: PracticeSession) {}
  func begin() {}
  func show(pitch: Double?) {}
  func show(_ notice: SoundNotice) { complain(notice.text) }
  func end() {}
}

/// Shows nothing, as for recordings.
struct NoDisplay: PracticeDisplay {
  func show(_ event: PracticeSession.Event, _ session: PracticeSession) {}
}

/// A line for each note on standard error, for screen readers and for pipes.
struct PracticeLines: PracticeDisplay {
  let naming: PracticeNaming

  func begin() { complain("Play, and stop for some seconds at the end, or press Ctrl-C.") }

  func show(_ event: PracticeSession.Event, _ session: PracticeSession) {
    guard case .heard = event, session.notes.count <= PracticeScore.mostLive,
      let result = session.judgement.result
    else { return }
    guard let last = result.notes.lastIndex(where: { $0.played == session.notes.last }) else {
      complain("a note that is not in the score")
      return
    }
    let name = naming.name(result.notes[last].note, in: session.score)
    complain("\(name): \(PracticeLaneView.words(LaneState.Played(session.judgement, at: last)))")
  }
}

/// The newest note, or the number of sounds of a rhythm, in a line that changes.
struct PracticeStatus: PracticeDisplay {
  var naming = PracticeNaming()
  private let status = StatusLine()

  init(naming: PracticeNaming = PracticeNaming()) { self.naming = naming }

  func invite(_ session: PracticeSession) {
    guard session.rhythm == nil else {
      return status.show(
        session.clicks == nil
          ? "Play. Stop, or press Ctrl-C, to end."
          : "Play with the clicks after a bar of count-in. Stop, or press Ctrl-C, to end.")
    }
    let pause = session.pause ?? PracticeListener.usualPause
    status.show(
      "Play \(naming.beginning(of: session.score)) and stop for \(pause.formatted(decimals: 0)) s, "
        + "or press Ctrl-C.")
  }

  func show(_ event: PracticeSession.Event, _ session: PracticeSession) {
    guard case .heard = event else { return }
    guard session.rhythm == nil, let note = session.notes.last else {
      return status.show("\(session.onsets.count) sounds")
    }
    let near = session.concertPitch.nearestNote(to: note.frequency)
    let name = near.map { naming.name($0.midiNumber, in: session.score) } ?? ""
    status.show(
      "\(session.notes.count) of \(session.score.notes.count)   \(name)   "
        + "\(note.frequency.formatted(decimals: 1)) Hz")
  }

  func end() { status.clear() }
}

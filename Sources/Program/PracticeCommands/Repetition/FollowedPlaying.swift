import AudioDevices
import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import MusicTheory
import PitchEstimation
import SignalProcessing

/// Listens to a player who waits for answers: notes while they sound, notes that have ended, and
/// silence.
struct FollowedPlaying {
  /// What a player does.
  enum Event: Sendable {
    /// A note that sounds has its first stable pitch.
    case pitch(StableStretch)
    /// A note has ended.
    case note(PlayedNote)
    /// Nothing new, and the pitch has been absent for this many seconds.
    case silence(Double)
  }

  let score: PracticeScore
  let concertPitch: ConcertPitch
  /// Ends the playing on a signal.
  var interruption = Interruption()

  /// Runs until the source ends, the user stops it, or `take` has enough.
  ///
  /// - Parameters:
  ///   - source: The sound.
  ///   - take: Called with each event; returns false to end.
  /// - Throws: What the source throws; `EstimatorError`.
  func run(_ source: any AudioSource, _ take: (Event) -> Bool) async throws {
    let events = Live(source: source) { [score, concertPitch] sampleRate in
      FollowedAnalysis(
        try PracticeListener(
          for: score, under: concertPitch, sampleRate: sampleRate, pause: nil))
    }
    var stop = StopRule()
    for try await event in events {
      if stop.isOver(interruption) { return }
      switch event {
      case .reading(let reading):
        guard take(reading) else { return }
      case .started, .skipped, .dropped, .lost, .retrying, .resumed, .ended: event.complain()
      }
    }
  }
}

/// Notes, and the first pitches of notes that still sound.
private struct FollowedAnalysis: SampleAnalysis {
  private var listener: PracticeListener
  private var hasBlock = false

  init(_ listener: PracticeListener) { self.listener = listener }

  mutating func append(_ block: Span<Float>) {
    listener.append(block)
    hasBlock = true
  }

  mutating func next() -> FollowedPlaying.Event? {
    // Pitches come before the notes that they belong to.
    let note = listener.next()
    while let event = listener.nextPitch() {
      guard case .found(let pitch) = event else { continue }
      if let note { waiting.append(note) }
      return .pitch(pitch)
    }
    if let note { waiting.append(note) }
    if !waiting.isEmpty { return .note(waiting.removeFirst()) }
    defer { hasBlock = false }
    return hasBlock ? .silence(listener.silence) : nil
  }

  private var waiting: [PlayedNote] = []

  mutating func interrupt() { listener.interrupt() }

  mutating func finish() {
    listener.finish()
    hasBlock = true
  }

  static func delayed(_ event: FollowedPlaying.Event, by seconds: Double) -> FollowedPlaying.Event {
    switch event {
    case .pitch(var pitch):
      pitch.start += seconds
      return .pitch(pitch)
    case .note(var note):
      note.onset += seconds
      return .note(note)
    case .silence: return event
    }
  }
}

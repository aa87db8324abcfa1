import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import MusicTheory
import SignalProcessing

/// Collects the notes of a source.
struct NoteListener {
  let score: PracticeScore
  let concertPitch: ConcertPitch
  /// The silence that ends the playing, in seconds; `nil` for recordings, which end by themselves.
  let pause: Double?
  /// Ends the playing on a signal, as a pause does.
  var interruption = Interruption()

  /// Runs until the source ends, or the player pauses.
  ///
  /// - Parameters:
  ///   - source: The sound.
  ///   - report: Called with each note.
  /// - Returns: All notes.
  /// - Throws: What the source throws; `EstimatorError`.
  func run(
    _ source: any AudioSource, _ report: (PlayedNote) -> Void
  ) async throws -> [PlayedNote] {
    var notes: [PlayedNote] = []
    let events = Live(source: source) { [score, concertPitch, pause] sampleRate in
      NoteAnalysis(
        try PracticeListener(
          for: score, under: concertPitch, sampleRate: sampleRate, pause: pause))
    }
    for try await event in events {
      // The notes so far count; the one that sounds has no end.
      if interruption.isRequested { return notes }
      switch event {
      case .reading(.note(let note)):
        notes.append(note)
        report(note)
      case .reading(.paused): return notes
      case .lost(let reason): complain(reason)
      case .reading(.processed), .started, .skipped, .dropped, .retrying, .resumed, .ended: break
      }
    }
    return notes
  }
}

/// Detects notes, and reports after each block that it is processed.
private struct NoteAnalysis: SampleAnalysis {
  enum Reading: Sendable {
    case note(PlayedNote)
    case processed
    case paused
  }

  private var listener: PracticeListener
  private var hasBlock = false
  private var isOver = false

  init(_ listener: PracticeListener) { self.listener = listener }

  mutating func append(_ block: Span<Float>) {
    listener.append(block)
    hasBlock = true
  }

  mutating func next() -> Reading? {
    if isOver { return nil }
    if let note = listener.next() { return .note(note) }
    if listener.hasPaused {
      isOver = true
      return .paused
    }
    defer { hasBlock = false }
    return hasBlock ? .processed : nil
  }

  mutating func finish() { listener.finish() }

  static func delayed(_ reading: Reading, by seconds: Double) -> Reading {
    guard case .note(var note) = reading else { return reading }
    note.onset += seconds
    return .note(note)
  }
}

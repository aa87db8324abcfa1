import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import MusicTheory
import OnsetDetection
import SignalProcessing

/// What was heard of a player.
struct HeardPlaying: Sendable {
  /// The name of the microphone.
  var deviceName = ""
  var notes: [PlayedNote] = []
  /// The onsets of notes and of all other sounds.
  var onsets: [Onset] = []
}

/// Collects the notes of a source.
struct NoteListener {
  let score: PracticeScore
  let concertPitch: ConcertPitch
  /// The silence that ends the playing, in seconds; `nil` for recordings, which end by themselves.
  let pause: Double?
  /// Ends the playing on a signal, as a pause does; its source has been stopped then.
  var interruption = Interruption()
  /// Called with the first sound of the source, of whatever level.
  var onStart: () -> Void = {}
  /// Called with each onset, up to 0.4 s after it.
  var onOnset: (Onset) -> Void = { _ in }
  /// Called with each block, with the pitch that sounds, in hertz.
  var onPitch: (Double?) -> Void = { _ in }
  /// Called with what is to be told of the sound, as when the microphone is lost or back.
  var onNotice: (SoundNotice) -> Void = { complain($0.text) }

  /// Runs until the source ends, or the player pauses.
  ///
  /// - Parameters:
  ///   - source: The sound.
  ///   - report: Called with each note.
  /// - Returns: All notes, and all onsets.
  /// - Throws: What the source throws; `EstimatorError`.
  func run(
    _ source: any AudioSource, _ report: (PlayedNote) -> Void
  ) async throws -> HeardPlaying {
    var heard = HeardPlaying()
    var hasStarted = false
    var stop = StopRule()
    let events = Live(source: source) { [score, concertPitch, pause] sampleRate in
      NoteAnalysis(
        try PracticeListener(
          for: score, under: concertPitch, sampleRate: sampleRate, pause: pause))
    }
    for try await event in events {
      if stop.isOver(interruption) { return heard }
      switch event {
      case .started(let name, _): heard.deviceName = name
      case .reading(.note(let note)):
        heard.notes.append(note)
        report(note)
      case .reading(.onset(let onset)):
        heard.onsets.append(onset)
        onOnset(onset)
      case .reading(.paused): return heard
      case .reading(.processed(let pitch)):
        onPitch(pitch)
        if !hasStarted { onStart() }
        hasStarted = true
      case .skipped, .dropped, .lost, .retrying, .resumed, .ended:
        if let notice = event.notice { onNotice(notice) }
      }
    }
    return heard
  }
}

/// Detects notes, and reports after each block that it is processed.
private struct NoteAnalysis: SampleAnalysis {
  enum Reading: Sendable {
    case note(PlayedNote)
    case onset(Onset)
    /// A block, with the pitch at its end, in hertz.
    case processed(Double?)
    case paused
  }

  private var listener: PracticeListener
  private var onsetCount = 0  // of those that were returned
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
    if onsetCount < listener.onsets.count {
      defer { onsetCount += 1 }
      return .onset(listener.onsets[onsetCount])
    }
    if listener.hasPaused {
      isOver = true
      return .paused
    }
    defer { hasBlock = false }
    return hasBlock ? .processed(listener.frequency) : nil
  }

  mutating func interrupt() { listener.interrupt() }

  mutating func finish() { listener.finish() }

  static func delayed(_ reading: Reading, by seconds: Double) -> Reading {
    switch reading {
    case .note(var note):
      note.onset += seconds
      return .note(note)
    case .onset(let onset): return .onset(OnsetDetector.delayed(onset, by: seconds))
    case .processed, .paused: return reading
    }
  }
}

import CommandIO
import IntonationPractice
import LiveAudio
import MusicTheory

/// Collects the notes of a source.
struct NoteListener {
  let score: PracticeScore
  let concertPitch: ConcertPitch
  /// A silence that ends the playing, in seconds; `nil` for recordings, which end by themselves.
  let pause: Double?
  /// Ends the playing as a pause does.
  var interruption = Interruption()

  /// Runs until the source ends, or the player pauses.
  ///
  /// - Parameters:
  ///   - source: The sound.
  ///   - report: Gets each note.
  /// - Returns: All notes.
  /// - Throws: What the source throws; `EstimatorError`.
  func run(
    _ source: any AudioSource, _ report: (PlayedNote) -> Void
  ) async throws -> [PlayedNote] {
    var notes: [PlayedNote] = []
    var listener: PracticeListener?
    func takeNotes() {
      while let note = listener?.next() {
        notes.append(note)
        report(note)
      }
    }
    for try await event in source.start() {
      if interruption.isRequested { break }
      switch event {
      case .started(_, let sampleRate):
        listener = try PracticeListener(
          for: score, under: concertPitch, sampleRate: sampleRate, pause: pause)
      case .block(let samples): listener?.append(samples.span)
      case .lost(let reason): complain(reason)
      case .ended: listener?.finish()
      case .dropped, .retrying, .resumed: break
      }
      takeNotes()
      if listener?.hasPaused == true { return notes }
    }
    listener?.finish()
    takeNotes()
    return notes
  }
}

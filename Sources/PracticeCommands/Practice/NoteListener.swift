import CommandIO
import IntonationPractice
import LiveAudio
import PitchEstimation

/// Collects the notes of a source.
struct NoteListener {
  /// How often the pitch is measured.
  static let readingsPerSecond = 100.0
  /// Where a tracker searches, in hertz.
  let range: ClosedRange<Double>
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
  /// - Throws: What the source throws; ``EstimatorError``.
  func run(
    _ source: any AudioSource, _ report: (PlayedNote) -> Void
  ) async throws -> [PlayedNote] {
    var notes: [PlayedNote] = []
    var tracker: AnyPitchTracker?
    var segmenter = NoteSegmenter()
    var lastVoiced: Double?
    func take(_ note: PitchNote?) {
      guard let note else { return }
      let played = PlayedNote(
        onset: note.onset, duration: note.duration, frequency: note.frequency, spread: note.spread)
      notes.append(played)
      report(played)
    }
    for try await event in source.start() {
      if interruption.isRequested { break }
      switch event {
      case .started(_, let sampleRate):
        let highest = min(range.upperBound, 0.4 * sampleRate)
        tracker = try AnyPitchTracker(
          .best, sampleRate: sampleRate,
          searchRange: min(range.lowerBound, highest / 2)...highest,
          hopSize: sampleRate / Self.readingsPerSecond)
      case .block(let samples): tracker?.append(samples)
      case .lost(let reason): complain(reason)
      case .ended: tracker?.finish()
      case .dropped, .retrying, .resumed: break
      }
      while let reading = tracker?.next() {
        take(segmenter.update(reading))
        if reading.isVoiced { lastVoiced = reading.time }
        guard let pause, let lastVoiced, !notes.isEmpty else { continue }
        if reading.time - lastVoiced > pause { return notes }
      }
    }
    take(segmenter.finish())
    return notes
  }
}

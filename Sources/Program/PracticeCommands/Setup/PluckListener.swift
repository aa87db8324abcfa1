import CommandIO
import InstrumentSetup
import LiveAudio
import PitchEstimation
import SignalProcessing

/// Measures plucks of a source one after another, each near the pitch that is expected next.
struct PluckListener {
  /// Where a tracker searches, in hertz.
  let range: ClosedRange<Double>
  /// Ends the measuring; what was measured counts.
  var interruption = Interruption()

  /// Runs until the source ends, or nothing more is expected.
  ///
  /// - Parameters:
  ///   - source: The sound.
  ///   - expected: The first frequency, in hertz.
  ///   - take: Gets each pluck; returns the next frequency, or `nil` to stop.
  /// - Throws: What the source throws; ``EstimatorError``.
  func run(
    _ source: any AudioSource, expecting expected: Double, _ take: (Pluck) throws -> Double?
  ) async throws {
    var meter = PluckMeter(expected: expected)
    var tracker: AnyPitchTracker?
    for try await event in source.start() {
      if interruption.isRequested { return }
      switch event {
      case .started(_, let sampleRate):
        tracker = try AnyPitchTracker(
          .best, sampleRate: sampleRate, searchRange: range, hopSize: sampleRate / 100)
      case .block(let samples): tracker?.append(samples)
      case .lost(let reason): complain(reason)
      case .ended: tracker?.finish()
      case .dropped, .retrying, .resumed: break
      }
      while let reading = tracker?.next() {
        guard
          let pluck = meter.update(time: reading.time, frequency: reading.frequency)
        else { continue }
        guard let next = try take(pluck) else { return }
        meter.expected = next
      }
    }
    if let last = meter.finish() { _ = try take(last) }
  }
}

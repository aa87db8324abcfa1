import CommandKit
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
    let events = Live(source: source) { [range] sampleRate in
      try AnyPitchTracker(
        .best, sampleRate: sampleRate, searchRange: range, hopSize: sampleRate / 100)
    }
    for try await event in events {
      if interruption.isRequested { return }
      if case .lost(let reason) = event { complain(reason) }
      guard case .reading(let reading) = event,
        let pluck = meter.update(time: reading.time, frequency: reading.frequency)
      else { continue }
      guard let next = try take(pluck) else { return }
      meter.expected = next
    }
    if let last = meter.finish() { _ = try take(last) }
  }
}

internal import PitchEstimation
internal import SignalProcessing

/// A tracker of any method: Embedded Swift has classes for this, and no existential types.
class TrackerBox {
  /// From a sample's arrival to its reading, in seconds.
  let latency: Double

  init(latency: Double) { self.latency = latency }

  var rejectedSampleCount: Int { 0 }
  func append(_ block: Span<Float>) {}
  func next() -> PitchReading? { nil }
  func finish() {}
  func setGate(_ gate: LevelGate.Threshold) {}
}

/// A tracker of one method.
final class TrackerBoxOf<Tracker: PitchTracking>: TrackerBox {
  private var tracker: Tracker

  init(_ tracker: Tracker, latency: Double) {
    self.tracker = tracker
    super.init(latency: latency)
  }

  override var rejectedSampleCount: Int { tracker.rejectedSampleCount }
  override func append(_ block: Span<Float>) { tracker.append(block) }
  override func next() -> PitchReading? { tracker.next() }
  override func finish() { tracker.finish() }
  override func setGate(_ gate: LevelGate.Threshold) { tracker.setGate(gate) }
}

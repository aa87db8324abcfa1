internal import CKammerton
internal import PitchEstimation
internal import SignalProcessing

/// A tracker, and its readings that the caller has not read yet.
final class Tracker {
  private var settings: TrackerSettings
  private var tracker: TrackerBox
  private(set) var isFinished = false
  private(set) var readings: ResultQueue<ktn_reading>

  /// - Parameters:
  ///   - settings: The settings with which ``reset()`` creates the tracker again.
  ///   - tracker: The tracker created with them.
  init(_ settings: TrackerSettings, _ tracker: TrackerBox) {
    self.settings = settings
    self.tracker = tracker
    // Room for the readings of a block, and for those that wait for the first frame.
    readings = ResultQueue(capacity: Int(2 * Double(blockSize) / settings.hop) + 64)
  }

  var latency: Double { tracker.latency }
  var rejectedSampleCount: Int { tracker.rejectedSampleCount }

  func append(_ samples: UnsafeBufferPointer<Float>) throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    samples.forEachBlock { block in
      tracker.append(block.span)
      collectReadings()
    }
  }

  func finish() throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    isFinished = true
    tracker.finish()
    collectReadings()
  }

  func reset() throws(Refusal) {
    tracker = try settings.tracker()
    readings.removeAll()
    isFinished = false
  }

  func setGate(_ gate: LevelGate.Threshold) {
    settings.gate = gate
    tracker.setGate(gate)
  }

  func read(
    _ place: UnsafeMutablePointer<ktn_reading>?, capacity: Int, count: UnsafeMutablePointer<Int>?
  ) throws(Refusal) {
    try readings.read(place, capacity: capacity, count: count)
  }

  private func collectReadings() {
    while let reading = tracker.next() { readings.append(ktn_reading(reading)) }
  }
}

extension ktn_reading {
  init(_ reading: PitchReading) {
    self.init(
      time: reading.time, frequency: reading.candidate?.frequency ?? 0,
      periodicity: reading.periodicity, level: reading.level, peak_level: reading.peakLevel,
      gate_threshold: reading.gateThreshold, inharmonicity: reading.candidate?.inharmonicity ?? 0,
      confidence: reading.confidenceOrPeriodicity, is_voiced: reading.frequency == nil ? 0 : 1,
      reserved: 0)
  }
}

/// A tracker of any method: Embedded Swift has classes for this, and no existential types.
class TrackerBox {
  /// The time from a sample's arrival to its reading, in seconds.
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

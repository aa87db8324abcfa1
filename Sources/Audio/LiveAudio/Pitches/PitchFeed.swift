import PitchEstimation

/// Turns the events of a source into those of its pitches: one tracker from start to loss.
struct PitchFeed<Tracker: PitchTracking>: Sendable {
  private let makeTracker: @Sendable (_ sampleRate: Double) throws -> Tracker
  private var tracker: Tracker?
  private var sampleRate = 1.0
  private var sampleCount = 0  // of this tracker
  private var startTime = 0.0  // of this tracker: the sound heard by those before it

  init(makeTracker: @escaping @Sendable (_ sampleRate: Double) throws -> Tracker) {
    self.makeTracker = makeTracker
  }

  /// Appends to `output` what follows from one event.
  mutating func take(_ event: AudioSourceEvent, to output: inout [LivePitchEvent]) throws {
    switch event {
    case .started(let deviceName, let sampleRate):
      finishTracker(to: &output)
      tracker = try makeTracker(sampleRate)
      self.sampleRate = sampleRate
      output.append(.started(deviceName: deviceName, sampleRate: sampleRate))
    case .block(let block):
      append(block, to: &output)
    case .dropped(let count, let overflowCount):
      output.append(.dropped(sampleCount: count, overflowCount: overflowCount))
      appendSilence(count, to: &output)
    case .lost(let reason):
      finishTracker(to: &output)
      output.append(.lost(reason: reason))
    case .retrying(let attempt, let delay):
      output.append(.retrying(attempt: attempt, delay: delay))
    case .resumed:
      output.append(.resumed)
    case .ended:
      finishTracker(to: &output)
      output.append(.ended)
    }
  }

  private mutating func append(_ block: [Float], to output: inout [LivePitchEvent]) {
    tracker?.append(block)
    sampleCount += block.count
    takeReadings(to: &output)
  }

  private mutating func appendSilence(_ count: Int, to output: inout [LivePitchEvent]) {
    var left = count
    while left > 0 {
      append([Float](repeating: 0, count: min(left, 4096)), to: &output)
      left -= 4096
    }
  }

  private mutating func finishTracker(to output: inout [LivePitchEvent]) {
    tracker?.finish()
    takeReadings(to: &output)
    tracker = nil
    startTime += Double(sampleCount) / sampleRate
    sampleCount = 0
  }

  private mutating func takeReadings(to output: inout [LivePitchEvent]) {
    while var reading = tracker?.next() {
      reading.time += startTime
      output.append(.reading(reading))
    }
  }
}

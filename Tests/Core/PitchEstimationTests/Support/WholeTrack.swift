import PitchEstimation

extension PitchTracking {
  /// The readings of a sound from its start to its end.
  func readings(of samples: [Float]) -> [PitchReading] {
    var tracker = self
    tracker.append(samples)
    tracker.finish()
    var readings: [PitchReading] = []
    while let reading = tracker.next() { readings.append(reading) }
    return readings
  }
}

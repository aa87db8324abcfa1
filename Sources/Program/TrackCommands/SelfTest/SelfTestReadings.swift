import PitchEstimation

extension PitchTracking {
  /// All readings of a recording, by a tracker that has read nothing yet.
  func readings(of samples: [Float]) -> [PitchReading] {
    var tracker = self
    tracker.append(samples)
    tracker.finish()
    var readings: [PitchReading] = []
    while let reading = tracker.next() { readings.append(reading) }
    return readings
  }
}

/// Counts of readings by how far off they are.
struct SelfTestTally {
  private(set) var count = 0
  private(set) var voicedCount = 0
  private var within: [Double: Int] = [1: 0, 5: 0, 50: 0]
  private var (squares, nearSquares) = (0.0, 0.0)

  /// Adds a reading.
  ///
  /// - Parameter error: In cents; `nil` if the reading is unvoiced.
  mutating func add(_ error: Double?) {
    count += 1
    guard let error else { return }
    voicedCount += 1
    squares += error * error
    for limit in within.keys where error.magnitude <= limit { within[limit, default: 0] += 1 }
    if error.magnitude <= 50 { nearSquares += error * error }
  }

  mutating func add(_ other: SelfTestTally) {
    count += other.count
    voicedCount += other.voicedCount
    squares += other.squares
    nearSquares += other.nearSquares
    within.merge(other.within, uniquingKeysWith: +)
  }

  /// The share of all readings that are at most this far off: 1, 5 or 50 cents.
  func share(within limit: Double) -> Double {
    Double(within[limit] ?? 0) / Double(max(1, count))
  }

  var unvoicedShare: Double { Double(count - voicedCount) / Double(max(1, count)) }

  /// Of the voiced readings, in cents; `nil` if there are none.
  var rootMeanSquare: Double? {
    voicedCount == 0 ? nil : (squares / Double(voicedCount)).squareRoot()
  }

  /// Of those within 50 cents, in cents; `nil` if there are none.
  var nearRootMeanSquare: Double? {
    guard let near = within[50], near > 0 else { return nil }
    return (nearSquares / Double(near)).squareRoot()
  }
}

import MusicTheory
import PitchEstimation
import PitchEvaluation

/// The results of one method on the recordings of the self-test.
struct SelfTestResult {
  var method: String
  /// Clean tones: absolute errors in cents, `nil` if every reading was unvoiced.
  var medianError: Double?
  var percentile95Error: Double?
  /// Clean tones: the share of readings without a pitch.
  var missed: Double
  /// Tones in noise: the share of readings within 50 cents, guesses included.
  var rawPitchAccuracy: Double
  /// Tones in noise: the share of voiced readings that are whole octaves off.
  var octaveErrors: Double
  /// Noise alone: the share of readings with a pitch.
  var falseAlarms: Double
  /// Seconds of sound per second, on one thread.
  var speed: Double

  /// Runs a method; only the middle of each tone counts, 0.1...0.4 s, where it fills every frame.
  ///
  /// - Parameters:
  ///   - method: The name in the table.
  ///   - tones: The recordings.
  ///   - makeTracker: Makes a new tracker of the method, for one recording.
  /// - Throws: The errors of `makeTracker`.
  init(
    method: String, tones: SelfTestTones, makeTracker: () throws -> some PitchTracking
  ) throws {
    self.method = method
    let clock = ContinuousClock()
    let start = clock.now
    let clean = try Self.frames(of: tones.tones, makeTracker)
    let elapsed = (clock.now - start) / Duration.seconds(1)
    speed = Double(tones.tones.count) * SelfTestTones.toneSeconds / max(elapsed, 1e-9)

    let score = try MelodyScore(of: clean.estimate, against: clean.reference)
    medianError = score.medianAbsoluteError
    missed = 1 - score.voicingRecall
    percentile95Error = Self.percentile95(clean.estimate, clean.reference)

    let noisy = try Self.frames(of: tones.noisyTones, makeTracker)
    let noisyScore = try MelodyScore(of: noisy.estimate, against: noisy.reference)
    rawPitchAccuracy = noisyScore.rawPitchAccuracy
    octaveErrors = noisyScore.octaveErrorRate ?? 0

    let readings = try makeTracker().readings(of: tones.noise)
    let voiced = readings.count { $0.isVoiced }
    falseAlarms = Double(voiced) / Double(max(1, readings.count))
  }

  /// Returns the frames of all tones, one after the other, as one melody and its reference.
  private static func frames(
    of tones: [SelfTestTones.Tone], _ makeTracker: () throws -> some PitchTracking
  ) throws -> (reference: [MelodyFrame], estimate: [MelodyFrame]) {
    var (reference, estimate): ([MelodyFrame], [MelodyFrame]) = ([], [])
    for tone in tones {
      for reading in try makeTracker().readings(of: tone.samples)
      where (0.1...0.4).contains(reading.time) {
        let time = Double(estimate.count) / 100
        reference.append(MelodyFrame(time: time, frequency: tone.frequency))
        var frame = MelodyFrame(reading)
        frame.time = time
        estimate.append(frame)
      }
    }
    return (reference, estimate)
  }

  private static func percentile95(
    _ estimate: [MelodyFrame], _ reference: [MelodyFrame]
  ) -> Double? {
    let errors = zip(estimate, reference).compactMap { claim, truth -> Double? in
      guard claim.isVoiced, let claimed = claim.frequency, let right = truth.frequency else {
        return nil
      }
      return Interval.cents(from: right, to: claimed).magnitude
    }
    let sorted = errors.sorted()
    return sorted.isEmpty ? nil : sorted[(sorted.count - 1) * 95 / 100]
  }
}

extension PitchTracking {
  /// Returns all readings of a recording, from a copy of a tracker that has read nothing yet.
  func readings(of samples: [Float]) -> [PitchReading] {
    var tracker = self
    tracker.append(samples)
    tracker.finish()
    var readings: [PitchReading] = []
    while let reading = tracker.next() { readings.append(reading) }
    return readings
  }
}

/// Counts of readings by their errors.
struct SelfTestTally {
  private(set) var count = 0
  private(set) var voicedCount = 0
  private var within: [Double: Int] = [1: 0, 5: 0, 50: 0]
  private var (squares, nearSquares) = (0.0, 0.0)

  /// Adds a reading.
  ///
  /// - Parameter error: The error in cents; `nil` if the reading is unvoiced.
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

  /// Returns the share of all readings with an error of at most 1, 5 or 50 cents.
  func share(within limit: Double) -> Double {
    Double(within[limit] ?? 0) / Double(max(1, count))
  }

  var unvoicedShare: Double { Double(count - voicedCount) / Double(max(1, count)) }

  /// The root-mean-square error of the voiced readings, in cents; `nil` if there are none.
  var rootMeanSquare: Double? {
    voicedCount == 0 ? nil : (squares / Double(voicedCount)).squareRoot()
  }

  /// The root-mean-square error of those within 50 cents, in cents; `nil` if there are none.
  var nearRootMeanSquare: Double? {
    guard let near = within[50], near > 0 else { return nil }
    return (nearSquares / Double(near)).squareRoot()
  }
}

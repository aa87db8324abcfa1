import CommandKit
import PitchEstimation
import SignalProcessing

/// Noiseless tones over the whole range of a tracker: shapes, notes, sample rates, search ranges,
/// and envelopes.
///
/// ``SelfTestSweepScore/isFault`` defines a wrong tone.
struct SelfTestSweep {
  /// A0...C8, denser where trackers fail.
  static let notes = [
    21, 23, 24, 26, 28, 30, 31, 33, 35, 36, 38, 40, 43, 45, 50, 55, 57, 62, 69, 74, 81, 88, 93, 96,
    100, 103, 106, 108,
  ]

  /// The amplitudes of a tone's partials.
  enum Shape: String, CaseIterable {
    case sine, two, triangle, square, sawtooth, bright
    case weakFirst = "weak first"
    case mutedBass = "muted bass"
    case bowed

    func amplitude(_ order: Int) -> Double {
      let k = Double(order)
      switch self {
      case .sine: return order == 1 ? 1 : 0
      case .two: return order == 1 ? 1 : order == 2 ? 0.3 : 0
      case .triangle: return order.isMultiple(of: 2) ? 0 : (order % 4 == 1 ? 1 : -1) / (k * k)
      case .square: return order.isMultiple(of: 2) ? 0 : 1 / k
      case .sawtooth: return 1 / k
      case .bright: return order <= 12 ? 1 : 0
      case .weakFirst: return order == 1 ? 0.03 : 1 / k
      case .mutedBass: return order == 1 ? 1 : 0.12 / (k * k)
      case .bowed: return 1 / (k * k.squareRoot())
      }
    }
  }

  /// A variation of a tone, which by default has a peak of −14 dBFS and rises within 5 ms.
  enum Manner: String, CaseIterable {
    case plain, offset, quiet, faded
  }

  /// One tone of the sweep.
  struct Tone {
    var shape: Shape
    var manner: Manner
    var frequency: Double
    var sampleRate: Double
    /// The frequencies to look for, in hertz; `nil` for the default.
    var range: ClosedRange<Double>?
  }

  /// Returns the tones: those of the default range at 44.1 kHz, or all rates, ranges and manners.
  ///
  /// The windows of a tracker follow from its range, so each range searches the same tone
  /// differently.
  static func tones(isFull: Bool) -> [Tone] {
    let rates = isFull ? [16_000.0, 44_100, 48_000, 96_000] : [44_100]
    let ranges: [ClosedRange<Double>?] = isFull ? [nil, 26...4500, 20...1000] : [nil]
    var tones: [Tone] = []
    for rate in rates {
      for range in ranges {
        for shape in Shape.allCases {
          for note in notes {
            // 13 cents sharp, so that no tone lies on a grid.
            let frequency = 440 * Elementary.exp2((Double(note) - 69 + 0.13) / 12)
            guard (range ?? SearchRange.allKeys).contains(frequency), frequency < rate / 4 else {
              continue
            }
            for manner in isFull ? Manner.allCases : [.plain] {
              tones.append(
                Tone(
                  shape: shape, manner: manner, frequency: frequency, sampleRate: rate,
                  range: range))
            }
          }
        }
      }
    }
    return tones
  }

  /// Tracks a tone and scores its readings.
  static func score(
    of tone: Tone, with tracker: some PitchTracking
  ) -> SelfTestSweepScore {
    SelfTestSweepScore(of: tone, readings: tracker.readings(of: tone.samples))
  }
}

extension SelfTestSweep.Tone {
  /// The duration of a tone, in seconds.
  static let duration = 1.0

  /// The samples of the whole tone.
  var samples: [Float] {
    let count = Int(Self.duration * sampleRate)
    var sum = [Double](repeating: 0, count: count)
    let highest = max(1, min(40, Int(0.45 * sampleRate / frequency)))
    for order in 1...highest where shape.amplitude(order) != 0 {
      add(order, to: &sum)
    }
    let peak = sum.reduce(0) { max($0, $1.magnitude) }
    let gain = (manner == .quiet ? amplitude(fromDecibels: -50) : 0.2) / peak
    let (rise, fall) = manner == .faded ? (0.05, 0.05) : (0.005, 0)
    return sum.indices.map { index in
      let time = Double(index) / sampleRate
      let envelope = min(1, time / rise) * (fall > 0 ? min(1, (Self.duration - time) / fall) : 1)
      return Float(gain * envelope * sum[index] + (manner == .offset ? 0.2 : 0))
    }
  }

  /// Adds a partial, rotated from sample to sample.
  private func add(_ order: Int, to sum: inout [Double]) {
    let amplitude = shape.amplitude(order)
    let step = Elementary.sineAndCosine(2 * .pi * Double(order) * frequency / sampleRate)
    var (sine, cosine) = (0.0, 0.0)
    (sine, cosine) = Elementary.sineAndCosine(0.7 * Double(order * order))
    for index in sum.indices {
      sum[index] += amplitude * sine
      (sine, cosine) = (
        sine * step.cosine + cosine * step.sine, cosine * step.cosine - sine * step.sine
      )
    }
  }
}

extension SelfTestSweep.Tone: CustomStringConvertible {
  /// The properties of the tone, in one line.
  var description: String {
    let range = range.map { "\(Int($0.lowerBound))..\(Int($0.upperBound))" } ?? "default"
    return """
      \(shape.rawValue), \(manner.rawValue), \(frequency.formatted(decimals: 2)) Hz at \
      \(Int(sampleRate)) Hz, range \(range)
      """
  }

  /// Returns the error of a reading, in cents; `nil` if it is unvoiced.
  func error(of reading: PitchReading) -> Double? {
    reading.frequency.map { Elementary.cents(ofRatio: $0 / frequency) }
  }
}

/// The score of a tracker on one tone of the sweep.
///
/// The median is that of all readings. Single readings count after the first ``settling`` seconds,
/// and before the last if the tone fades.
struct SelfTestSweepScore {
  /// The time at the start that does not count, in seconds.
  static let settling = 0.1
  /// The largest accepted error of the median, in cents.
  static let largestMedian = 1.0
  /// The largest accepted error of a single reading, in cents.
  static let largestError = 1.0

  let tone: SelfTestSweep.Tone
  /// The median error, in cents; `nil` without a pitch.
  let median: Double?
  /// The largest error, in cents, and its time, in seconds; `nil` without a pitch.
  private(set) var worst: (cents: Double, time: Double)?
  /// The single readings that count.
  private(set) var tally = SelfTestTally()

  init(of tone: SelfTestSweep.Tone, readings: [PitchReading]) {
    self.tone = tone
    let errors = readings.compactMap { tone.error(of: $0) }.sorted()
    median = errors.isEmpty ? nil : errors[errors.count / 2]
    let end = SelfTestSweep.Tone.duration - (tone.manner == .faded ? Self.settling : 0)
    for reading in readings where (Self.settling...end).contains(reading.time) {
      let error = tone.error(of: reading)
      tally.add(error)
      if let error, error.magnitude > worst?.cents.magnitude ?? -1 {
        worst = (error, reading.time)
      }
    }
  }

  /// True if the median or a reading is too far off, or a reading is unvoiced.
  var isFault: Bool {
    guard let median, let worst, tally.voicedCount == tally.count else { return true }
    return median.magnitude > Self.largestMedian || worst.cents.magnitude > Self.largestError
  }
}

extension SelfTestSweepScore: CustomStringConvertible {
  /// One line, for a tone at fault.
  var description: String {
    let unvoiced = tally.count - tally.voicedCount
    let median = median.map { $0.signed(decimals: 1) + " cents" } ?? "no pitch"
    let worst =
      worst.map {
        ", worst \($0.cents.signed(decimals: 1)) at \($0.time.formatted(decimals: 2)) s"
      } ?? ""
    return "wrong: \(tone): \(median)\(worst), \(unvoiced) of \(tally.count) readings unvoiced"
  }
}

/// The scores of all tones of a sweep together.
struct SelfTestSweepSummary {
  private(set) var toneCount = 0
  private(set) var faultCount = 0
  private var tally = SelfTestTally()
  private var worst: SelfTestSweepScore?

  /// Creates the summary of no tones.
  init() {}

  mutating func add(_ score: SelfTestSweepScore) {
    toneCount += 1
    faultCount += score.isFault ? 1 : 0
    tally.add(score.tally)
    let size = score.worst?.cents.magnitude ?? -1
    if size > worst?.worst?.cents.magnitude ?? -1 { worst = score }
  }

  /// Returns up to three lines, which begin with the method.
  func text(method: String) -> String {
    let shares = [1.0, 5].map { limit in
      "\((100 * tally.share(within: limit)).formatted(decimals: 3)) % within \(Int(limit))"
    }
    var lines = [
      "\(faultCount) of \(toneCount) swept tones wrong",
      "\(tally.count) readings after \(SelfTestSweepScore.settling) s, "
        + shares.joined(separator: " and ") + " cents, \(tally.count - tally.voicedCount) unvoiced",
    ]
    if let worst, let reading = worst.worst {
      lines.append(
        "worst reading \(reading.cents.signed(decimals: 3)) cents at "
          + "\(reading.time.formatted(decimals: 2)) s: \(worst.tone)")
    }
    return lines.map { "\(method): \($0)\n" }.joined()
  }
}

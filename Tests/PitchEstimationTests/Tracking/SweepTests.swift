import PitchEstimation
import SignalProcessing
import Testing
import ToneGeneration
import _TestSignals

/// Tones over the whole range with the default settings: shapes, notes, rates, and how they sound.
@Suite("Sweep of the default tracker")
struct SweepTests {
  /// Amplitudes of the partials, by their number.
  enum Shape: String, CaseIterable, Sendable {
    case sine, two, triangle, square, sawtooth, bright, weakFirst, mutedBass, bowed

    func amplitude(_ order: Int) -> Double {
      let k = Double(order)
      return switch self {
      case .sine: order == 1 ? 1 : 0
      case .two: [1, 0.3].dropFirst(order - 1).first ?? 0
      case .triangle: order % 2 == 1 ? (order % 4 == 1 ? 1 : -1) / (k * k) : 0
      case .square: order % 2 == 1 ? 1 / k : 0
      case .sawtooth: 1 / k
      case .bright: order <= 12 ? 1 : 0
      case .weakFirst: order == 1 ? 0.03 : 1 / k
      case .mutedBass: order == 1 ? 1 : 0.12 / (k * k)
      case .bowed: 1 / (k * k.squareRoot())
      }
    }

    /// 0.6 s with a peak of −14 dBFS.
    func tone(_ frequency: Double, sampleRate: Double) -> [Float] {
      let count = max(1, min(40, Int(0.45 * sampleRate / frequency)))
      let tone = TestSignal.harmonics(
        frequency, amplitudes: (1...count).map(amplitude), sampleRate: sampleRate,
        count: Int(0.6 * sampleRate))
      let peak = tone.reduce(0) { max($0, $1.magnitude) }
      return tone.map { 0.2 / peak * $0 }
    }
  }

  /// What else a tone may be like.
  enum Manner: CaseIterable {
    case plain, offset, quiet, faded

    func applied(to tone: [Float], sampleRate: Double) -> [Float] {
      switch self {
      case .plain: return tone
      case .offset: return tone.map { $0 + 0.2 }
      case .quiet: return tone.map { $0 * Float(amplitude(fromDecibels: -50) / 0.2) }
      case .faded:
        let fade = Float(0.05 * sampleRate)
        return tone.indices.map { index in
          tone[index] * min(1, Float(min(index, tone.count - index)) / fade)
        }
      }
    }
  }

  static let notes = [
    21, 23, 24, 26, 28, 30, 31, 33, 35, 36, 38, 40, 43, 45, 50, 55, 57, 62, 69, 74, 81, 88, 93, 96,
    100, 103, 106, 108,
  ]

  private func readings(
    _ samples: [Float], rate: Double, range: ClosedRange<Double>, lookahead: Double
  ) throws -> [PitchReading] {
    var tracker = try MultiresolutionTracker(
      sampleRate: rate, searchRange: range.clamped(to: 0...0.45 * rate), hopSize: 0.02 * rate,
      lookahead: lookahead)
    tracker.append(samples.span)
    tracker.finish()
    var readings: [PitchReading] = []
    while let reading = tracker.next() { readings.append(reading) }
    return readings
  }

  /// What is wrong with the readings of a steady tone, if anything.
  private func fault(
    of readings: [PitchReading], frequency: Double, ends: Double? = 5
  ) -> String? {
    let errors = readings.compactMap { $0.frequency.map { cents(from: frequency, to: $0) } }
    guard 2 * errors.count >= readings.count else { return "\(errors.count) readings" }
    let median = errors.sorted()[errors.count / 2]
    guard median.magnitude <= 1 else { return "\(median) cents" }
    guard let ends else { return nil }
    let worst = max(errors.first?.magnitude ?? 0, errors.last?.magnitude ?? 0)
    return worst <= ends ? nil : "\(worst) cents at an end"
  }

  @Test(
    "names every tone within 1 cent at 44.1 kHz, also with an offset, at −50 dBFS and faded",
    arguments: Shape.allCases)
  func standardRange(shape: Shape) throws {
    for note in Self.notes {
      let frequency = 440 * Elementary.exp2((Double(note) - 69 + 0.13) / 12)
      let tone = shape.tone(frequency, sampleRate: 44_100)
      for manner in Manner.allCases {
        let found = try readings(
          manner.applied(to: tone, sampleRate: 44_100), rate: 44_100,
          range: SearchRange.allKeys, lookahead: 0.3)
        // A faded end is no steady tone; beside an offset as large as the tone, 8 cents are left.
        let ends: Double? = manner == .faded ? nil : manner == .offset ? 8 : 5
        let fault = fault(of: found, frequency: frequency, ends: ends)
        #expect(fault == nil, "\(shape) \(manner) \(frequency) Hz")
      }
    }
  }

  @Test(
    "names every tone within 1 cent at 16, 48 and 96 kHz, with little look-ahead, and from 20 Hz",
    arguments: Shape.allCases)
  func otherRates(shape: Shape) throws {
    for (rate, range, lookahead) in [
      (16_000.0, SearchRange.allKeys, 0.05), (48_000, 20...1000, 0.3),
      (96_000, SearchRange.allKeys, 0.05),
    ] {
      for note in Self.notes {
        let frequency = 440 * Elementary.exp2((Double(note) - 69 + 0.13) / 12)
        guard frequency < min(rate / 4, range.upperBound / 1.03) else { continue }
        let found = try readings(
          shape.tone(frequency, sampleRate: rate), rate: rate, range: range, lookahead: lookahead)
        let fault = fault(of: found, frequency: frequency)
        #expect(fault == nil, "\(shape) \(rate) Hz \(frequency) Hz")
      }
    }
  }

  @Test("the range covers all 88 keys and 100 cents beyond", arguments: [21, 22, 107, 108])
  func range(note: Int) throws {
    for offset in [-0.99, 0, 0.99] {
      let frequency = 440 * Elementary.exp2((Double(note) - 69 + offset) / 12)
      let tone = Shape.bowed.tone(frequency, sampleRate: 44_100)
      let found = try readings(tone, rate: 44_100, range: SearchRange.allKeys, lookahead: 0.3)
      let fault = fault(of: found, frequency: frequency)
      #expect(fault == nil, "\(frequency) Hz")
    }
  }
}

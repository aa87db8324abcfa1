import PitchEstimation
import SignalProcessing
import Testing
import ToneGeneration
import _TestSignals

/// Tones over the whole range with the default settings: shapes, notes, rates, and how they sound.
@Suite("Sweep of the default tracker")
struct SweepTests {
  private func readings(
    _ samples: [Float], rate: Double, range: ClosedRange<Double>, lookahead: Double
  ) throws -> [PitchReading] {
    let tracker = try MultiresolutionTracker(
      sampleRate: rate, searchRange: range.clamped(to: 0...0.45 * rate), hopSize: 0.02 * rate,
      lookahead: lookahead)
    return tracker.readings(of: samples)
  }

  /// What is wrong with the readings of a steady tone, if anything.
  ///
  /// The first and the last may be `ends` cents off; without it the tone fades, and its last 0.1 s count only for the
  /// median. All readings after the first 0.1 s may be `middle` cents off.
  private func fault(
    of readings: [PitchReading], frequency: Double, ends: Double? = 5, middle: Double = 1
  ) -> String? {
    let errors = readings.compactMap { $0.frequency.map { cents(from: frequency, to: $0) } }
    guard 2 * errors.count >= readings.count else { return "\(errors.count) readings" }
    let median = errors.sorted()[errors.count / 2]
    guard median.magnitude <= 1 else { return "\(median) cents" }
    for reading in readings
    where (0.1...SweepTone.duration - (ends == nil ? 0.1 : 0)).contains(reading.time) {
      guard let found = reading.frequency else { return "unvoiced at \(reading.time) s" }
      let error = cents(from: frequency, to: found)
      guard error.magnitude <= middle else { return "\(error) cents at \(reading.time) s" }
    }
    guard let ends else { return nil }
    let worst = max(errors.first?.magnitude ?? 0, errors.last?.magnitude ?? 0)
    return worst <= ends ? nil : "\(worst) cents at an end"
  }

  @Test(
    "names every tone within 1 cent at 44.1 kHz, also with an offset, at −50 dBFS and faded",
    arguments: SweepTone.Shape.allCases)
  func standardRange(shape: SweepTone.Shape) throws {
    for note in SweepTone.notes {
      let frequency = SweepTone.frequency(ofNote: note)
      let tone = shape.tone(frequency, sampleRate: 44_100)
      for manner in SweepTone.Manner.allCases {
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
    """
    names every tone within 1 cent at 16 and 48 kHz, and every third one at 96 kHz, with little look-ahead, and from \
    20 Hz
    """,
    arguments: SweepTone.Shape.allCases)
  func otherRates(shape: SweepTone.Shape) throws {
    // At 96 kHz each takes as long as three at other rates. In `make soak` it is every one there too.
    let number = try #require(SweepTone.Shape.allCases.firstIndex(of: shape))
    for (rate, range, lookahead) in [
      (16_000.0, SearchRange.allKeys, 0.05), (48_000, 20...1000, 0.3),
      (96_000, SearchRange.allKeys, 0.05),
    ] {
      for (place, note) in SweepTone.notes.enumerated() {
        guard rate < 96_000 || Soak.isOn || (place + number) % 3 == 0 else { continue }
        let frequency = SweepTone.frequency(ofNote: note)
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
      let tone = SweepTone.Shape.bowed.tone(frequency, sampleRate: 44_100)
      let found = try readings(tone, rate: 44_100, range: SearchRange.allKeys, lookahead: 0.3)
      let fault = fault(of: found, frequency: frequency)
      #expect(fault == nil, "\(frequency) Hz")
    }
  }
}

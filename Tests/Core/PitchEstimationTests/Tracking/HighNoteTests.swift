import PitchEstimation
import SignalProcessing
import Testing
import ToneGeneration
import _TestSignals

/// The highest notes of pianos: short, quiet, few partials that follow no period.
@Suite("High notes")
struct HighNoteTests {
  private static let rate = 44_100.0

  /// The share of readings within 5 cents, and the count of those an octave or more off, while a
  /// note sounds from 0.1 s on.
  private func score(
    _ samples: [Float], frequency: Double, seconds: Double
  ) throws -> (right: Double, gross: Int) {
    var tracker = try MultiresolutionTracker(
      sampleRate: Self.rate, searchRange: SearchRange.allKeys, hopSize: 441, lookahead: 0.05)
    tracker.append(samples.span)
    tracker.finish()
    var (count, right, gross) = (0, 0, 0)
    while let reading = tracker.next() {
      guard (0.13...(0.1 + seconds)).contains(reading.time) else { continue }
      count += 1
      guard let found = reading.frequency else { continue }
      let error = cents(from: frequency, to: found).magnitude
      if error < 5 { right += 1 }
      if error > 50 { gross += 1 }
    }
    return (Double(right) / Double(count), gross)
  }

  /// Partials that decay from 0.1 s on, the louder of them at −30 dBFS, in quiet noise.
  private func note(
    _ partials: [(frequency: Double, level: Double)], decay: Double, thump: Double? = nil
  ) -> [Float] {
    var noise = WhiteNoise(level: -85, seed: 3)
    return (0..<Int(0.9 * Self.rate)).map { index in
      let time = Double(index) / Self.rate - 0.1
      guard time >= 0 else { return noise.next() }
      var sample = 0.0
      for partial in partials {
        sample +=
          amplitude(fromDecibels: partial.level - 30)
          * Elementary.sin(2 * .pi * partial.frequency * time) * Elementary.exp(-time / decay)
      }
      if let thump {
        sample +=
          amplitude(fromDecibels: thump - 30) * Elementary.sin(2 * .pi * 170 * time)
          * Elementary.exp(-time / 0.03)
      }
      return Float(sample) + noise.next()
    }
  }

  @Test(
    "A flat 7 to C8 at −30 dBFS with a thump as loud: nine of ten readings within 5 cents",
    arguments: [3322.44, 3520, 3729.31, 3951.07, 4186.01, 4395])
  func shortAndQuiet(frequency: Double) throws {
    for decay in [0.08, 0.2] {
      let samples = note([(frequency, 0)], decay: decay, thump: 0)
      let (right, gross) = try score(samples, frequency: frequency, seconds: 0.3)
      #expect(right > 0.9 && gross == 0, "decay \(decay) s")
    }
  }

  @Test("partials in no ratio of whole numbers: the first one is the note, not their period")
  func inharmonic() throws {
    // A modelled F7 with B = 0.023.
    let samples = note([(2832, 0), (5850, 0), (9224, 6)], decay: 0.15)
    let (right, gross) = try score(samples, frequency: 2832, seconds: 0.4)
    #expect(right > 0.85 && gross <= 1)
  }

  @Test("strings that ring along near half the frequency do not halve it")
  func sympatheticStrings() throws {
    // As after an F sharp 7 of a grand piano, without its attack.
    let samples = note([(3028, 0), (1493, -10), (1583, -12)], decay: 0.5)
    let (right, gross) = try score(samples, frequency: 3028, seconds: 0.6)
    #expect(right > 0.9 && gross == 0)
  }
}

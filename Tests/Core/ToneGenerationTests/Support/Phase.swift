import Foundation
import Testing

/// Expects a sine of amplitude 1 to begin at a phase, in turns, to within a part of a turn.
///
/// Only samples near the zero crossings count: there the phase moves them most, and a `Float` has
/// places enough to tell it.
func expectPhase(
  of samples: [Float], frequency: Double, turns: Double, within limit: Double,
  sampleRate: Double = 48_000
) {
  var count = 0
  for (index, sample) in samples.enumerated() {
    let phase = turns + Double(index) * frequency / sampleRate
    let angle = 2 * .pi * (phase - phase.rounded(.down))
    guard abs(sin(angle)) < 0.02 else { continue }
    let error = (Double(sample) - sin(angle)) / (2 * .pi * cos(angle))
    #expect(abs(error) < limit, "sample \(index): \(error) turns")
    count += 1
  }
  #expect(count > 20)
}

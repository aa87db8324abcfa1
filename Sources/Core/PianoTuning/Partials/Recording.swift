internal import SignalProcessing

/// The samples of one struck key, or of another struck object, from its onset on.
package struct Recording: Sendable {
  /// The power at the onset, as a share of the highest.
  private static let rise = 0.02

  package let samples: [Float]
  package let sampleRate: Double
  /// The sample where the key is struck.
  package let onset: Int

  /// Finds the onset; `nil` if there is no sound.
  package init?(_ samples: [Float], sampleRate: Double) {
    let step = max(1, Int(0.005 * sampleRate))
    var powers: [Double] = []
    var cleaned = samples
    for index in cleaned.indices where !(cleaned[index].magnitude <= Framer.largestMagnitude) {
      cleaned[index] = 0
    }
    var index = 0
    while index + step <= cleaned.count {
      var power = 0.0
      for offset in index..<(index + step) {
        power += Double(cleaned[offset]) * Double(cleaned[offset])
      }
      powers.append(power / Double(step))
      index += step
    }
    guard let loudest = powers.max(), loudest > 1e-12 else { return nil }
    let first = powers.firstIndex { $0 > Self.rise * loudest } ?? 0
    self.samples = cleaned
    self.sampleRate = sampleRate
    onset = first * step
  }

  /// The length of the sound after the onset, in seconds.
  package var duration: Double { Double(samples.count - onset) / sampleRate }
}

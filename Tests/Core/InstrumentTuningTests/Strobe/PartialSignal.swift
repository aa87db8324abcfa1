import SignalProcessing

/// Sines of any frequencies, at any place of a stream.
struct PartialSignal {
  var sampleRate = 48_000.0
  /// Frequency in hertz, amplitude, and phase of the cosine in turns at sample 0.
  var partials: [(frequency: Double, amplitude: Double, phase: Double)]

  /// The partials k f₀ √(1 + B k²) of a stiff string (H. Fletcher 1964).
  static func string(
    _ fundamental: Double, inharmonicity: Double, amplitudes: [Double], sampleRate: Double = 48_000
  ) -> PartialSignal {
    PartialSignal(
      sampleRate: sampleRate,
      partials: amplitudes.enumerated().map { index, amplitude in
        let k = Double(index + 1)
        let frequency = k * fundamental * (1 + inharmonicity * k * k).squareRoot()
        return (frequency, amplitude, 0.13 * k * k)
      })
  }

  /// The samples before `endIndex`.
  func samples(before endIndex: Int64, count: Int) -> [Float] {
    var samples = [Float](repeating: 0, count: count)
    for partial in partials {
      for index in 0..<count {
        let position = Double(endIndex - Int64(count - index))
        // Whole turns drop out of the product's parts before they cost bits.
        let turns = Self.turns(partial.frequency, position, sampleRate) + partial.phase
        samples[index] += Float(partial.amplitude * Elementary.cos(2 * .pi * turns))
      }
    }
    return samples
  }

  /// `frequency` · `position` / `sampleRate` less its whole turns; exact for frequencies that are a
  /// multiple of 2⁻¹⁰ Hz.
  private static func turns(_ frequency: Double, _ position: Double, _ sampleRate: Double) -> Double
  {
    var rest = position.truncatingRemainder(dividingBy: 1024 * sampleRate)
    rest = (frequency * rest).truncatingRemainder(dividingBy: sampleRate)
    return rest / sampleRate
  }
}

/// The distance of two phases, in turns, -0.5...0.5.
func turn(from first: Double, to second: Double) -> Double {
  let distance = second - first
  return distance - distance.rounded()
}

import PianoTuning
import SignalProcessing
import _TestSignals

/// A struck key as a sum of decaying partials of stiff strings.
struct SyntheticKey {
  var frequency: Double
  var inharmonicity: Double
  /// Cents from `frequency`.
  var strings = [0.0]
  var partialCount = 12
  /// Nepers a second of the first partial; higher ones decay faster.
  var decay = 0.8

  func partial(_ order: Int, string: Int = 0) -> Double {
    let square = Double(order * order)
    return Double(order) * frequency * Elementary.exp2(strings[string] / 1200)
      * ((1 + inharmonicity * square) / (1 + inharmonicity)).squareRoot()
  }

  /// Amplitudes fall with the order; the key is struck after 0.1 s.
  func samples(seconds: Double, sampleRate: Double = 44_100, noise: Double, seed: UInt64 = 1)
    -> [Float]
  {
    var generator = SeededRandom(seed: seed)
    var samples = TestSignal.noise(
      count: Int(seconds * sampleRate), rms: noise, seed: seed &+ 77)
    let onset = Int(0.1 * sampleRate)
    for string in strings.indices {
      for order in 1...partialCount {
        let hertz = partial(order, string: string)
        guard hertz < 0.45 * sampleRate else { break }
        let phase = Double.random(in: 0..<6.28, using: &generator)
        let rate = decay * Double(order).squareRoot()
        for index in onset..<samples.count {
          let time = Double(index - onset) / sampleRate
          samples[index] += Float(
            0.1 / Double(order) * Elementary.exp(-rate * time)
              * Elementary.sin(2 * .pi * hertz * time + phase))
        }
      }
    }
    return samples
  }
}

func cents(_ one: Double, _ other: Double) -> Double { 1200 * Elementary.log2(one / other) }

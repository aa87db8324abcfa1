import SignalProcessing
import _TestSignals

/// A string of a synthetic strum: what is true of it.
struct SyntheticString {
  var frequency: Double
  var inharmonicity = 0.0
  var amplitude = 0.1
  /// How fast partial 1 decays, in nepers a second; partial k does √k times as fast.
  var decay = 0.0
  var delay = 0.0
  var partialCount = 12
  /// The amplitude of partial k is `amplitude` / k to this power.
  var slope = 1.0

  func partial(_ order: Int) -> Double {
    let square = Double(order * order)
    return Double(order) * frequency
      * ((1 + inharmonicity * square) / (1 + inharmonicity)).squareRoot()
  }
}

/// Strings that sound together, with random phases.
struct Strum {
  var strings: [SyntheticString]
  var sampleRate = 44100.0
  var seed: UInt64 = 1

  func samples(seconds: Double, noise: Double = 0) -> [Float] {
    let count = Int(seconds * sampleRate)
    var sum = [Double](repeating: 0, count: count)
    var random = SeededRandom(seed: seed)
    for string in strings {
      for order in 1...string.partialCount {
        let frequency = string.partial(order)
        let phase = Double.random(in: 0..<2 * .pi, using: &random)
        guard frequency < 0.45 * sampleRate else { continue }
        add(string, order, frequency, phase, to: &sum)
      }
    }
    let hiss = TestSignal.noise(count: count, rms: noise, seed: seed &+ 17)
    return sum.indices.map { Float(sum[$0]) + hiss[$0] }
  }

  private func add(
    _ string: SyntheticString, _ order: Int, _ frequency: Double, _ phase: Double,
    to sum: inout [Double]
  ) {
    let amplitude = string.amplitude / Elementary.power(Double(order), string.slope)
    let first = Int(string.delay * sampleRate)
    let step = Elementary.sineAndCosine(2 * .pi * frequency / sampleRate)
    let start = Elementary.sineAndCosine(phase)
    let loss = Elementary.exp(-string.decay * Double(order).squareRoot() / sampleRate)
    var (sine, cosine) = (amplitude * start.sine, amplitude * start.cosine)
    for index in first..<max(first, sum.count) {
      sum[index] += sine
      (sine, cosine) = (
        loss * (sine * step.cosine + cosine * step.sine),
        loss * (cosine * step.cosine - sine * step.sine)
      )
    }
  }
}

/// The open strings of a guitar in hertz, E2 A2 D3 G3 B3 E4.
let guitar = [40, 45, 50, 55, 59, 64].map { 440 * Elementary.exp2(Double($0 - 69) / 12) }

/// A frequency some cents away.
func detuned(_ frequency: Double, by cents: Double) -> Double {
  frequency * Elementary.exp2(cents / 1200)
}

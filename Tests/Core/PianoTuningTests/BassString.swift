import PianoTuning
import SignalProcessing
import _TestSignals

/// A struck bass string with what leads a measurement astray: weak low and irregular partials,
/// phantom partials, knocks of the soundboard and noise.
struct BassString {
  var key: PianoKey
  var inharmonicity: Double
  var partialCount = 25
  /// Decibels by which the first partials are weaker; half as many at the fourth, none at the eighth.
  var weakness = 0.0
  /// The standard deviation of each partial about the series, in cents.
  var irregularity = 0.0
  /// The level of sums of neighbouring partials' frequencies relative to partials there, in decibels.
  var phantoms: Double?
  /// Decibels by which odd partials are weaker.
  var oddWeakness = 0.0
  /// The amplitude of each of eight damped modes relative to the partials.
  var knocks = 0.0
  var noise = 1e-4
  var seed: UInt64 = 1

  static let sampleRate = 16_000.0

  var frequency: Double { key.equalFrequency() * Elementary.exp2(key.typicalStretch / 1200) }

  func samples(seconds: Double = 2.3) -> [Float] {
    let rate = Self.sampleRate
    var generator = SeededRandom(seed: seed)
    var samples = TestSignal.noise(count: Int(seconds * rate), rms: noise, seed: seed &+ 9)
    let onset = Int(0.1 * rate)
    func add(_ hertz: Double, _ amplitude: Double, decay: Double) {
      guard hertz < 0.4 * rate, amplitude > 1e-7 else { return }
      // A rotating pointer, which is faster than a sine for each sample.
      let turn = Elementary.sineAndCosine(2 * .pi * hertz / rate)
      let loss = Elementary.exp(-decay / rate)
      let start = Elementary.sineAndCosine(Double.random(in: 0..<6.28, using: &generator))
      var (sine, cosine) = (amplitude * start.sine, amplitude * start.cosine)
      for index in onset..<samples.count {
        samples[index] += Float(sine)
        (sine, cosine) = (
          loss * (sine * turn.cosine + cosine * turn.sine),
          loss * (cosine * turn.cosine - sine * turn.sine)
        )
      }
    }
    var partials: [Double] = []
    for order in 1...(2 * partialCount) {
      let square = Double(order * order)
      let stretch = ((1 + inharmonicity * square) / (1 + inharmonicity)).squareRoot()
      let deviation = irregularity * Self.gaussian(&generator)
      let hertz = Double(order) * frequency * stretch * Elementary.exp2(deviation / 1200)
      let isPartial = order <= partialCount
      if isPartial {
        partials.append(hertz)
        let share = min(1, max(0, 1 - Elementary.log2(Double(order)) / 3))
        let level = -weakness * share - (order % 2 == 1 ? oddWeakness : 0)
        add(
          hertz, 0.1 * Self.amplitude(level) / Double(order).squareRoot(),
          decay: 0.5 * Double(order).squareRoot())
      }
    }
    if let phantoms {
      for (one, other) in zip(partials, partials.dropFirst()) + zip(partials, partials) {
        let order = ((one + other) / frequency).squareRoot()
        add(one + other, 0.1 * Self.amplitude(phantoms) / order, decay: 1.5)
      }
    }
    for _ in 0..<8 {
      add(
        Double.random(in: 40..<400, using: &generator), 0.1 * knocks,
        decay: Double.random(in: 6..<30, using: &generator))
    }
    return samples
  }

  private static func amplitude(_ decibels: Double) -> Double {
    Elementary.exp2(decibels / 20 / Elementary.log2(2.0) * Elementary.log2(10.0))
  }

  /// The sum of twelve uniform numbers, less its mean.
  private static func gaussian(_ generator: inout SeededRandom) -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &generator) }
  }
}

private func + (
  one: Zip2Sequence<[Double], ArraySlice<Double>>, other: Zip2Sequence<[Double], [Double]>
) -> [(Double, Double)] { Array(one) + Array(other) }

@testable import BellTuning
import SignalProcessing
import _TestSignals

/// A struck object of exact modes, with noise.
struct SyntheticObject {
  /// One mode: its ratio to the strike note, its level in decibels, its seconds for 60 dB, and the
  /// beat of its two lines in hertz; 0 for one line.
  struct Mode {
    var ratio: Double
    var level = 0.0
    var decay = 6.0
    var beat = 0.0
  }

  var strike: Double
  var modes: [Mode]
  var seconds = 4.0
  var sampleRate = 44_100.0
  /// Below the sound, in decibels.
  var noise = 20.0

  static func bell(_ strike: Double, third: Double = 300, beats: [Double] = []) -> Self {
    let ratios = [0.5, 1, Elementary.ratio(ofCents: third), 1.5, 2, 2.985, 4.095]
    let levels = [-8.0, -10, -5, -25, 0, -6, -10]
    let decays = [30.0, 16, 12, 6, 6, 4, 3]
    return SyntheticObject(
      strike: strike,
      modes: ratios.indices.map {
        Mode(
          ratio: ratios[$0], level: levels[$0], decay: decays[$0],
          beat: beats.indices.contains($0) ? beats[$0] : 0)
      })
  }

  static func struck(_ object: ResonatorKind, _ strike: Double) -> Self {
    if object == .bell { return bell(strike) }
    let ratios: [Double] =
      switch object {
      case .bell, .bar: [1, 2.756, 5.404, 8.933]
      case .marimba: [1, 4, 10]
      case .vibraphone: [1, 4, 9.8]
      case .xylophone: [1, 3, 6.2]
      case .tube:
        [0.2239] + [25, 49, 81, 121, 169, 225].map { $0 / 40.5 }
      case .drum: [1, 1.504, 1.983, 2.44, 2.9]
      case .tongue: [1, 2, 3]
      case .kalimba: [1, 6.267, 17.55]
      case .reed, .pipe: (1...12).map(Double.init)
      }
    let isLowWeak = object == .tube
    return SyntheticObject(
      strike: strike,
      modes: ratios.enumerated().map { index, ratio in
        let level = isLowWeak && index < 2 ? -20 : -4 * Double(index)
        return Mode(
          ratio: ratio, level: object == .tube ? max(level, -12) : level,
          decay: object.isHarmonic ? 1000 : 5 / (1 + 0.3 * Double(index)))
      })
  }

  /// The samples, after a tenth of a second of silence.
  var samples: [Float] {
    let start = Int(0.1 * sampleRate)
    var sound = [Double](repeating: 0, count: start + Int(seconds * sampleRate))
    var phase = 0.3
    for mode in modes where mode.ratio * strike < 0.45 * sampleRate {
      for line in 0..<(mode.beat > 0 ? 2 : 1) {
        let amplitude = 0.1 * Elementary.power(10, mode.level / 20) * (line == 0 ? 1 : 0.6)
        let turn = 2 * .pi * (mode.ratio * strike + Double(line) * mode.beat) / sampleRate
        let loss = Elementary.exp(-6.907755 / mode.decay / sampleRate)
        phase += 1.7
        // Turned on from sample to sample, which is much quicker than a sine for each.
        let step = Elementary.sineAndCosine(turn)
        let first = Elementary.sineAndCosine(phase)
        var (sine, cosine) = (amplitude * first.sine, amplitude * first.cosine)
        for index in start..<sound.count {
          sound[index] += sine * min(1, Double(index - start) / (0.002 * sampleRate))
          (sine, cosine) = (
            loss * (sine * step.cosine + cosine * step.sine),
            loss * (cosine * step.cosine - sine * step.sine)
          )
        }
      }
    }
    var power = 0.0
    for sample in sound { power += sample * sample }
    let rms =
      (power / Double(sound.count)).squareRoot() * Elementary.power(10, -noise / 20)
    let hiss = TestSignal.noise(count: sound.count, rms: rms, seed: 5)
    return zip(sound, hiss).map { Float($0) + $1 }
  }
}

import _TestSignals
import Foundation

/// Sounds with attacks at known times.
struct OnsetSounds {
  var sampleRate = 48_000.0
  private(set) var samples: [Float] = []

  init(duration: Double, sampleRate: Double = 48_000) {
    self.sampleRate = sampleRate
    samples = Array(repeating: 0, count: Int(duration * sampleRate))
  }

  /// Adds a sound that starts at a time.
  mutating func add(_ sound: [Float], at time: Double) {
    let start = Int((time * sampleRate).rounded())
    for (index, sample) in sound.enumerated() where start + index < samples.count {
      samples[start + index] += sample
    }
  }

  /// Adds noise that lies a number of decibels below the mean power.
  mutating func addNoise(below decibels: Double, seed: UInt64 = 7) {
    let power = samples.reduce(0) { $0 + Double($1 * $1) } / Double(samples.count)
    let rms = (power * pow(10, -decibels / 10)).squareRoot()
    add(TestSignal.noise(count: samples.count, rms: rms, seed: seed), at: 0)
  }

  /// A burst of noise that falls by 8.7 dB in each `decay` seconds.
  func burst(decay: Double, amplitude: Double = 0.4, seed: UInt64 = 1) -> [Float] {
    let noise = TestSignal.noise(count: Int(8 * decay * sampleRate), rms: amplitude, seed: seed)
    return noise.enumerated().map { $1 * Float(exp(-Double($0) / (decay * sampleRate))) }
  }

  /// A struck bar or string: partials that fall, the high ones faster, and a short knock.
  func strike(_ frequency: Double, amplitude: Double = 0.4, seed: UInt64 = 1) -> [Float] {
    var sound = [Float](repeating: 0, count: Int(sampleRate))
    for order in 1...12 {
      let turns = frequency * Double(order) * (1 + 3e-4 * Double(order * order)).squareRoot()
      guard turns < 0.45 * sampleRate else { break }
      for index in sound.indices {
        let time = Double(index) / sampleRate
        let fall = exp(-time * (4 + Double(order)))
        sound[index] += Float(
          amplitude * fall * sin(2 * .pi * turns * time + Double(order)) / Double(order))
      }
    }
    for (index, sample) in burst(decay: 0.008, amplitude: 0.3 * amplitude, seed: seed).enumerated()
    {
      sound[index] += sample
    }
    return sound
  }

  /// A bowed or blown tone whose amplitude rises and falls in straight lines.
  func bow(
    _ frequency: Double, rise: Double, duration: Double = 0.5, vibrato: Double = 8
  ) -> [Float] {
    (0..<Int(duration * sampleRate)).map { index in
      let time = Double(index) / sampleRate
      let depth = frequency * vibrato / 1200 * log(2) / 5.5
      let phase = 2 * .pi * frequency * time + depth * sin(2 * .pi * 5.5 * time)
      let gain = min(1, time / rise, (duration - time) / 0.05)
      var sum = 0.0
      for order in 1...10 where frequency * Double(order) < 0.4 * sampleRate {
        sum += sin(Double(order) * phase + Double(order * order)) / Double(order)
      }
      return Float(0.25 * gain * sum)
    }
  }
}

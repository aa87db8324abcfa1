package import PitchEstimation
import SignalProcessing

/// How near a method comes to the Cramér-Rao bound: no unbiased estimator has a smaller error.
///
/// For a harmonic tone with the amplitudes A(k) in white noise of variance σ², seen through *N*
/// samples, the variance of its fundamental frequency is at least 24 σ²/(N (N² − 1) Σ k² A(k)²), in
/// (radians a sample)². Each trial is a steady tone of 82 to 880 Hz with ten harmonics of amplitude
/// 1/k in random phases, and gives one reading, from its middle.
///
/// - SeeAlso: M. G. Christensen, A. Jakobsson, *Multi-Pitch Estimation*, 2009, section 1.5.
package struct SelfTestBound {
  /// The part of the sound that a reading may use, in seconds.
  static let window = 0.1
  static let harmonicCount = 10
  package static let seconds = 0.4

  let signalToNoise: Double
  /// Root-mean-square values over the trials, in cents.
  private(set) var bound = 0.0
  private(set) var error = 0.0
  /// The root-mean-square error in units of the bound of each trial.
  private(set) var ratio = 0.0
  /// Trials without a pitch.
  private(set) var missed = 0

  /// Runs the trials.
  ///
  /// - Parameters:
  ///   - signalToNoise: The mean power of the tone over that of the noise, in decibels.
  ///   - trials: How many tones.
  ///   - seed: Another seed gives other tones and noises.
  ///   - makeTracker: Makes a new tracker.
  /// - Throws: What `makeTracker` throws.
  package init(
    signalToNoise: Double, trials: Int, seed: UInt64,
    makeTracker: () throws -> some PitchTracking
  ) throws {
    self.signalToNoise = signalToNoise
    var generator = SeededGenerator(seed: seed)
    var (bounds, errors, ratios) = (0.0, 0.0, 0.0)
    for trial in 0..<trials {
      let frequency = 82 * Elementary.exp2(generator.nextUniform() * Elementary.log2(880.0 / 82))
      let samples = Self.tone(frequency, signalToNoise, seed: seed &+ UInt64(trial), &generator)
      let bound = Self.bound(frequency: frequency, signalToNoise: signalToNoise)
      guard let found = Self.middleReading(of: samples, with: try makeTracker()) else {
        missed += 1
        continue
      }
      let error = 1200 * Elementary.log2(found / frequency)
      bounds += bound * bound
      errors += error * error
      ratios += error * error / (bound * bound)
    }
    let count = Double(max(1, trials - missed))
    bound = (bounds / count).squareRoot()
    error = (errors / count).squareRoot()
    ratio = (ratios / count).squareRoot()
  }

  /// The smallest standard deviation that an unbiased estimator can have, in cents.
  static func bound(frequency: Double, signalToNoise: Double) -> Double {
    let count = (window * SelfTestTones.sampleRate).rounded()
    // Σ k² A² = K, and the power of the tone is Σ A²/2, for A = 1/k.
    let power = (1...harmonicCount).reduce(0) { $0 + 0.5 / Double($1 * $1) }
    let noise = power * Elementary.power(10, -signalToNoise / 10)
    let variance = 24 * noise / (count * (count * count - 1) * Double(harmonicCount))
    let deviation = variance.squareRoot() * SelfTestTones.sampleRate / (2 * .pi)
    return 1200 * deviation / frequency / Elementary.log(2)
  }

  private static func tone(
    _ frequency: Double, _ signalToNoise: Double, seed: UInt64, _ generator: inout SeededGenerator
  ) -> [Float] {
    let phases = (0..<harmonicCount).map { _ in generator.nextUniform() }
    let power = (1...harmonicCount).reduce(0) { $0 + 0.5 / Double($1 * $1) }
    let level = SelfTestTones.toneLevel
    let gain = Elementary.power(10, level / 20) / power.squareRoot()
    var noise = WhiteNoise(level: level - signalToNoise, seed: seed)
    return (0..<Int(seconds * SelfTestTones.sampleRate)).map { index in
      let turns = frequency * Double(index) / SelfTestTones.sampleRate
      var sum = 0.0
      for (position, phase) in phases.enumerated() {
        let order = Double(position + 1)
        let angle = (order * turns + phase).truncatingRemainder(dividingBy: 1)
        sum += Elementary.sin(2 * .pi * angle) / order
      }
      return Float(gain * sum) + noise.next()
    }
  }

  private static func middleReading(
    of samples: [Float], with tracker: some PitchTracking
  ) -> Double? {
    var tracker = tracker
    tracker.append(samples)
    tracker.finish()
    var middle: PitchReading?
    while let reading = tracker.next() {
      if middle == nil || (reading.time - seconds / 2).magnitude < 0.004 { middle = reading }
    }
    return middle?.frequency
  }
}

import PitchEstimation
import SignalProcessing

/// The error of a method against the Cramér-Rao bound, the smallest of any unbiased estimator.
///
/// For partials at the multiples k of a frequency, with the amplitudes A(k, n) and unknown phases,
/// in white noise of variance σ², the variance of the frequency is at least 2 σ²/Σ k² S(k), in
/// (radians per sample)², with S = Σ A² n² − (Σ A² n)²/Σ A² over the samples n of the ``window``.
/// For steady partials this is the known 24 σ²/(N (N² − 1) Σ k² A(k)²). Each trial is a tone of 82
/// to 880 Hz in random phases, and gives one reading, from its middle. A tracker that uses more
/// sound than the window can come below the bound.
///
/// - SeeAlso: M. G. Christensen, A. Jakobsson, *Multi-Pitch Estimation*, 2009, section 1.5.
struct SelfTestBound {
  /// The partials of a tone.
  enum Shape: String, CaseIterable {
    /// Ten partials of amplitude 1/k.
    case harmonic
    /// One partial.
    case sine
    /// Ten partials of amplitude 1/k, which decay by the factor e in 1/(2 + k) s.
    case plucked

    var orders: ClosedRange<Int> { self == .sine ? 1...1 : 1...10 }

    /// The amplitude of a partial after a time in seconds.
    func amplitude(_ order: Int, at time: Double) -> Double {
      let decay = self == .plucked ? Elementary.exp2(-Double(2 + order) * time * 1.442695) : 1
      return decay / Double(order)
    }
  }

  /// The part of the sound that a reading may use, in the middle, in seconds.
  static let window = 0.1
  static let seconds = 0.4
  /// The signal-to-noise ratios, in decibels.
  static let signalToNoiseRatios = [40.0, 20, 10, 6]
  /// The number of seeds that a run uses.
  static let seedCount = 5

  let shape: Shape
  let signalToNoise: Double
  /// The root-mean-square values over the trials, in cents.
  private(set) var bound = 0.0
  private(set) var error = 0.0
  /// The root-mean-square error in units of the bound of each trial.
  private(set) var ratio = 0.0
  /// The number of trials without a pitch.
  private(set) var missed = 0

  /// Runs the trials.
  ///
  /// - Parameters:
  ///   - shape: The partials of the tones.
  ///   - signalToNoise: The mean power of the tone, in the window, over that of the noise, in
  ///     decibels.
  ///   - trials: The number of tones.
  ///   - seed: Another seed gives other tones and noises.
  ///   - makeTracker: Makes a new tracker.
  /// - Throws: The errors of `makeTracker`.
  init(
    shape: Shape = .harmonic, signalToNoise: Double, trials: Int, seed: UInt64,
    makeTracker: () throws -> some PitchTracking
  ) throws {
    self.shape = shape
    self.signalToNoise = signalToNoise
    var generator = SeededGenerator(seed: seed)
    var (bounds, errors, ratios) = (0.0, 0.0, 0.0)
    let unit = Self.bound(frequency: 1, signalToNoise: signalToNoise, shape: shape)
    for _ in 0..<trials {
      let frequency = 82 * Elementary.exp2(generator.nextUniform() * Elementary.log2(880.0 / 82))
      let samples = Self.tone(shape, frequency, signalToNoise, &generator)
      let bound = unit / frequency
      guard let found = Self.middleReading(of: samples, with: try makeTracker()) else {
        missed += 1
        continue
      }
      let error = Elementary.cents(ofRatio: found / frequency)
      bounds += bound * bound
      errors += error * error
      ratios += error * error / (bound * bound)
    }
    let count = Double(max(1, trials - missed))
    bound = (bounds / count).squareRoot()
    error = (errors / count).squareRoot()
    ratio = (ratios / count).squareRoot()
  }

  /// Returns the smallest standard deviation that an unbiased estimator can have, in cents.
  static func bound(
    frequency: Double, signalToNoise: Double, shape: Shape = .harmonic
  ) -> Double {
    let noise = power(of: shape) * Elementary.power(10, -signalToNoise / 10)
    let powers = shape.orders.map { order in
      windowTimes.map { time in
        let amplitude = shape.amplitude(order, at: time)
        return amplitude * amplitude
      }
    }
    let deviation =
      variance(powers: powers, noise: noise).squareRoot() * SelfTestTones.sampleRate / (2 * .pi)
    return 1200 * deviation / frequency / Elementary.log(2)
  }

  /// Returns the smallest variance of the frequency, in (radians per sample)².
  ///
  /// - Parameters:
  ///   - powers: The squared amplitudes of the partials 1, 2, 3 …, at each sample.
  ///   - noise: The variance of the noise.
  /// - Returns: The bound for the frequency of the first partial.
  static func variance(powers: [[Double]], noise: Double) -> Double {
    let information = powers.enumerated().reduce(0) { sum, partial in
      var moments = (0.0, 0.0, 0.0)
      for (index, power) in partial.element.enumerated() {
        let position = Double(index)
        moments.0 += power
        moments.1 += power * position
        moments.2 += power * position * position
      }
      let order = Double(partial.offset + 1)
      return sum + order * order * (moments.2 - moments.1 * moments.1 / moments.0)
    }
    return 2 * noise / information
  }

  /// The times of the samples of the window, in seconds.
  private static var windowTimes: [Double] {
    let count = Int((window * SelfTestTones.sampleRate).rounded())
    return (0..<count).map { (seconds - window) / 2 + Double($0) / SelfTestTones.sampleRate }
  }

  /// Returns the mean power of a tone in the window.
  private static func power(of shape: Shape) -> Double {
    let times = windowTimes
    return shape.orders.reduce(0) { sum, order in
      times.reduce(sum) { sum, time in
        let amplitude = shape.amplitude(order, at: time)
        return sum + 0.5 * amplitude * amplitude / Double(times.count)
      }
    }
  }

  private static func tone(
    _ shape: Shape, _ frequency: Double, _ signalToNoise: Double,
    _ generator: inout SeededGenerator
  ) -> [Float] {
    let level = SelfTestTones.toneLevel
    let gain = Elementary.power(10, level / 20) / power(of: shape).squareRoot()
    var sound = SelfTestSound(duration: seconds, sampleRate: SelfTestTones.sampleRate)
    for order in shape.orders {
      sound.add(
        frequency: Double(order) * frequency, amplitude: gain * shape.amplitude(order, at: 0),
        phase: generator.nextUniform(), decay: shape == .plucked ? Double(2 + order) : 0)
    }
    var noise = WhiteNoise(level: level - signalToNoise, seed: generator.next())
    return sound.samples.map { Float($0) + noise.next() }
  }

  private static func middleReading(
    of samples: [Float], with tracker: some PitchTracking
  ) -> Double? {
    var middle: PitchReading?
    for reading in tracker.readings(of: samples)
    where middle == nil || (reading.time - seconds / 2).magnitude < 0.004 {
      middle = reading
    }
    return middle?.frequency
  }
}

/// The results of several seeds.
struct SelfTestBounds {
  /// One result per seed.
  private let results: [SelfTestBound]

  init(_ results: [SelfTestBound]) {
    precondition(!results.isEmpty, "results must not be empty")
    self.results = results
  }

  var shape: SelfTestBound.Shape { results[0].shape }
  var signalToNoise: Double { results[0].signalToNoise }
  /// The means over the seeds, in cents.
  var bound: Double { mean(\.bound) }
  var error: Double { mean(\.error) }
  var meanRatio: Double { mean(\.ratio) }
  var worstRatio: Double { results.reduce(0) { max($0, $1.ratio) } }
  /// The number of trials of all seeds without a pitch.
  var missed: Int { results.reduce(0) { $0 + $1.missed } }

  private func mean(_ value: (SelfTestBound) -> Double) -> Double {
    results.reduce(0) { $0 + value($1) } / Double(results.count)
  }
}

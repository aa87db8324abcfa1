internal import SignalProcessing

/// A plucked string: a burst of noise that circulates in a delay line with a low-pass filter.
///
/// This is the extended Karplus-Strong algorithm. The loop is one period long: a delay of whole
/// samples, a two-point average (half a sample at every frequency) and an all-pass filter for the
/// rest, so that the string is in tune to a hundredth of a cent at its fundamental.
///
/// - Complexity: O(1) time per sample. No allocation after `init`.
/// - SeeAlso: D. Jaffe, J. O. Smith, "Extensions of the Karplus-Strong plucked-string algorithm",
///   Computer Music Journal 7(2), 1983.
public struct PluckedString: SoundRendering {
  /// The fundamental frequency, in hertz.
  public let frequency: Double
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// One channel.
  public var channelCount: Int { 1 }
  private var line: [Float]
  private var position = 0
  private let loopGain: Float
  private let allPass: Float
  private let amplitude: Double
  private var lastSample: Float = 0
  private var lastAllPassInput: Float = 0
  private var lastAllPassOutput: Float = 0

  /// Plucks a string.
  ///
  /// - Parameters:
  ///   - frequency: The fundamental frequency, in hertz, from 20 Hz to an eighth of the sample
  ///     rate; values beyond are clamped.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - amplitude: The peak magnitude of the pluck, nominal 0...1.
  ///   - decayTime: The time in which the fundamental falls by 60 dB, in seconds.
  ///   - seed: Any number; equal seeds give equal sounds.
  public init(
    frequency: Double, sampleRate: Double, amplitude: Double = 0.5, decayTime: Double = 4,
    seed: UInt64 = 1
  ) {
    self.init(
      atRest: frequency, sampleRate: sampleRate, amplitude: amplitude, decayTime: decayTime)
    pluck(seed: seed)
  }

  /// Creates a string that is silent until ``pluck(seed:)``.
  init(atRest frequency: Double, sampleRate: Double, amplitude: Double, decayTime: Double) {
    let frequency = min(sampleRate / 8, max(20, frequency))
    self.frequency = frequency
    self.sampleRate = sampleRate
    self.amplitude = amplitude
    // The two-point average delays by half a sample, so that the all-pass has to add 0.1...1.1.
    let loop = sampleRate / frequency - 0.5
    let whole = Int(loop - 0.1)
    let omega = 2 * Double.pi * frequency / sampleRate
    allPass = Float(Self.allPassCoefficient(delay: loop - Double(whole), omega: omega))
    // e^(−6.91 …) is −60 dB; the average already weakens the fundamental by cos(ω/2).
    let lossPerPeriod = Elementary.exp(-6.907755278982137 / (decayTime * frequency))
    loopGain = Float(min(1, lossPerPeriod / Elementary.cos(omega / 2)))
    line = Array(repeating: 0, count: whole)
  }

  /// Plucks the string again, even while it still sounds, without allocating.
  ///
  /// - Parameter seed: Any number; equal seeds give equal sounds.
  public mutating func pluck(seed: UInt64) {
    // Noise without a mean, softened by one average, as a finger plucks.
    var generator = SeededGenerator(seed: seed)
    let count = line.count
    var sum = 0.0
    var last = 0.0
    for _ in 0..<count {
      last = 2 * generator.nextUniform() - 1
      sum += last
    }
    let mean = sum / Double(max(1, count))
    generator = SeededGenerator(seed: seed)
    for index in 0..<count {
      let noise = 2 * generator.nextUniform() - 1
      let target = position + index
      line[target < count ? target : target - count] += Float(
        amplitude * (0.5 * (noise + last) - mean))
      last = noise
    }
  }

  /// Replaces the contents of a block with the next samples.
  ///
  /// - Parameter block: The block to fill, any size.
  /// - Returns: The size of the block: a string rings on, ever more softly.
  @discardableResult
  public mutating func render(into block: inout MutableSpan<Float>) -> Int {
    render(into: &block, count: block.count)
    return block.count
  }

  /// Replaces the first `count` samples of a block.
  mutating func render(into block: inout MutableSpan<Float>, count: Int) {
    for index in 0..<count { block[index] = next() }
  }

  /// Returns the next samples as an array.
  ///
  /// - Parameter count: The number of samples, 0 or more.
  /// - Returns: `count` samples.
  public mutating func render(_ count: Int) -> [Float] { render(frameCount: count) }

  mutating func next() -> Float {
    let sample = line[position]
    let average = loopGain * 0.5 * (sample + lastSample)
    lastSample = sample
    let output = allPass * (average - lastAllPassOutput) + lastAllPassInput
    lastAllPassInput = average
    lastAllPassOutput = output
    line[position] = output
    position += 1
    if position == line.count { position = 0 }
    return sample
  }

  /// The coefficient c of (c + z⁻¹)/(1 + c z⁻¹) whose phase delay at ω is `delay` samples.
  private static func allPassCoefficient(delay: Double, omega: Double) -> Double {
    let below = (1 - delay) * omega / 2
    let above = (1 + delay) * omega / 2
    return Elementary.sin(below) / Elementary.sin(above)
  }
}

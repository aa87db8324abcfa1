internal import SignalProcessing

/// The dependence of noise power on frequency.
public enum NoiseColor: Sendable, Hashable, CaseIterable {
  /// Equal power per hertz.
  case white
  /// Equal power per octave: -3.01 dB per octave within 0.4 dB, from 20 Hz to half the sample rate.
  case pink
  /// A random walk: -6.02 dB per octave, from 20 Hz up to an eighth of the sample rate.
  case brown
}

/// Noise of one colour, from a seed, as loud as a sine of the same level.
///
/// - Complexity: O(1) time per sample, 26 multiplications for pink at 48 kHz. No allocation after `init`.
public struct ColoredNoise: SoundRendering {
  /// The colour.
  public let color: NoiseColor
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// One channel.
  public var channelCount: Int { 1 }
  private var white: WhiteNoise
  private var filter: NoiseFilter

  /// Creates a source of noise.
  ///
  /// - Parameters:
  ///   - color: The colour.
  ///   - level: The level of a sine of the same power, in dBFS, in -120...0: the root-mean-square
  ///     level is 3.01 dB below it. Peaks are about 12 dB above that.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - seed: Any number; equal seeds give equal noise.
  /// - Throws: ``SynthesisError`` if a parameter is out of its range.
  public init(
    _ color: NoiseColor = .white, level: Double = -20, sampleRate: Double, seed: UInt64 = 1
  ) throws(SynthesisError) {
    try SynthesisError.validate(frequency: sampleRate / 4, level: level, sampleRate: sampleRate)
    self.color = color
    self.sampleRate = sampleRate
    filter = NoiseFilter(color, sampleRate: sampleRate)
    let gain = filter.powerGain(count: Int(sampleRate))
    white = WhiteNoise(
      level: level - decibels(fromPower: 2) - decibels(fromPower: gain), seed: seed)
  }

  /// Replaces the contents of a block with the next samples.
  ///
  /// - Parameter block: The block to fill, any size.
  /// - Returns: The size of the block: noise has no end.
  @discardableResult
  public mutating func render(into block: inout MutableSpan<Float>) -> Int {
    render(into: &block, count: block.count)
    return block.count
  }

  /// Replaces the first `count` samples of a block.
  mutating func render(into block: inout MutableSpan<Float>, count: Int) {
    for index in 0..<count { block[index] = Float(filter.next(Double(white.next()))) }
  }
}

/// A chain of first-order sections, each of one pole and one zero.
///
/// Poles and zeros that alternate at equal ratios approximate any constant slope; here one of each
/// per octave. Brown noise is a single pole.
private struct NoiseFilter: Sendable {
  private struct Section: Sendable {
    var pole: Double
    var zero: Double
    var input = 0.0
    var output = 0.0
  }

  private var sections: [Section] = []

  init(_ color: NoiseColor, sampleRate: Double) {
    let lowest = 10.0
    switch color {
    case .white: break
    case .brown:
      sections = [Section(pole: Self.place(lowest, sampleRate), zero: 0)]
    case .pink:
      var frequency = lowest
      while frequency < sampleRate / 2 {
        // Half an octave apart, so that a pole and the next are a whole one.
        sections.append(
          Section(
            pole: Self.place(frequency, sampleRate),
            zero: Self.place(frequency * 1.4142135623730951, sampleRate)))
        frequency *= 2
      }
      // Sampled, the slope flattens towards half the sample rate, by 1.4 dB; this zero takes that off.
      sections.append(Section(pole: 0, zero: -0.1))
    }
  }

  /// The position of a corner frequency on the real axis, by the matched Z-transform: that of a
  /// bilinear one bends the slope towards half the sample rate.
  private static func place(_ frequency: Double, _ sampleRate: Double) -> Double {
    Elementary.exp(-2 * .pi * frequency / sampleRate)
  }

  mutating func next(_ input: Double) -> Double {
    var sample = input
    for index in sections.indices {
      var section = sections[index]
      section.output = sample - section.zero * section.input + section.pole * section.output
      section.input = sample
      sections[index] = section
      sample = section.output
    }
    return sample
  }

  /// The power of the output for white noise of power 1: the energy of the impulse response.
  func powerGain(count: Int) -> Double {
    var filter = self
    var energy = Elementary.square(filter.next(1))
    for _ in 1..<max(2, count) { energy += Elementary.square(filter.next(0)) }
    return energy
  }
}

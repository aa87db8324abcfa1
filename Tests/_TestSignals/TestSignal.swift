internal import SignalProcessing

/// Test signals with exactly known properties.
public enum TestSignal {
  /// A sine of amplitude `amplitude` that starts at `phase` radians.
  public static func sine(
    _ frequency: Double, sampleRate: Double, count: Int, amplitude: Double = 0.5, phase: Double = 0
  ) -> [Float] {
    harmonics(
      frequency, amplitudes: [amplitude], sampleRate: sampleRate, count: count, phase: phase)
  }

  /// A band-limited sawtooth: every harmonic below half the sample rate, with amplitude 1/n.
  public static func sawtooth(
    _ frequency: Double, sampleRate: Double, count: Int, amplitude: Double = 0.3
  ) -> [Float] {
    let number = max(1, Int(sampleRate / 2 / frequency))
    return harmonics(
      frequency, amplitudes: (1...number).map { amplitude / Double($0) }, sampleRate: sampleRate,
      count: count)
  }

  /// A sum of harmonics with the given amplitudes, the fundamental first.
  ///
  /// Three sines a sample, however many harmonics: sin((n + 1)x + φ) is
  /// 2 cos(x) sin(nx + φ) − sin((n − 1)x + φ), exact to 1e-9 for the thousand that fit below 20 kHz.
  public static func harmonics(
    _ frequency: Double, amplitudes: [Double], sampleRate: Double, count: Int, phase: Double = 0
  ) -> [Float] {
    (0..<count).map { index in
      // Counted in turns, so that a long signal keeps its phase.
      let turns = (frequency * Double(index) / sampleRate).truncatingRemainder(dividingBy: 1)
      let angle = 2 * .pi * turns
      let factor = 2 * Elementary.cos(angle)
      var (sum, before, sine) = (0.0, Elementary.sin(phase), Elementary.sin(angle + phase))
      for amplitude in amplitudes {
        sum += amplitude * sine
        (before, sine) = (sine, factor * sine - before)
      }
      return Float(sum)
    }
  }

  /// Uniform white noise with the given root-mean-square level, from a seed.
  public static func noise(count: Int, rms: Double, seed: UInt64 = 1) -> [Float] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    let amplitude = rms * 3.0.squareRoot()
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Float(amplitude * (Double(state >> 11) / Double(1 << 52) - 1))
    }
  }
}

/// The distance from one frequency to another, in cents.
public func cents(from reference: Double, to frequency: Double) -> Double {
  1200 * Elementary.log2(frequency / reference)
}

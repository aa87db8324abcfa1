/// The shape of one period of a tone.
///
/// All are band-limited, have zero mean, and never exceed a magnitude of 1; sine, triangle and
/// sawtooth start at 0 and rise.
public enum Waveform: Sendable, Hashable {
  /// One partial.
  case sine
  /// Odd harmonics, falling by 12 dB per octave.
  case triangle
  /// All harmonics, falling by 6 dB per octave.
  case sawtooth
  /// High for a part of the period, low for the rest. `duty` is that part, in 0.01...0.99; at 0.5
  /// there are only odd harmonics.
  case square(duty: Double)
  /// One impulse per period: all harmonics equally strong.
  case pulse
}

extension Waveform {
  /// The waveform whose tables this one is made of; `nil` for the sine, which needs none.
  var shape: Wavetable.Shape? {
    switch self {
    case .sine: nil
    case .triangle: .triangle
    case .sawtooth, .square: .sawtooth
    case .pulse: .pulse
    }
  }

  func validate() throws(SynthesisError) {
    if case .square(let duty) = self, !SynthesisError.dutyLimits.contains(duty) {
      throw .dutyOutOfRange(duty)
    }
  }
}

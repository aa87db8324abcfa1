internal import SignalProcessing

/// A waveform at any phase, for a range of frequencies.
struct WaveformReader: Sendable {
  private let waveform: Waveform
  private let table: Wavetable?
  private var position: Wavetable.Position?
  // A square is the difference of two sawtooth waves, one of them later by the duty cycle.
  private let delay: Phase
  private let factor: Float

  init(_ waveform: Waveform, frequencies: ClosedRange<Double>, sampleRate: Double) {
    self.waveform = waveform
    table = waveform.shape.map {
      Wavetable($0, frequencies: frequencies, sampleRate: sampleRate)
    }
    if case .square(let duty) = waveform {
      delay = Phase(turns: duty)
      // The wave is high at 2(1 − d) and low at −2d; a single harmonic exceeds that by up to 0.28.
      factor = Float(Wavetable.sawtoothPeak / (2 * max(duty, 1 - duty) + 0.28))
    } else {
      (delay, factor) = (0, 1)
    }
  }

  var isSine: Bool { table == nil }

  /// Prepares to read at a frequency, in hertz.
  mutating func tune(to frequency: Double) {
    position = table?.position(frequency)
  }

  /// The waveform at a phase.
  @inline(__always)
  func value(at phase: Phase) -> Float {
    guard let table, let position else { return Float(Elementary.sin(2 * .pi * phase.turns)) }
    guard delay != 0 else { return table.value(at: phase, position) }
    let half: Phase = 1 << 63
    let fall = table.value(at: phase &- delay &- half, position)
    return factor * (fall - table.value(at: phase &- half, position))
  }
}

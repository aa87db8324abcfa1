internal import SignalProcessing

/// The steady tones over the whole range by which trackers are judged.
public enum SweepTone {
  /// A0...C8, denser where trackers fail.
  public static let notes = [
    21, 23, 24, 26, 28, 30, 31, 33, 35, 36, 38, 40, 43, 45, 50, 55, 57, 62, 69, 74, 81, 88, 93, 96,
    100, 103, 106, 108,
  ]
  /// How long a tone lasts, in seconds.
  public static let duration = 0.6
  /// How far a tone lies above its note, so that none lies on a grid, in cents.
  public static let detuning = 13.0

  /// The frequency of a note of the sweep, in hertz.
  public static func frequency(ofNote note: Int) -> Double {
    440 * Elementary.exp2((Double(note) - 69 + detuning / 100) / 12)
  }

  /// Amplitudes of the partials, by their number.
  public enum Shape: String, CaseIterable, Sendable {
    case sine, two, triangle, square, sawtooth, bright, weakFirst, mutedBass, bowed

    func amplitude(_ order: Int) -> Double {
      let k = Double(order)
      return switch self {
      case .sine: order == 1 ? 1 : 0
      case .two: [1, 0.3].dropFirst(order - 1).first ?? 0
      case .triangle: order % 2 == 1 ? (order % 4 == 1 ? 1 : -1) / (k * k) : 0
      case .square: order % 2 == 1 ? 1 / k : 0
      case .sawtooth: 1 / k
      case .bright: order <= 12 ? 1 : 0
      case .weakFirst: order == 1 ? 0.03 : 1 / k
      case .mutedBass: order == 1 ? 1 : 0.12 / (k * k)
      case .bowed: 1 / (k * k.squareRoot())
      }
    }

    /// A tone with a peak of −14 dBFS.
    public func tone(_ frequency: Double, sampleRate: Double) -> [Float] {
      let count = max(1, min(40, Int(0.45 * sampleRate / frequency)))
      let tone = TestSignal.harmonics(
        frequency, amplitudes: (1...count).map(amplitude), sampleRate: sampleRate,
        count: Int(SweepTone.duration * sampleRate))
      let peak = tone.reduce(0) { max($0, $1.magnitude) }
      return tone.map { 0.2 / peak * $0 }
    }
  }

  /// What else a tone may be like.
  public enum Manner: String, CaseIterable, Sendable {
    case plain, offset, quiet, faded

    /// Makes a tone so.
    public func applied(to tone: [Float], sampleRate: Double) -> [Float] {
      switch self {
      case .plain: return tone
      case .offset: return tone.map { $0 + 0.2 }
      case .quiet: return tone.map { $0 * Float(amplitude(fromDecibels: -50) / 0.2) }
      case .faded:
        let fade = Float(0.05 * sampleRate)
        return tone.indices.map { index in
          tone[index] * min(1, Float(min(index, tone.count - index)) / fade)
        }
      }
    }
  }
}

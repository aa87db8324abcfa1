import PitchEstimation
import SignalProcessing

/// Tones in white noise: shapes, notes and sample rates.
///
/// A tone lasts 0.8 s; its readings count except for the first and the last 0.1 s. A shape has the
/// same noise at each level, only louder or softer. The noise has the same density at every sample
/// rate: at 44.1 kHz, the ratio of its mean power to that of the tone, over the whole band, is the
/// stated one.
struct SelfTestNoiseSweep {
  /// Signal-to-noise ratios, in decibels.
  static let levels = [40.0, 20, 14, 10, 6, 0]
  static let duration = 0.8
  static let settling = 0.1

  /// The partials of a tone, and how they change.
  enum Shape: String, CaseIterable {
    /// One partial; one and a second of 0.3; up to 20 of amplitude 1/k.
    case sine, two, harmonic
    /// The partials of `harmonic`, of which higher ones decay faster.
    case plucked
    /// Mostly odd partials.
    case reed
    /// The stiff strings of a piano.
    case piano
    /// Three formants, and a vibrato of 25 cents to either side at 5.6 Hz, from E2 to C6.
    case voice
  }

  /// The readings of one shape at one level.
  struct Row {
    let shape: Shape
    let level: Double
    private(set) var tally = SelfTestTally()
    /// The tallies of each MIDI note.
    private(set) var keyTallies: [Int: SelfTestTally] = [:]

    init(shape: Shape, level: Double) {
      self.shape = shape
      self.level = level
    }

    mutating func add(_ error: Double?, note: Int) {
      tally.add(error)
      keyTallies[note, default: SelfTestTally()].add(error)
    }
  }

  /// Returns the notes and the sample rates: A0...C8 as ``SelfTestSweep/notes``, or all keys, at
  /// more rates.
  static func grid(isFull: Bool) -> (notes: [Int], rates: [Double]) {
    isFull
      ? (Array(21...108), [16_000, 44_100, 48_000, 96_000])
      : (SelfTestSweep.notes, [44_100, 48_000])
  }

  /// Tracks the tones of a shape.
  ///
  /// - Parameters:
  ///   - shape: The shape of the tones.
  ///   - isFull: True to play all keys, at four sample rates.
  ///   - makeTracker: Makes a new tracker for a sample rate.
  /// - Returns: One row per level, from the highest ratio to the lowest.
  /// - Throws: The errors of `makeTracker`.
  static func rows(
    of shape: Shape, isFull: Bool, makeTracker: (Double) throws -> some PitchTracking
  ) throws -> [Row] {
    let (notes, rates) = grid(isFull: isFull)
    return try rows(of: shape, notes: notes, rates: rates, makeTracker: makeTracker)
  }

  static func rows(
    of shape: Shape, notes: [Int], rates: [Double],
    makeTracker: (Double) throws -> some PitchTracking
  ) throws -> [Row] {
    var rows = levels.map { Row(shape: shape, level: $0) }
    for rate in rates {
      for note in notes {
        guard let tone = Tone(shape: shape, note: note, sampleRate: rate) else { continue }
        let samples = tone.samples
        for index in rows.indices {
          let readings = try makeTracker(rate).readings(
            of: tone.noisy(samples, signalToNoise: rows[index].level))
          for reading in readings
          where (settling...duration - settling).contains(reading.time) {
            rows[index].add(tone.error(of: reading), note: note)
          }
        }
      }
    }
    return rows
  }
}

extension SelfTestNoiseSweep {
  /// One tone.
  struct Tone {
    static let vibrato = SelfTestVibrato(extent: 25, rate: 5.6)
    static let level = -20.0

    let shape: Shape
    let note: Int
    let sampleRate: Double
    /// The frequency of the first partial, in hertz.
    let frequency: Double

    /// Creates a tone 13 cents sharp, or none if the sample rate or the voice does not reach that
    /// far.
    init?(shape: Shape, note: Int, sampleRate: Double) {
      frequency = 440 * Elementary.exp2((Double(note) - 69 + 0.13) / 12)
      guard frequency < sampleRate / 4, shape != .voice || (40...84).contains(note) else {
        return nil
      }
      self.shape = shape
      self.note = note
      self.sampleRate = sampleRate
    }

    /// The inharmonicity coefficient of a piano's strings; 0 for other shapes.
    ///
    /// - SeeAlso: F. Rigaud, B. David, L. Daudet, "A parametric model and estimation techniques for
    ///   the inharmonicity and tuning of the piano", JASA 133(5), 2013.
    var inharmonicity: Double {
      guard shape == .piano else { return 0 }
      let key = Double(note)
      let exponents = (0.0926 * key - 13.64, -0.0847 * key - 5.82)
      return Elementary.power(2.718281828459045, exponents.0)
        + Elementary.power(2.718281828459045, exponents.1)
    }

    var samples: [Float] {
      var sound = SelfTestSound(duration: duration, sampleRate: sampleRate)
      guard shape != .voice else {
        sound.add(Self.vibrato, frequency: frequency, amplitudes: amplitudes)
        return sound.samples(level: Self.level)
      }
      for (order, amplitude) in zip(1..., amplitudes) where amplitude != 0 {
        let place = frequency * ratio(order)
        guard place < 0.45 * sampleRate else { break }
        sound.add(
          frequency: place, amplitude: amplitude,
          phase: (0.11 * Double(order * order)).truncatingRemainder(dividingBy: 1),
          decay: decay(order))
      }
      return sound.samples(level: Self.level)
    }

    /// The amplitudes of the partials, of which there are up to 20.
    var amplitudes: [Double] {
      (1...max(1, min(20, Int(0.45 * sampleRate / frequency)))).map(amplitude)
    }

    /// Returns the frequency of a partial in units of that of the first.
    func ratio(_ order: Int) -> Double {
      let square = Double(order * order)
      return Double(order) * ((1 + inharmonicity * square) / (1 + inharmonicity)).squareRoot()
    }

    private func amplitude(_ order: Int) -> Double {
      let k = Double(order)
      switch shape {
      case .sine: return order == 1 ? 1 : 0
      case .two: return order == 1 ? 1 : order == 2 ? 0.3 : 0
      case .harmonic, .plucked, .piano: return 1 / k
      case .reed: return (order.isMultiple(of: 2) ? 0.15 : 1) / k
      case .voice:
        let formants = [(600.0, 150.0, 1.0), (1200, 200, 0.5), (2600, 300, 0.3)]
        return formants.reduce(0.1) { sum, formant in
          let distance = (k * frequency - formant.0) / formant.1
          return sum + formant.2 / (1 + distance * distance)
        } / k
      }
    }

    private func decay(_ order: Int) -> Double {
      switch shape {
      case .plucked: 2 + 0.5 * Double(order)
      case .piano: 1 + 0.3 * Double(order)
      default: 0
      }
    }

    func noisy(_ samples: [Float], signalToNoise: Double) -> [Float] {
      let density = decibels(fromPower: sampleRate / 44_100)
      let seed = UInt64(note) &* 1_000_003 &+ UInt64(sampleRate)
      var noise = WhiteNoise(level: Self.level - signalToNoise + density, seed: seed)
      return samples.map { $0 + noise.next() }
    }

    /// Returns the error of a reading, in cents; `nil` if it is unvoiced.
    ///
    /// Below C3, a reading of a stiff string is right anywhere between the partials 1 and 4, each
    /// divided by its number.
    func error(of reading: PitchReading) -> Double? {
      guard let found = reading.frequency else { return nil }
      let vibrato = shape == .voice ? Self.vibrato.cents(at: reading.time) : 0
      let error = Elementary.cents(ofRatio: found / frequency) - vibrato
      guard note < 48, inharmonicity > 0 else { return error }
      let fourth = Elementary.cents(ofRatio: ratio(4) / 4)
      return error > fourth ? error - fourth : min(error, 0)
    }
  }
}

import SignalProcessing

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
  /// The shape of the tables from which this waveform is made; `nil` for a sine, which needs none.
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

  /// Returns the value of the waveform at a phase.
  @inline(__always)
  func value(at phase: Phase) -> Float {
    guard let table, let position else { return Float(Elementary.sin(2 * .pi * phase.turns)) }
    guard delay != 0 else { return table.value(at: phase, position) }
    let half: Phase = 1 << 63
    let fall = table.value(at: phase &- delay &- half, position)
    return factor * (fall - table.value(at: phase &- half, position))
  }
}

/// One period of a waveform with all its harmonics, with a few less, and so on down to the sine.
///
/// For each frequency there is a table whose harmonics are all below half of the sample rate, so
/// that nothing is aliased. The numbers of harmonics are a sixth of an octave apart, and two
/// neighbours are mixed, so that a glide is smooth. Up to 0.79 of half the sample rate all
/// harmonics have their full strength; above, they fade with the distance. Values between the
/// entries come from a cubic through four of them; with 16 or more entries per harmonic, images
/// stay below -100 dB.
///
/// - SeeAlso: J. O. Smith, "Spectral Audio Signal Processing", 2011, on wavetables; V. Välimäki,
///   A. Huovilainen, "Antialiasing oscillators in subtractive synthesis", IEEE Signal Processing
///   Magazine 24(2), 2007, for the alternatives.
struct Wavetable: Sendable {
  /// The strengths of the harmonics.
  enum Shape: Hashable, Sendable {
    case triangle, sawtooth, pulse
  }

  /// A position between two tables.
  struct Position: Sendable {
    fileprivate var lower: Table
    fileprivate var upper: Table
    fileprivate var part: Float
  }

  fileprivate struct Table: Sendable, Hashable {
    var offset: Int
    var bits: Int  // log2 of the number of entries
  }

  private static let stepsPerOctave = 6.0
  private static let mostHarmonics = 4096
  /// The Gibbs overshoot of a sawtooth, so that its peaks stay within ±1.
  static let sawtoothPeak = 1.18

  private let nyquist: Double
  private let firstIndex: Int
  private let tables: [Table]
  private let entries: [Float]

  /// Computes the tables for a range of frequencies.
  ///
  /// - Parameters:
  ///   - shape: The waveform.
  ///   - frequencies: Hertz, above 0 and at most half of `sampleRate`. Low ones get 4096 harmonics
  ///     at most.
  ///   - sampleRate: Samples per second, in hertz.
  init(_ shape: Shape, frequencies: ClosedRange<Double>, sampleRate: Double) {
    nyquist = sampleRate / 2
    let highest = Self.index(frequencies.lowerBound, nyquist)
    firstIndex = max(0, Self.index(frequencies.upperBound, nyquist) - 1)
    var tables: [Table] = []
    var entries: [Float] = []
    var lastCount = 0
    for index in firstIndex...max(firstIndex, highest) {
      let power = Elementary.exp2(Double(index) / Self.stepsPerOctave)
      let count = min(Self.mostHarmonics, Int(power * (1 + 1e-12)))
      if count == lastCount, let last = tables.last {
        tables.append(last)
        continue
      }
      lastCount = count
      let period = Self.period(shape, harmonicCount: count)
      tables.append(Table(offset: entries.count, bits: period.count.trailingZeroBitCount))
      entries += period
    }
    self.tables = tables
    self.entries = entries
  }

  /// The index of the table with the most harmonics that a frequency can carry.
  private static func index(_ frequency: Double, _ nyquist: Double) -> Int {
    let octaves = Elementary.log2(nyquist / frequency)
    let highest = stepsPerOctave * 12  // 4096 harmonics
    return Int(max(0, min(highest, octaves * stepsPerOctave)))
  }

  /// Returns one period with the first harmonics.
  private static func period(_ shape: Shape, harmonicCount: Int) -> [Float] {
    var length = 2048
    while length < 16 * harmonicCount, length < 65_536 { length *= 2 }
    var spectrum = [Float](repeating: 0, count: length)
    for order in 1...harmonicCount {
      let (sine, cosine) = amplitudes(shape, order: order, of: harmonicCount)
      // The inverse transform divides by the length, and a bin stands for its mirror image too.
      spectrum[order] = Float(0.5 * Double(length) * cosine)
      spectrum[length / 2 + order] = Float(-0.5 * Double(length) * sine)
    }
    guard var transform = try? RealFourierTransform(length: length) else { return spectrum }
    var span = spectrum.mutableSpan
    transform.inverse(&span)
    return spectrum
  }

  /// Returns the amplitudes of the sine and the cosine of one harmonic.
  private static func amplitudes(
    _ shape: Shape, order: Int, of count: Int
  ) -> (sine: Double, cosine: Double) {
    let number = Double(order)
    switch shape {
    case .sawtooth:
      let sign = order.isMultiple(of: 2) ? -1.0 : 1
      return (sign * 2 / (.pi * number * sawtoothPeak), 0)
    case .triangle:
      guard !order.isMultiple(of: 2) else { return (0, 0) }
      let sign = order % 4 == 1 ? 1.0 : -1
      return (sign * 8 / (.pi * .pi * number * number), 0)
    case .pulse:
      return (0, 1 / Double(count))
    }
  }
}

// MARK: - Reading

extension Wavetable {
  /// Returns the tables for a frequency.
  ///
  /// - Parameter frequency: Hertz; outside the range of the tables, the nearest one is used.
  /// - Returns: The two tables to mix, and the share of each.
  func position(_ frequency: Double) -> Position {
    let exact = Self.stepsPerOctave * Elementary.log2(nyquist / frequency)
    let index = Int(max(0, min(Self.stepsPerOctave * 12, exact)))
    return Position(
      lower: table(index - 1), upper: table(index),
      part: Float(max(0, min(1, exact - Double(index)))))
  }

  private func table(_ index: Int) -> Table {
    tables[max(0, min(tables.count - 1, index - firstIndex))]
  }

  /// Returns the value of the waveform at a phase.
  @inline(__always)
  func value(at phase: Phase, _ position: Position) -> Float {
    let upper = value(at: phase, in: position.upper)
    guard position.part < 1, position.lower != position.upper else { return upper }
    let lower = value(at: phase, in: position.lower)
    return lower + position.part * (upper - lower)
  }

  /// Lagrange's cubic through the entries at -1, 0, 1 and 2.
  @inline(__always)
  private func value(at phase: Phase, in table: Table) -> Float {
    let index = Int(truncatingIfNeeded: phase >> Phase(64 - table.bits))
    let x = Float((phase << Phase(table.bits)) >> 40) * 0x1p-24
    let mask = 1 << table.bits - 1
    let before = entries[table.offset + (index - 1) & mask]
    let first = entries[table.offset + index]
    let second = entries[table.offset + (index + 1) & mask]
    let after = entries[table.offset + (index + 2) & mask]
    let cubic = (after - before) / 6 + 0.5 * (first - second)
    let square = 0.5 * (before + second) - first
    let slope = second - before / 3 - 0.5 * first - after / 6
    return ((cubic * x + square) * x + slope) * x + first
  }
}

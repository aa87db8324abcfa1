import SignalProcessing

/// A sine tone whose phase continues from block to block and does not drift.
///
/// - SeeAlso: ``Oscillator`` for other waveforms, and for changes that do not click.
public struct SineOscillator: SoundRendering {
  /// Cycles per second, in hertz. A change keeps the phase.
  public var frequency: Double {
    didSet { step = Phase(step: frequency, at: sampleRate) }
  }
  /// The peak magnitude, nominal 0...1.
  public var amplitude: Double
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// One channel.
  public var channelCount: Int { 1 }
  private var phase: Phase = 0
  private var step: Phase
  private var recurrence = SineRecurrence()

  /// Creates an oscillator at phase 0.
  ///
  /// - Parameters:
  ///   - frequency: Cycles per second, in hertz, below half of `sampleRate`.
  ///   - amplitude: The peak magnitude, nominal 0...1.
  ///   - sampleRate: Samples per second, in hertz, greater than 0.
  public init(frequency: Double, amplitude: Double = 0.1, sampleRate: Double) {
    self.frequency = frequency
    self.amplitude = amplitude
    self.sampleRate = sampleRate
    step = Phase(step: frequency, at: sampleRate)
  }

  /// Replaces the contents of a block with the next samples.
  ///
  /// - Parameter block: The block to fill, any size.
  /// - Returns: The size of the block: the tone has no end.
  /// - Complexity: O(*n*) time, no allocation.
  @discardableResult
  public mutating func render(into block: inout MutableSpan<Float>) -> Int {
    recurrence.fill(
      &block, range: block.indices, phase: &phase, step: step, amplitude: amplitude)
    return block.count
  }

  /// Skips samples without rendering them.
  ///
  /// - Parameter count: The number of samples to skip, 0 or more: skipping a day takes no longer
  ///   than one sample.
  public mutating func skip(_ count: Int) {
    phase &+= Phase(truncatingIfNeeded: count) &* step
    recurrence = SineRecurrence()
  }
}

/// Computes successive sines by rotation, many times faster than one by one.
///
/// Every 64 samples it starts again from the exact phase, so that rounding errors always stay below
/// 1e-14. Those positions depend on the count of samples alone, not on the blocks.
struct SineRecurrence: Sendable {
  private var sine = 0.0
  private var cosine = 1.0
  private var step = (sine: 0.0, cosine: 1.0)
  private var stepPhase: Phase = 0
  private var samplesLeft = 0

  /// Fills a part of a block with a sine, and advances its phase.
  mutating func fill(
    _ block: inout MutableSpan<Float>, range: Range<Int>, phase: inout Phase,
    step newStep: Phase, amplitude: Double
  ) {
    if newStep != stepPhase {
      stepPhase = newStep
      step = Elementary.sineAndCosine(2 * .pi * newStep.turns)
      samplesLeft = 0
    }
    var index = range.lowerBound
    while index < range.upperBound {
      if samplesLeft == 0 { start(at: phase) }
      let run = min(samplesLeft, range.upperBound - index)
      var (s, c) = (sine, cosine)
      let (a, b) = (step.cosine, step.sine)
      for position in index..<index + run {
        block[position] = Float(amplitude * s)
        (s, c) = (a * s + b * c, a * c - b * s)
      }
      (sine, cosine) = (s, c)
      phase &+= Phase(truncatingIfNeeded: run) &* newStep
      samplesLeft -= run
      index += run
    }
  }

  private mutating func start(at phase: Phase) {
    (sine, cosine) = Elementary.sineAndCosine(2 * .pi * phase.turns)
    samplesLeft = 64
  }
}

/// A position in a period, in units of 2⁻⁶⁴ turns, which wraps around by itself.
///
/// Whole numbers add without rounding, so that a phase after any number of steps is exactly that
/// number times the step. A step is off by at most 2⁻⁶⁵ turns: 10⁻¹⁰ turns after 24 hours at 48 kHz.
typealias Phase = UInt64

extension Phase {
  /// The step from one sample to the next.
  ///
  /// - Parameters:
  ///   - frequency: Hertz; clamped to 0...`sampleRate` / 2, and 0 if it is not a number.
  ///   - sampleRate: Samples per second, in hertz.
  init(step frequency: Double, at sampleRate: Double) {
    let frequency = frequency > 0 ? Swift.min(frequency, sampleRate / 2) : 0
    // A quotient of 53 bits, and what it leaves of the dividend, for the bits below.
    let quotient = frequency / sampleRate
    let product = exactProduct(quotient, sampleRate)
    let rest = ((frequency - product.high) - product.low) / sampleRate
    let high = (quotient * 0x1p64).rounded(.down)
    let low = (quotient * 0x1p64 - high) + rest * 0x1p64
    self = Phase(high) &+ Phase(bitPattern: Int64(low.rounded()))
  }

  /// Creates the phase of a number of turns, without whole turns.
  init(turns: Double) {
    let fraction = turns - turns.rounded(.down)
    // A fraction just below 1 may round up to a whole turn, which is phase 0.
    self = fraction < 1 ? Phase(fraction * 0x1p53) << 11 : 0
  }

  /// The phase in turns, in 0..<1.
  var turns: Double { Double(self >> 11) * 0x1p-53 }
}

/// The product of two numbers as a rounded value and its rounding error.
///
/// The factors are split in halves whose products are exact (T. Dekker, "A floating-point technique
/// for extending the available precision", Numerische Mathematik 18, 1971).
private func exactProduct(_ x: Double, _ y: Double) -> (high: Double, low: Double) {
  let (a, b) = (halves(x), halves(y))
  let high = x * y
  let low = ((a.high * b.high - high) + a.high * b.low + a.low * b.high) + a.low * b.low
  return (high, low)
}

private func halves(_ x: Double) -> (high: Double, low: Double) {
  let scaled = 134_217_729 * x  // 2²⁷ + 1
  let high = scaled - (scaled - x)
  return (high, x - high)
}

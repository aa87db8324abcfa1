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

  /// The phase of a number of turns; whole turns drop out.
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

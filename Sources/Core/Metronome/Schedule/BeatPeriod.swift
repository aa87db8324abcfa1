/// The samples of a beat at a steady tempo, as an exact fraction.
struct BeatPeriod: Sendable, Hashable {
  // whole + part / divisor samples
  private let whole: Int64
  private let part: Int64
  private let divisor: Int64

  /// - Parameters:
  ///   - tempo: Notes per minute.
  ///   - denominator: The note value of a beat: 4 for quarters.
  ///   - sampleRate: Whole hertz.
  init(_ tempo: Tempo, denominator: Int, sampleRate: Int64) {
    // 60 s · rate / (BPM · note · denominator), with the tempo in millionths: below 2⁵²
    let samples = 60_000_000 * sampleRate * Int64(tempo.note.denominator)
    let beats = Int64(tempo.millionths) * Int64(tempo.note.numerator) * Int64(denominator)
    let common = Self.greatestCommonDivisor(samples, beats)
    divisor = beats / common
    (whole, part) = (samples / common).quotientAndRemainder(dividingBy: divisor)
  }

  /// The samples of a beat, rounded.
  var samples: Double { Double(whole) + Double(part) / Double(divisor) }

  /// The time of a position: exact except for the last rounding of its fraction.
  ///
  /// - Parameter position: Within ±``reach`` beats; the fraction's denominator at most 20000.
  /// - Returns: The samples from beat 0.
  func time(of position: BeatPosition) -> Moment {
    let beat = Int64(position.beat)
    let (numerator, denominator) = (Int64(position.numerator), Int64(position.denominator))
    // beat · (whole + part/divisor) + numerator/denominator · (whole + part/divisor)
    let (carry, beatPart) = Self.divide(beat * part, by: divisor)
    let (inside, rest) = (numerator * whole).quotientAndRemainder(dividingBy: denominator)
    let upper = rest * divisor + beatPart * denominator + numerator * part
    let lower = denominator * divisor
    let (last, remainder) = upper.quotientAndRemainder(dividingBy: lower)
    return Moment(
      frame: beat * whole + carry + inside + last, fraction: Double(remainder) / Double(lower))
  }

  /// Up to here no product leaves 64 bits, whatever the tempo: the divisor is below 2.5e12.
  static var reach: Int { 1 << 20 }

  /// Division with a remainder that is never negative.
  private static func divide(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func greatestCommonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return first
  }
}

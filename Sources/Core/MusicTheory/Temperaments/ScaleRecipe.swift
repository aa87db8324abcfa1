import SignalProcessing

/// How the tables state a scale: in the terms of its source rather than in rounded cents.
enum ScaleRecipe: Sendable {
  /// A part of a period in equal steps.
  case equal(Int, of: ScaleInterval)
  /// A chain of fifths that starts at a position of the line of fifths (C is 0), each of them narrower
  /// than 3/2 by a number of parts of a comma. The fifth that closes the circle is left out.
  case fifths(from: Int, Comma, parts: Int, [Int])
  /// Ratios to the root, the last of them the period.
  case ratios([(Int64, Int64)])
  /// Cents above the root in an octave.
  case cents([Double])

  /// What a fifth may be narrowed by.
  enum Comma: Sendable {
    /// Twelve fifths less seven octaves: 23.460 cents.
    case pythagorean
    /// Four fifths less two octaves and a major third: 21.506 cents.
    case syntonic

    var cents: Double {
      switch self {
      case .pythagorean: ScaleInterval.ratio(531_441, 524_288).cents
      case .syntonic: ScaleInterval.ratio(81, 80).cents
      }
    }
  }

  func scale(title: String) -> Scale {
    switch self {
    case .equal(let count, let period):
      let size = period.cents
      let degrees = (1..<count).map { ScaleInterval.cents(size * Double($0) / Double(count)) }
      return Scale(title: title, validDegrees: degrees, period: period)
    case .fifths(let start, let comma, let parts, let narrowed):
      let degrees = Self.chain(from: start, unit: comma.cents / Double(parts), narrowed)
      return Scale(title: title, validDegrees: degrees, period: .ratio(2, 1))
    case .ratios(let ratios):
      let intervals = ratios.map { ScaleInterval.ratio($0.0, $0.1) }
      return Scale(
        title: title, validDegrees: intervals.dropLast(), period: intervals.last ?? .ratio(2, 1))
    case .cents(let cents):
      return Scale(
        title: title, validDegrees: cents.map { .cents($0) }, period: .ratio(2, 1))
    }
  }

  /// The notes of the chain within the octave above C, rising, without C itself.
  private static func chain(from start: Int, unit: Double, _ narrowed: [Int]) -> [ScaleInterval] {
    var sums = [0]
    for parts in narrowed { sums.append(sums[sums.count - 1] + parts) }
    let sumAtC = sums[-start]
    let notes = sums.enumerated().map { index, sum in
      let position = start + index
      let pure = pureFifths(position)
      return sum == sumAtC ? pure : .cents(pure.cents - Double(sum - sumAtC) * unit)
    }
    return notes.filter { $0.cents > 0 }.sorted { $0.cents < $1.cents }
  }

  /// As many pure fifths above C, within one octave.
  private static func pureFifths(_ count: Int) -> ScaleInterval {
    var numerator: Int64 = 1
    var denominator: Int64 = 1
    for _ in 0..<abs(count) {
      if count > 0 { numerator *= 3 } else { denominator *= 3 }
    }
    while numerator < denominator { numerator *= 2 }
    while numerator >= 2 * denominator { denominator *= 2 }
    return .ratio(numerator, denominator)
  }
}

internal import SignalProcessing

/// The reading of a string (decision 29): its first partial if that stands clear, and for low tones
/// the common fundamental of the strong ones of the lowest four partials.
extension PartialFit {
  /// The number of the lowest partials that determine the reading of a low tone.
  static let lowCount = 4
  /// A low partial is strong if its power is at least this share of that of the strongest one.
  static let strongShare = 0.03162  // -15 dB
  /// Below this share a low partial does not count at all.
  static let weakShare = 0.01585  // -18 dB
  /// The first partial stands clear if its power is at least this share of that of the strongest.
  static let clearShare = 1e-4  // -40 dB

  /// The frequency of the first partial, by its own measurement as far as that is certain, by the
  /// line if noise leaves it open.
  ///
  /// - Parameters:
  ///   - fundamental: f₀ of the line, in radians per sample.
  ///   - inharmonicity: B of the line.
  ///   - lowness: The weight of the low partials, 0...1.
  /// - Returns: In radians per sample.
  func reading(fundamental: Double, inharmonicity: Double, lowness: Double) -> Double {
    let first = fundamental * (1 + inharmonicity).squareRoot()
    var strongest = (any: 0.0, low: 0.0)
    var lowEnd = 0
    for index in 0..<count {
      strongest.any = max(strongest.any, power(index))
      guard square(index) <= Double(Self.lowCount * Self.lowCount) else { continue }
      strongest.low = max(strongest.low, power(index))
      lowEnd = index + 1
    }
    guard lowEnd > 0 else { return first }
    var (sum, weights) = (0.0, 0.0)
    var (least, most) = (Double.infinity, 0.0)
    for index in 0..<lowEnd {
      let share = power(index) / strongest.low
      if share > Self.strongShare {
        least = min(least, height(index).squareRoot())
        most = max(most, height(index).squareRoot())
      }
      let strength = min(1, max(0, (share - Self.weakShare) / (Self.strongShare - Self.weakShare)))
      let weight = power(index) * power(index) * strength
      sum += weight * asFirst(index, first: first, inharmonicity: inharmonicity)
      weights += weight
    }
    let low = min(most, max(least, sum / weights))
    let isFirstClear = square(0) == 1 && power(0) > Self.clearShare * strongest.any
    guard isFirstClear, lowness < 1 else { return low }
    let high = asFirst(0, first: first, inharmonicity: inharmonicity)
    return high + lowness * (low - high)
  }

  /// The first partial, if it were out of place by as much as another one.
  @inline(never)
  private func asFirst(_ index: Int, first: Double, inharmonicity: Double) -> Double {
    let order = square(index).squareRoot()
    let line = first * first * StiffString.squaredStretch(ofPartial: order, inharmonicity)
    let displacement = 0.5 * (height(index) / line - 1)
    return first * (1 + certainty(index) * displacement)
  }
}

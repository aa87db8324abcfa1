internal import SignalProcessing

/// A stiff string, whose partials are at f(k) = k f₀ √(1 + B k²), seen from its first partial.
///
/// - SeeAlso: H. Fletcher, "Normal vibration frequencies of a stiff piano string", J. Acoust. Soc.
///   Am. 36(1), 1964, [doi:10.1121/1.1918933](https://doi.org/10.1121/1.1918933).
enum StiffString {
  /// Returns how far a partial is above a multiple of the first one.
  ///
  /// - Parameters:
  ///   - order: The number k of the partial.
  ///   - inharmonicity: B.
  /// - Returns: (f(k)/(k f(1)))² = (1 + B k²)/(1 + B).
  @inline(never)
  static func squaredStretch(ofPartial order: Double, _ inharmonicity: Double) -> Double {
    (1 + inharmonicity * order * order) / (1 + inharmonicity)
  }

  /// Returns the frequency of a partial, from that of the first one.
  @inline(never)
  static func frequency(
    ofPartial order: Double, first: Double, _ inharmonicity: Double
  ) -> Double {
    order * first * squaredStretch(ofPartial: order, inharmonicity).squareRoot()
  }

  /// Returns B by the frequencies of two partials: 0 for harmonic ones and for flat ones.
  ///
  /// - Parameters:
  ///   - order: The number k of the other partial, 2 or more.
  ///   - frequency: Its frequency, in the unit of `first`.
  ///   - first: The frequency of the first one.
  /// - Returns: B, 0 or more.
  @inline(never)
  static func inharmonicity(
    byPartial order: Double, at frequency: Double, first: Double
  ) -> Double {
    let stretch = Elementary.square(frequency / (order * first))
    return max(0, (stretch - 1) / max(0.1, order * order - stretch))
  }

  /// The largest B of a string whose first partial is at a frequency, in hertz: it grows with the
  /// square of the frequency.
  static func largestInharmonicity(at first: Double) -> Double {
    0.008 * Elementary.square(first / 1000)
  }
}

internal import SignalProcessing

/// The partials of a stiff string: partial k lies at k f1 √((1 + B k²) / (1 + B)).
///
/// - SeeAlso: H. Fletcher, "Normal vibration frequencies of a stiff piano string", J. Acoust. Soc.
///   Am. 36(1), 1964, [doi:10.1121/1.1918933](https://doi.org/10.1121/1.1918933).
package struct StringSeries: Sendable {
  /// The frequency of the first partial, in hertz.
  package var frequency: Double
  /// B.
  package var inharmonicity: Double

  package init(frequency: Double, inharmonicity: Double) {
    self.frequency = frequency
    self.inharmonicity = inharmonicity
  }

  /// The frequency of partial `order`, in hertz.
  package func partial(_ order: Int) -> Double {
    let order = Double(order)
    let stretch = (1 + inharmonicity * order * order) / (1 + inharmonicity)
    return order * frequency * stretch.squareRoot()
  }
}

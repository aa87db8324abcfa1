internal import SignalProcessing

/// Intervals between frequencies.
enum Cents {
  /// The size of a ratio of frequencies, in cents.
  static func of(_ ratio: Double) -> Double { 1200 * Elementary.log2(ratio) }

  /// The ratio of frequencies of an interval in cents.
  static func ratio(_ cents: Double) -> Double { Elementary.exp2(cents / 1200) }

  /// By how much partial `order` of a stiff string lies above that of an ideal string with the same
  /// first partial, in cents.
  static func stretch(ofPartial order: Int, _ inharmonicity: Double) -> Double {
    let square = Double(order * order)
    return 0.5 * of((1 + inharmonicity * square) / (1 + inharmonicity))
  }
}

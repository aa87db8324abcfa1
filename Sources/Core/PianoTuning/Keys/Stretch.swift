internal import SignalProcessing

/// The stretch of stiff strings.
enum Stretch {
  /// By how much partial `order` of a stiff string lies above that of an ideal string with the same
  /// first partial, in cents.
  static func cents(ofPartial order: Int, _ inharmonicity: Double) -> Double {
    let square = Double(order * order)
    return 0.5 * Elementary.cents(ofRatio: (1 + inharmonicity * square) / (1 + inharmonicity))
  }
}

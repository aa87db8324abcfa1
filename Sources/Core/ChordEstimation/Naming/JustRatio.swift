internal import SignalProcessing

/// A ratio of small whole numbers, as pure intervals have: 3/2 is a fifth.
public struct JustRatio: Sendable, Equatable {
  /// The number of the upper note, as a multiple of the fundamental of both.
  public let numerator: Int
  /// The number of the lower note.
  public let denominator: Int

  /// The size, in cents.
  public var cents: Double {
    Elementary.cents(ofRatio: Double(numerator) / Double(denominator))
  }

  /// Pure intervals within an octave, from the unison up; those with 7 too, which blues and close
  /// harmony have.
  static let simple: [JustRatio] = [
    JustRatio(1, 1), JustRatio(16, 15), JustRatio(10, 9), JustRatio(9, 8), JustRatio(6, 5),
    JustRatio(5, 4), JustRatio(4, 3), JustRatio(7, 5), JustRatio(10, 7), JustRatio(3, 2),
    JustRatio(8, 5), JustRatio(5, 3), JustRatio(7, 4), JustRatio(16, 9), JustRatio(9, 5),
    JustRatio(15, 8), JustRatio(2, 1),
  ]

  init(_ numerator: Int, _ denominator: Int) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// Returns the pure interval that is nearest to one of 0 to 1200 cents.
  static func nearest(to cents: Double) -> JustRatio {
    var nearest = simple[0]
    for ratio in simple where (ratio.cents - cents).magnitude < (nearest.cents - cents).magnitude {
      nearest = ratio
    }
    return nearest
  }

  /// Returns the interval some octaves wider, in lowest terms.
  func widened(byOctaves octaves: Int) -> JustRatio {
    var (upper, lower) = (numerator, denominator)
    for _ in 0..<octaves {
      if lower % 2 == 0 { lower /= 2 } else { upper *= 2 }
    }
    return JustRatio(upper, lower)
  }
}

/// Detects clipping: more than three samples that reach full scale.
package struct ClippingCounter: Sendable, Hashable {
  private static let fullScale: Float = 0.999
  private static let mostByChance = 3

  private var count = 0

  /// Creates a counter without samples.
  package init() {}

  /// True if the samples so far were clipped.
  package var isClipped: Bool { count > Self.mostByChance }

  /// Counts clipped samples.
  ///
  /// - Parameter samples: Any number, with any values.
  /// - Complexity: O(*n*) time, no allocation.
  package mutating func append(_ samples: Span<Float>) {
    for index in samples.indices where samples[index].magnitude >= Self.fullScale { count += 1 }
  }

  /// Counts clipped samples, in an array.
  ///
  /// - Parameter samples: Any number, with any values.
  package mutating func append(_ samples: [Float]) { append(samples.span) }
}

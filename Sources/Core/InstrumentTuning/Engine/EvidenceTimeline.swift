/// What was known at each position of a stream, for readings that come later than the sound that they
/// belong to.
///
/// - Complexity: O(1) on average. Allocates only if more is waiting than ever before.
struct EvidenceTimeline<Value: Sendable>: Sendable {
  private var changes: [(position: Int64, value: Value)]

  /// Creates a timeline of a stream.
  ///
  /// - Parameter value: What is known at its start.
  init(_ value: Value) {
    changes = [(0, value)]
    changes.reserveCapacity(64)
  }

  /// Takes what is known from a position on, in samples, which must not go back.
  mutating func append(_ value: Value, at position: Int64) {
    changes.append((position, value))
  }

  /// Returns what was known at a position, in samples, which must not go back.
  mutating func value(at position: Int64) -> Value {
    var past = 0
    while past + 1 < changes.count, changes[past + 1].position <= position { past += 1 }
    changes.removeFirst(past)
    return changes[0].value
  }
}

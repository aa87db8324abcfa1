/// Remembers what was delivered, so that the same is not delivered again.
///
/// - Complexity: O(64) time and memory.
struct DeliveredMessages: Sendable {
  private static var capacity: Int { 64 }

  /// The properties that two copies of a message share.
  enum Identity: Sendable, Equatable {
    case parts(MessageID)
    case packet([UInt8])
  }

  private var entries: [(identity: Identity, time: Double)] = []

  init() {
    entries.reserveCapacity(Self.capacity + 1)
  }

  /// Returns whether the same message arrived within a time; if so, the time starts again.
  mutating func recall(_ identity: Identity, at time: Double, within window: Double) -> Bool {
    guard let index = entries.firstIndex(where: { $0.identity == identity }) else { return false }
    let isRecent = time - entries[index].time <= window
    entries.remove(at: index)
    if isRecent { entries.append((identity, time)) }
    return isRecent
  }

  /// Remembers; what was not heard for longest is forgotten.
  mutating func remember(_ identity: Identity, at time: Double) {
    entries.append((identity, time))
    if entries.count > Self.capacity { entries.removeFirst() }
  }
}

import CommandKit

/// What a stop means while somebody plays: the source has been stopped, and what it has already
/// delivered still counts, such as the note that sounds.
struct StopRule {
  /// The number of events that are still read, for a source that does not end by itself.
  private var eventsLeft = 500

  /// Counts an event; call this once for each.
  ///
  /// - Parameter interruption: The request to stop.
  /// - Returns: True once nothing more is to be read.
  mutating func isOver(_ interruption: Interruption) -> Bool {
    guard interruption.isRequested else { return false }
    eventsLeft -= 1
    return eventsLeft <= 0
  }
}

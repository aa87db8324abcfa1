/// How often the stages of the default tracker have run, to see what a sound costs.
package struct StageCounts: Sendable {
  /// Frames that were searched in all windows, and judged.
  package internal(set) var searched = 0
  /// Frames whose longest window showed a clear note to go on.
  package internal(set) var continued = 0
  /// Frames between two that a note glides through, in which it was measured.
  package internal(set) var measured = 0
  /// Frames about which the network was asked.
  package internal(set) var asked = 0
  /// Readings whose partials were measured.
  package internal(set) var refined = 0
}

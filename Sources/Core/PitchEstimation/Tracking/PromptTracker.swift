internal import SignalProcessing

/// ``MultiresolutionTracker`` with a look-ahead of 0, with the same bits and less code: for the
/// page, which names notes as soon as it can, and loads quickly.
package struct PromptTracker: FrameTracking {
  private var tracking: MultiresolutionTracking<EveryFrame>
  var frames: FrameStream {
    _read { yield tracking.frames }
    _modify { yield &tracking.frames }
  }

  /// Creates a tracker at the start of a stream.
  ///
  /// - Parameter settings: Settings with a look-ahead of 0.
  package init(_ settings: TrackerSettings) { tracking = MultiresolutionTracking(settings) }

  /// Returns the next reading, or `nil` until more samples arrive.
  package mutating func next() -> PitchReading? { tracking.next() }
}

/// An analysis of a stream of samples, such as a pitch tracker, a detector of strums or keys, or a
/// receiver of messages.
///
/// Append blocks of any size, then read until `nil`. The size of the blocks never changes a
/// reading.
///
/// Live sound has gaps, and devices are unplugged. All analyses follow one rule, which `Live` in
/// `LiveAudio` applies:
///
/// - Samples are missing: ``interrupt()``; then silence replaces them, if their number is known, so
///   that time continues.
/// - The device is lost: ``interrupt()``, then ``finish()``. Readings that are complete by then
///   count.
/// - A device is back: a new analysis, for its sample rate. The times of its readings continue from
///   there (``delayed(_:by:)``).
/// - The end: ``finish()``.
public protocol SampleAnalysis: Sendable {
  /// The type of the results.
  associatedtype Reading: Sendable

  /// Appends the next samples of the stream.
  ///
  /// - Parameter block: Mono samples, nominal range -1...1, any count. Samples that are not finite
  ///   count as silence.
  mutating func append(_ block: Span<Float>)

  /// Returns the next reading, or `nil` until more samples arrive.
  ///
  /// - Returns: The readings in chronological order.
  mutating func next() -> Reading?

  /// Marks missing samples: a measurement across the gap is discarded.
  ///
  /// There is no default: an analysis of short frames, for which the silence that follows is silence,
  /// says so by doing nothing, and one that wraps another passes it on.
  mutating func interrupt()

  /// Ends the stream: the readings up to its last sample become available, and no blocks may
  /// follow.
  mutating func finish()

  /// Returns a reading of a stream that began later.
  ///
  /// - Parameters:
  ///   - reading: A reading whose times count from the first sample of this analysis.
  ///   - seconds: The duration of the sound before this analysis, in seconds.
  /// - Returns: The reading with its times from the first sample of all.
  static func delayed(_ reading: Reading, by seconds: Double) -> Reading
}

extension SampleAnalysis {
  /// Appends the next samples of the stream.
  ///
  /// - Parameter block: Mono samples, nominal range -1...1, any count.
  public mutating func append(_ block: [Float]) { append(block.span) }
}

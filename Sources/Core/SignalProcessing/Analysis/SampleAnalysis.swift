/// An analysis of a stream of samples: a pitch tracker, a listener for strums or keys, a receiver of messages.
///
/// Append blocks of any size, then read until `nil`. The size of the blocks never changes a reading.
///
/// Live sound has gaps, and devices are unplugged. There is one rule for all analyses, which `Live` in `LiveAudio`
/// follows:
///
/// - Samples are missing: ``interrupt()``; then silence takes their place, if their number is known, so that time goes on.
/// - The device is lost: ``interrupt()``, then ``finish()``. What is complete by then counts.
/// - A device is back: a new analysis, for its sample rate. The times of its readings go on from there
///   (``delayed(_:by:)``).
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

  /// Samples are missing here. What would be measured across the gap is discarded. The default does nothing: for
  /// analyses of short frames, in which the silence that follows is silence.
  mutating func interrupt()

  /// Ends the stream: the readings up to its last sample become available, and no blocks may follow.
  mutating func finish()

  /// A reading of a stream that began later.
  ///
  /// - Parameters:
  ///   - reading: A reading whose times count from the first sample of this analysis.
  ///   - seconds: The sound that was heard before, in seconds.
  /// - Returns: The reading with its times from the first sample of all.
  static func delayed(_ reading: Reading, by seconds: Double) -> Reading
}

extension SampleAnalysis {
  /// Appends the next samples of the stream.
  ///
  /// - Parameter block: Mono samples, nominal range -1...1, any count.
  public mutating func append(_ block: [Float]) { append(block.span) }

  /// Does nothing.
  public mutating func interrupt() {}
}

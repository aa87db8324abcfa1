/// A method that turns a stream of samples into a track of pitch readings.
///
/// Append blocks of any size, then read until `nil`. The size of the blocks never changes a
/// reading. Conform a type of your own to use it wherever a ``PitchTracker`` is used.
public protocol PitchTracking: Sendable {
  /// Samples per second, in hertz.
  var sampleRate: Double { get }

  /// How many samples were not finite, and were treated as silence.
  var rejectedSampleCount: Int { get }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter block: Mono samples, nominal range -1...1, any count. Samples that are not finite
  ///   count as silence.
  mutating func append(_ block: Span<Float>)

  /// Returns the next reading, or `nil` until more samples arrive.
  ///
  /// - Returns: The readings in order of time, one a hop.
  mutating func next() -> PitchReading?

  /// Ends the stream: the readings up to its last sample become available, and no block may follow.
  mutating func finish()
}

extension PitchTracking {
  /// Appends the next samples of the stream.
  ///
  /// - Parameter block: Mono samples, nominal range -1...1, any count.
  public mutating func append(_ block: [Float]) {
    append(block.span)
  }
}

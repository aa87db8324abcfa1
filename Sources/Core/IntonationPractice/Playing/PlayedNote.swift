/// A note that was played.
public struct PlayedNote: Sendable, Hashable {
  /// When it starts, in seconds.
  public var onset: Double
  /// How long it lasts, in seconds.
  public var duration: Double
  /// Its frequency, in hertz.
  public var frequency: Double
  /// One standard error or the spread of its pitch, in cents.
  public var spread: Double

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - onset: When it starts, in seconds.
  ///   - duration: How long it lasts, in seconds.
  ///   - frequency: Its frequency, in hertz, greater than zero.
  ///   - spread: How its pitch varies, in cents.
  public init(onset: Double, duration: Double, frequency: Double, spread: Double = 0) {
    self.onset = onset
    self.duration = duration
    self.frequency = frequency
    self.spread = spread
  }
}

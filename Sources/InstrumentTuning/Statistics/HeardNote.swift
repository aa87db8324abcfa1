public import MusicTheory

/// One note that somebody played, from its start to its end.
public struct HeardNote: Sendable, Hashable {
  /// When it began, in seconds since the first sample.
  public var startTime: Double
  /// How long it sounded, in seconds.
  public var duration: Double
  /// The note that it was tuned to.
  public var note: Note
  /// The exact frequency to tune to, in hertz.
  public var targetFrequency: Double
  /// The number of the string, or `nil` for a note without one.
  public var string: Int?
  /// The mean distance from the target, in cents; negative below.
  public var meanCents: Double
  /// The standard deviation of that distance, in cents; 0 for a single reading.
  public var spread: Double
  /// How long it was within the tolerance, in seconds.
  public var timeInTune: Double
  /// How many readings these figures come from.
  public var readingCount: Int

  /// Creates a note from its parts, as a store of notes needs.
  ///
  /// - Parameters:
  ///   - startTime: When it began, in seconds since the first sample.
  ///   - duration: How long it sounded, in seconds.
  ///   - note: The note that it was tuned to.
  ///   - targetFrequency: The exact frequency to tune to, in hertz.
  ///   - string: The number of the string, or `nil` for a note without one.
  ///   - meanCents: The mean distance from the target, in cents.
  ///   - spread: The standard deviation of that distance, in cents.
  ///   - timeInTune: How long it was within the tolerance, in seconds.
  ///   - readingCount: How many readings these figures come from.
  public init(
    startTime: Double, duration: Double, note: Note, targetFrequency: Double, string: Int?,
    meanCents: Double, spread: Double, timeInTune: Double, readingCount: Int
  ) {
    self.startTime = startTime
    self.duration = duration
    self.note = note
    self.targetFrequency = targetFrequency
    self.string = string
    self.meanCents = meanCents
    self.spread = spread
    self.timeInTune = timeInTune
    self.readingCount = readingCount
  }

  /// When it ended, in seconds since the first sample.
  public var endTime: Double { startTime + duration }
}

public import MusicTheory

/// A played note, from its start to its end.
public struct HeardNote: Sendable, Hashable {
  /// When it began, in seconds since the first sample.
  public var startTime: Double
  /// Its duration, in seconds.
  public var duration: Double
  /// The note that it was tuned to.
  public var note: Note
  /// The exact frequency to tune to, in hertz.
  public var targetFrequency: Double
  /// The number of the string, or `nil` for a note without one.
  public var string: Int?
  /// The mean deviation from the target, in cents; negative below.
  public var meanCents: Double
  /// The standard deviation of the readings, in cents; 0 for a single reading.
  public var spread: Double
  /// The time within the tolerance, in seconds.
  public var timeInTune: Double
  /// The number of readings behind these figures.
  public var readingCount: Int

  /// Creates a note from its parts, for example from a database.
  ///
  /// - Parameters:
  ///   - startTime: Its start, in seconds since the first sample.
  ///   - duration: Its duration, in seconds.
  ///   - note: The target note.
  ///   - targetFrequency: The exact frequency to tune to, in hertz.
  ///   - string: The number of the string, or `nil` for a note without one.
  ///   - meanCents: The mean deviation from the target, in cents.
  ///   - spread: The standard deviation of the readings, in cents.
  ///   - timeInTune: The time within the tolerance, in seconds.
  ///   - readingCount: The number of readings behind these figures.
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

public import MusicTheory

/// Divides the output of a tuner into the played notes.
///
/// A note continues while its target and its place stay the same, and over gaps of up to
/// ``longestGap``, during which nothing counts as in tune. A step of more than ``longestStep``
/// begins another one: a melody near one string is not one note. Notes shorter than
/// ``shortestNote`` are ignored, because a pluck passes through other notes.
///
/// ```swift
/// var log = NoteLog()
/// while let reading = tracker.next() {
///   let result = tuner.process(reading)
///   let ended = log.add(result.deviation, string: result.target?.string, at: result.time)
///   if let note = ended { print(note.note, note.meanCents) }
/// }
/// if let note = log.finish() { print(note.note, note.meanCents) }
/// ```
///
/// - Complexity: O(1) per reading; no allocation.
package struct NoteLog: Sendable, Hashable {
  /// The longest interruption within a note, in seconds.
  package static var longestGap: Double { SessionStatistics.longestGap }
  /// The shortest note, in seconds.
  package static var shortestNote: Double { 0.08 }

  /// The largest distance of a reading from the place of its note, in cents. A semitone that is
  /// slurred exceeds it; a string that is being tuned, by up to 120 cents per second, does not.
  package static var longestStep: Double { 60 }
  /// The time within which the place of a note follows its readings, in seconds.
  private static var placeTime: Double { 0.5 }

  private struct OpenNote: Sendable, Hashable {
    let first: NoteDeviation
    let string: Int?
    let startTime: Double
    var lastTime: Double
    /// The mean of the latest readings, in cents.
    var place: Double
    var cents = RunningStatistics()
    var timeInTune = 0.0
  }

  private var open: OpenNote?
  private var isInterrupted = false

  /// Creates a log in its initial state.
  package init() {}

  /// Adds the next reading of a tuner.
  ///
  /// - Parameters:
  ///   - deviation: Note and cents; `nil` while nothing sounds, or is only held. Cents that are not finite count as
  ///     silence.
  ///   - string: The number of the string, if the target is one.
  ///   - time: Seconds since the first sample; never less than the time before.
  /// - Returns: The note that has just ended, if any.
  package mutating func add(
    _ deviation: NoteDeviation?, string: Int?, at time: Double
  ) -> HeardNote? {
    guard let deviation, deviation.cents.isFinite, deviation.targetFrequency.isFinite else {
      isInterrupted = true
      guard let open, time - open.lastTime > Self.longestGap else { return nil }
      return finish()
    }
    defer { isInterrupted = false }
    if var note = open, Self.continues(note, with: deviation, string: string, at: time) {
      if deviation.state == .inTune, !isInterrupted { note.timeInTune += time - note.lastTime }
      note.place +=
        (deviation.cents - note.place) * min(1, (time - note.lastTime) / Self.placeTime)
      note.lastTime = time
      note.cents.add(deviation.cents)
      open = note
      return nil
    }
    let ended = finish()
    var note = OpenNote(
      first: deviation, string: string, startTime: time, lastTime: time, place: deviation.cents)
    note.cents.add(deviation.cents)
    open = note
    return ended
  }

  /// Ends the current note, for example at the end of a session.
  ///
  /// - Returns: The note, if any.
  package mutating func finish() -> HeardNote? {
    defer { open = nil }
    guard let open, open.lastTime - open.startTime >= Self.shortestNote else { return nil }
    return HeardNote(
      startTime: open.startTime, duration: open.lastTime - open.startTime, note: open.first.note,
      targetFrequency: open.first.targetFrequency, string: open.string,
      meanCents: open.cents.mean, spread: open.cents.standardDeviation,
      timeInTune: open.timeInTune, readingCount: open.cents.count)
  }

  /// True if the reading belongs to the note. A changed concert pitch changes the target, and so
  /// begins another note.
  private static func continues(
    _ note: OpenNote, with deviation: NoteDeviation, string: Int?, at time: Double
  ) -> Bool {
    note.first.note.isEnharmonic(to: deviation.note) && note.string == string
      && note.first.targetFrequency == deviation.targetFrequency
      && (deviation.cents - note.place).magnitude <= longestStep
      && (0...longestGap).contains(time - note.lastTime)
  }
}

/// A played note, from its start to its end.
public struct HeardNote: Sendable, Hashable {
  /// Its start, in seconds since the first sample.
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

  /// Its end, in seconds since the first sample.
  public var endTime: Double { startTime + duration }
}

internal import MusicTheory

/// Divides the output of a tuner into the played notes.
///
/// A note continues while its target stays the same, and over gaps of up to ``longestGap``, during
/// which nothing counts as in tune. Notes shorter than ``shortestNote`` are ignored, because a
/// pluck passes through other notes.
///
/// ```swift
/// var log = NoteLog()
/// while let reading = tracker.next() {
///   if let note = log.add(tuner.update(reading)) { print(note.note, note.meanCents) }
/// }
/// if let note = log.finish() { print(note.note, note.meanCents) }
/// ```
///
/// - Complexity: O(1) per reading; no allocation.
public struct NoteLog: Sendable, Hashable {
  /// The longest interruption within a note, in seconds.
  public static var longestGap: Double { SessionStatistics.longestGap }
  /// The shortest note, in seconds.
  public static var shortestNote: Double { 0.08 }

  private struct OpenNote: Sendable, Hashable {
    let first: TunerReading
    let string: Int?
    let startTime: Double
    var lastTime: Double
    var cents = RunningStatistics()
    var timeInTune = 0.0
  }

  private var open: OpenNote?
  private var isInterrupted = false

  /// Creates a log in its initial state.
  public init() {}

  /// Adds the next reading of a tuner. A value that is only held does not count.
  ///
  /// - Parameter result: The tuner's result; readings must be in chronological order.
  /// - Returns: The note that has just ended, if any.
  public mutating func add(_ result: TargetReading) -> HeardNote? {
    add(
      result.isHeld ? nil : result.reading, string: result.target?.string, at: result.time)
  }

  /// Adds the next reading from its parts.
  ///
  /// - Parameters:
  ///   - reading: Note and cents; `nil` while nothing sounds. Cents that are not finite count as
  ///     silence.
  ///   - string: The number of the string, if the target is one.
  ///   - time: Seconds since the first sample; never less than the time before.
  /// - Returns: The note that has just ended, if any.
  public mutating func add(
    _ reading: TunerReading?, string: Int?, at time: Double
  ) -> HeardNote? {
    guard let reading, reading.cents.isFinite, reading.targetFrequency.isFinite else {
      isInterrupted = true
      guard let open, time - open.lastTime > Self.longestGap else { return nil }
      return finish()
    }
    defer { isInterrupted = false }
    if var note = open, Self.continues(note, with: reading, string: string, at: time) {
      if reading.state == .inTune, !isInterrupted { note.timeInTune += time - note.lastTime }
      note.lastTime = time
      note.cents.add(reading.cents)
      open = note
      return nil
    }
    let ended = finish()
    var note = OpenNote(first: reading, string: string, startTime: time, lastTime: time)
    note.cents.add(reading.cents)
    open = note
    return ended
  }

  /// Ends the current note, for example at the end of a session.
  ///
  /// - Returns: The note, if any.
  public mutating func finish() -> HeardNote? {
    defer { open = nil }
    guard let open, open.lastTime - open.startTime >= Self.shortestNote else { return nil }
    return HeardNote(
      startTime: open.startTime, duration: open.lastTime - open.startTime, note: open.first.note,
      targetFrequency: open.first.targetFrequency, string: open.string,
      meanCents: open.cents.mean, spread: open.cents.standardDeviation,
      timeInTune: open.timeInTune, readingCount: open.cents.count)
  }

  /// Another concert pitch is another target, and so another note.
  private static func continues(
    _ note: OpenNote, with reading: TunerReading, string: Int?, at time: Double
  ) -> Bool {
    note.first.note.isEnharmonic(to: reading.note) && note.string == string
      && note.first.targetFrequency == reading.targetFrequency
      && (0...longestGap).contains(time - note.lastTime)
  }
}

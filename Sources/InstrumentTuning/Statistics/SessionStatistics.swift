public import MusicTheory

/// How well each note was in tune while somebody played.
///
/// Held values do not count, because nothing sounds then. Nothing here knows of a clock or a file:
/// the times are those of the readings.
public struct SessionStatistics: Sendable, Hashable {
  /// What is known of one note.
  public struct NoteStatistics: Sendable, Hashable {
    /// The note, with the MIDI number that it is counted under.
    public let note: Note
    /// How often it was begun.
    public fileprivate(set) var noteCount = 0
    /// The distances from its target, in cents, one a reading.
    public fileprivate(set) var cents = RunningStatistics()
    /// How long it sounded, in seconds.
    public fileprivate(set) var duration = 0.0
    /// How long of that it was within the tolerance, in seconds.
    public fileprivate(set) var timeInTune = 0.0

    fileprivate init(note: Note) {
      self.note = note
    }

    /// The part of ``duration`` in tune, in 0...1; 0 if it never sounded.
    public var partInTune: Double { duration > 0 ? timeInTune / duration : 0 }
  }

  /// A gap between readings that is longer than this, in seconds, counts for no note.
  public static var longestGap: Double { 0.25 }

  private var all: [NoteStatistics?]
  private var sounding: Int?
  private var lastTime: Double?

  /// Creates statistics of a session in which nothing has been played.
  public init() {
    all = Array(repeating: nil, count: TargetPitch.noteLimits.count)
  }

  /// Takes the next reading.
  ///
  /// - Parameter result: What a tuner said; readings in order of time.
  /// - Complexity: O(1); no allocation.
  public mutating func add(_ result: TargetReading) {
    defer { lastTime = result.time }
    guard let reading = result.reading, !result.isHeld,
      TargetPitch.noteLimits.contains(reading.note.midiNumber)
    else {
      sounding = nil
      return
    }
    let index = reading.note.midiNumber
    var statistics = all[index] ?? NoteStatistics(note: reading.note)
    if sounding != index {
      statistics.noteCount += 1
      sounding = index
    } else if let lastTime {
      let elapsed = result.time - lastTime
      if (0...Self.longestGap).contains(elapsed) {
        statistics.duration += elapsed
        if reading.state == .inTune { statistics.timeInTune += elapsed }
      }
    }
    statistics.cents.add(reading.cents)
    all[index] = statistics
  }

  /// Takes a note that was heard as a whole, as a history keeps them.
  ///
  /// - Parameter note: The note; one outside of ``TargetPitch/noteLimits`` is ignored.
  /// - Complexity: O(1); no allocation.
  public mutating func add(_ note: HeardNote) {
    guard TargetPitch.noteLimits.contains(note.note.midiNumber) else { return }
    let index = note.note.midiNumber
    var statistics = all[index] ?? NoteStatistics(note: note.note)
    statistics.noteCount += 1
    statistics.cents.merge(
      RunningStatistics(
        count: note.readingCount, mean: note.meanCents, standardDeviation: note.spread))
    statistics.duration += note.duration
    statistics.timeInTune += note.timeInTune
    all[index] = statistics
    sounding = nil
  }

  /// The notes that were played, from the lowest.
  public var notes: [NoteStatistics] { all.compactMap { $0 } }

  /// All notes together, in cents.
  public var total: RunningStatistics {
    var total = RunningStatistics()
    for statistics in notes { total.merge(statistics.cents) }
    return total
  }
}

// What the times of a playing consist of.
extension Timing {
  /// A note of the score.
  public struct Note: Sendable, Hashable {
    /// The bar as it is written; `nil` if the score has none.
    public var bar: BarNumber?
    /// The beat in the bar, from 1; `nil` in free time.
    public var beat: Double?
    /// When it is expected, on the clock of the playing, in seconds; `nil` if no tempo was found.
    public var expected: Double?
    /// When it was played, in seconds; `nil` if it is missing.
    public var onset: Double?
    /// How late it was, in milliseconds; negative if it was early. `nil` if it is missing, or a
    /// grace note, or if no tempo was found, or if three quarters of the notes have an attack and this
    /// one has none.
    public var late: Double?
    /// True for the second of two eighths.
    var isOffbeat = false
  }

  /// The notes at one place in the bar.
  public struct Place: Sendable, Hashable {
    /// The beat, from 1; 2.5 is half a beat after the second.
    public var beat: Double
    /// The number of notes.
    public var count: Int
    /// How late they are on average, apart from the median and the drift, in milliseconds.
    public var late: Double
    /// One standard error of the average, in milliseconds; `nil` for a single note.
    public var error: Double?
  }

  /// The tempo of the playing.
  public struct Tempo: Sendable, Hashable {
    /// Quarter notes per minute in the middle of the playing.
    public var mean: Double
    /// One standard error of it.
    public var error: Double
    /// Quarter notes per minute at the start, where the score has its first tempo.
    public var start: Double
    /// Quarter notes per minute at the end, as if the score kept its first tempo.
    public var end: Double
    /// The tempo that was asked for; `nil` if there was none.
    public var wanted: Double?

    /// The change from the start to the end, in percent; positive for faster.
    public var change: Double { 100 * (end / start - 1) }
    /// How much later the beat gets in a minute against the tempo that was asked for, in
    /// milliseconds; `nil` if there was none.
    public var drift: Double? { wanted.map { 60_000 * ($0 / mean - 1) } }
  }

  /// The second of two eighths.
  public struct Swing: Sendable, Hashable {
    /// The share of the beat after which it comes: 0.5 is straight, 2/3 a triplet.
    public var share: Double
    /// One standard error of the share.
    public var error: Double
    /// The number of second eighths.
    public var count: Int

    /// The first eighth divided by the second: 1 is straight, 2 a triplet.
    public var ratio: Double { share / (1 - share) }
    /// One standard error of the ratio.
    public var ratioError: Double { error / ((1 - share) * (1 - share)) }
    /// True if it is certain that the eighths are not straight.
    public var isSwung: Bool { share > 0.53 && share - 0.5 > 4 * error }
  }
}

extension Timing {
  /// True if notes follow a beat: six or more spread by less than a tenth of a quarter note.
  package var followsBeat: Bool {
    guard let spread, let tempo, count >= 6 else { return false }
    return spread < 6000 / tempo.mean && !isRubato
  }
}

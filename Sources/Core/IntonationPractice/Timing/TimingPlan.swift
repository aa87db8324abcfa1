/// What the times of a playing are compared with.
public struct TimingPlan: Sendable, Hashable {
  /// How the second of two eighths is expected.
  public enum Swing: Sendable, Hashable {
    /// In the middle of the beat.
    case straight
    /// At this share of the beat, in 0.5...0.8.
    case share(Double)
    /// Where this player puts it on average.
    case own
  }

  /// The tempos that can be practised, in quarter notes per minute.
  public static var tempos: ClosedRange<Double> { PracticeTempo.playable }

  /// The tempo at the start, in quarter notes per minute; `nil` for that of the score, or else that
  /// of the player.
  public var tempo: Double?
  /// When the click of the first quarter of the score was heard, on the clock of the notes, in
  /// seconds; `nil` if there was no click.
  public var clickStart: Double?
  /// Whether the latency of click and microphone has been taken off ``clickStart``. Otherwise early
  /// and late are relative to the player's own median.
  public var isLatencyKnown: Bool
  /// Whether notes are compared with a curve that follows the player's tempo.
  public var followsRubato: Bool
  /// How the second of two eighths is expected.
  public var swing: Swing

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - tempo: The tempo at the start, in quarter notes per minute; `nil` for that of the score, or
  ///     else that of the player.
  ///   - clickStart: When the click of the first quarter was heard, in seconds; `nil` without a
  ///     click.
  ///   - isLatencyKnown: Whether the latency has been taken off.
  ///   - followsRubato: Whether to follow the player's tempo. A click excludes it.
  ///   - swing: How the second of two eighths is expected.
  public init(
    tempo: Double? = nil, clickStart: Double? = nil, isLatencyKnown: Bool = true,
    followsRubato: Bool = false, swing: Swing = .straight
  ) {
    self.tempo = tempo
    self.clickStart = clickStart
    self.isLatencyKnown = isLatencyKnown
    self.followsRubato = followsRubato
    self.swing = swing
  }
  /// True if a tempo, a click, a swing or rubato is asked for, so that times count whether the notes
  /// follow a beat or not.
  package var isTimed: Bool {
    tempo != nil || clickStart != nil || followsRubato || swing != .straight
  }
}

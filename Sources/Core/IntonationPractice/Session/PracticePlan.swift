package import Metronome

/// How a score is played: at which tempo, beside what, and how its times are judged.
package struct PracticePlan: Sendable {
  /// A sound that the player follows.
  package enum Companion: Sendable, Hashable {
    /// Clicks, after a bar of count-in.
    case clicks
    /// The notes of the score at one tempo throughout, after four beats.
    case melody
  }

  /// Whether early and late count.
  package var isTimed: Bool
  /// The tempo at the start, in quarter notes per minute; `nil` for that of the score, or else that
  /// of the player.
  package var tempo: Double?
  /// Whether notes are compared with a curve that follows the player; clicks exclude it.
  package var followsRubato: Bool
  /// Where second eighths are expected.
  package var swing: TimingPlan.Swing
  /// What sounds meanwhile and holds the player to the score; `nil` for nothing.
  package var companion: Companion?
  /// The bars without a click.
  package var rests = BarRests.none
  /// The bar of a rhythm with its groups, for the clicks; `nil` for a plain one.
  package var meter: Meter?
  /// The bars of a rhythm that are clicked; `nil` for no end.
  package var barCount: Int?

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - isTimed: Whether early and late count.
  ///   - tempo: The tempo at the start, in quarter notes per minute.
  ///   - followsRubato: Whether notes are compared with a curve that follows the player.
  ///   - swing: Where second eighths are expected.
  ///   - companion: What sounds meanwhile.
  package init(
    isTimed: Bool = false, tempo: Double? = nil, followsRubato: Bool = false,
    swing: TimingPlan.Swing = .straight, companion: Companion? = nil
  ) {
    self.isTimed = isTimed
    self.tempo = tempo
    self.followsRubato = followsRubato
    self.swing = swing
    self.companion = companion
  }

  /// Returns the plan for a mode: beside nothing, a pass of a loop has any tempo.
  package func suited(to mode: PracticeMode) -> PracticePlan {
    var plan = self
    if mode == .loop { plan.isTimed = companion != nil }
    return plan
  }

  /// What times are compared with, but for the companion.
  package var timing: TimingPlan {
    TimingPlan(
      tempo: tempo, followsRubato: followsRubato && companion != .clicks, swing: swing)
  }

  /// Makes the clicks of a score or of a rhythm.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - rhythm: The rhythm; `nil` for the score.
  /// - Returns: The clicks; `nil` if none are wanted, or if there is no tempo.
  /// - Throws: `TempoMapError`
  func clicks(
    of score: PracticeScore, _ rhythm: RhythmPattern?
  ) throws(TempoMapError) -> PracticeClicks? {
    guard companion == .clicks else { return nil }
    guard let bar = rhythm?.meter else {
      return try PracticeClicks(score, tempo: tempo, rests: rests)
    }
    guard let tempo, let meter = meter ?? Meter(beatCount: bar.beatCount, denominator: bar.beatUnit)
    else { return nil }
    return try PracticeClicks(meter, tempo: tempo, barCount: barCount, rests: rests)
  }
}

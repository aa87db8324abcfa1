internal import IntonationPractice
internal import Metronome

/// How the times of a playing are judged, as the page has chosen it.
struct PracticePlan {
  /// Whether early and late are told at all.
  var isTimed = false
  /// The tempo at the start, in quarter notes per minute; `nil` for that of the score, or else that of
  /// the player.
  var tempo: Double?
  /// Whether notes are compared with a curve that follows the player; a click excludes it.
  var followsRubato = false
  /// Where second eighths are expected.
  var swing = TimingPlan.Swing.straight
  /// Whether clicks sound meanwhile.
  var hasClick = false
  /// The bars without a click.
  var rests = BarRests.none
  /// When the score starts on the clock of what is heard, in seconds; `nil` without a click.
  var clickStart: Double?
  /// The latency of loudspeaker and microphone, which is in `clickStart`, and its spread, in seconds;
  /// `nil` if it is not known.
  var latency: (value: Double, spread: Double)?

  /// The plan for the times, but for the click.
  var timing: TimingPlan {
    TimingPlan(tempo: tempo, followsRubato: followsRubato && !hasClick, swing: swing)
  }
}

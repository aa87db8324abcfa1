/// A steady beat on a clock: its position at one moment, and its tempo.
package struct BeatCourse: Sendable, Hashable {
  /// A moment, in nanoseconds.
  package var time: Int64
  /// The beats of the meter at that moment, since the section began.
  package var beat: Double
  /// The tempo.
  package var tempo: Tempo
  /// The meter.
  package var meter: Meter
  /// The ratio of the clock's seconds to those of the sound, near 1: the factor by which the beat
  /// goes faster on the clock than ``tempo``.
  package var rate = 1.0

  /// Creates a course.
  ///
  /// - Parameters:
  ///   - time: A moment, in nanoseconds.
  ///   - beat: The beats of the meter at that moment, since the section began.
  ///   - tempo: The tempo.
  ///   - meter: The meter.
  package init(time: Int64, beat: Double, tempo: Tempo, meter: Meter) {
    self.time = time
    self.beat = beat
    self.tempo = tempo
    self.meter = meter
  }

  /// Beats of the meter per second of the clock.
  package var beatsPerSecond: Double {
    let note = tempo.note
    return tempo.beatsPerMinute / 60 * Double(note.numerator * meter.denominator)
      / Double(note.denominator) * rate
  }

  /// Returns the position at a moment.
  ///
  /// - Parameter moment: Nanoseconds.
  /// - Returns: Beats of the meter since the section began; negative before.
  package func beat(at moment: Int64) -> Double {
    beat + Double(moment - time) / 1e9 * beatsPerSecond
  }
}

/// Brings a metronome onto an external beat by inaudible changes of tempo.
package enum BeatSteering {
  /// The largest change of tempo.
  ///
  /// Half a percent corrects ``tolerance``, well below what listeners notice. Beyond it, such as
  /// after a change of tempo, two beats are audible, which is worse than 2 % of tempo for a second.
  package static var limit: Double { 0.02 }
  /// The largest change of tempo just after a step of the tempo.
  package static var stepLimit: Double { 0.5 }
  /// The largest distance at which two beats sound like one, in seconds.
  package static var tolerance: Double { 0.01 }
  /// The largest error that is steered away, in seconds; a larger one means another start.
  package static var reach: Double { 0.25 }

  /// Returns the factor of the tempo that removes an error within about two seconds.
  ///
  /// - Parameters:
  ///   - error: The delay of the metronome, in seconds; negative if it is early.
  ///   - isCatchingUp: True just after a step of the tempo, when intervals change anyway: the error
  ///     then goes away within about a second.
  /// - Returns: A factor within ``limit`` of 1, or ``stepLimit``.
  package static func factor(forError error: Double, isCatchingUp: Bool = false) -> Double {
    if isCatchingUp { return 1 + max(-stepLimit, min(stepLimit, error / 0.25)) }
    let correction = error / 2 * max(1, error.magnitude / tolerance)
    return 1 + max(-limit, min(limit, correction))
  }

  /// Returns a tempo times a factor, in a note value in which it can still be steered.
  ///
  /// - Parameters:
  ///   - tempo: The tempo.
  ///   - factor: Near 1.
  /// - Returns: The tempo; near the ends of ``Tempo/limits``, in notes twice or half as long.
  package static func steered(_ tempo: Tempo, by factor: Double) -> Tempo {
    let wanted = tempo.beatsPerMinute * factor
    let (note, limits) = (tempo.note, Tempo.limits)
    if wanted > limits.upperBound / 2,
      let long = NoteValue.of(note.numerator * 2, note.denominator),
      let steered = Tempo(wanted / 2, note: long)
    {
      return steered
    }
    if wanted < limits.lowerBound * 2,
      let short = NoteValue.of(note.numerator, note.denominator * 2),
      let steered = Tempo(wanted * 2, note: short)
    {
      return steered
    }
    return Tempo(wanted, note: note) ?? tempo
  }
}

extension NoteValue {
  /// In lowest terms, so that halves of halves stay within the limits.
  fileprivate static func of(_ numerator: Int, _ denominator: Int) -> NoteValue? {
    numerator.isMultiple(of: 2) && denominator.isMultiple(of: 2)
      ? NoteValue(numerator: numerator / 2, denominator: denominator / 2)
      : NoteValue(numerator: numerator, denominator: denominator)
  }
}

/// A rhythm and its times, judged together.
public struct RhythmResult: Sendable, Hashable {
  /// Which sound is which beat.
  public let rhythm: Rhythm
  /// The times of the beats.
  public let timing: Timing
  /// How many times as dense as asked for it was played: 2, 0.5, or else 1.
  public let density: Double

  /// Judges the sounds of a rhythm.
  ///
  /// - Parameters:
  ///   - onsets: The times of the sounds, in seconds, in order.
  ///   - pattern: The rhythm.
  ///   - plan: What they are compared with.
  public init(onsets: [Double], pattern: RhythmPattern, plan: TimingPlan) {
    var plan = plan
    if let start = plan.clickStart, !plan.isLatencyKnown {
      // With an unknown latency the beat that a sound belongs to is known beside their median.
      let first = Rhythm(
        onsets: onsets, pattern: pattern, tempo: plan.tempo, clickStart: start)
      let median = Timing(
        first.score, onsets: first.onsets,
        plan: TimingPlan(tempo: plan.tempo, clickStart: start)
      ).median
      plan.clickStart = start + (median ?? 0) / 1000
    }
    let asked = Rhythm(
      onsets: onsets, pattern: pattern, tempo: plan.tempo, clickStart: plan.clickStart)
    density = asked.multiple
    if let tempo = plan.tempo, plan.clickStart == nil, density != 1 {
      // Without a click the beats are those that were played.
      rhythm = Rhythm(onsets: onsets, pattern: pattern, tempo: density * tempo)
    } else {
      rhythm = asked
    }
    timing = Timing(rhythm.score, onsets: rhythm.onsets, plan: plan)
  }

  /// Writes the result as members of a JSON object (RFC 8259), after its title and before its times.
  ///
  /// - Returns: UTF-8, without the braces of the object.
  package func jsonMembers() -> [UInt8] {
    var text = JSONMembers()
    text.add("missing", rhythm.missingCount)
    text.addNumbers("extra", rhythm.extra, decimals: 4)
    text.add("density", density, decimals: 1)
    text.add("doubled", rhythm.isDoubled)
    text.add("sentence", name: sentence)
    text.addList("beats", timing.notes) { note, text in
      text.add("bar", note.bar?.value ?? 0)
      text.add("beat", note.beat, decimals: 3)
      text.add("time", note.onset, decimals: 4)
      text.add("late", note.late, decimals: 2)
    }
    return text.bytes
  }
}

package import Metronome
package import OnsetDetection

/// The clicks beside a practice: when they come, and which of them count in.
package struct PracticeClicks: Sendable {
  /// A click that sounds.
  package struct Click: Sendable, Hashable {
    /// In seconds from the start of the score; negative in the count-in.
    package var time: Double
    /// True for the first beat of a bar.
    package var isStrong: Bool
    /// True before the score starts.
    package var isCountIn: Bool
  }

  /// The largest number of clicks: three hours at 80 a minute.
  package static var most: Int { 16_384 }

  /// The count-in and then the score, bar by bar.
  package let map: TempoMap
  /// The time from the first click of the count-in to the start of the score, in seconds.
  package let leadTime: Double

  /// Clicks for a score; `nil` if there is no tempo.
  ///
  /// A bar counts in, and more before a pickup, so that the score starts at its place in the bar.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - tempo: Its tempo at the start, in quarter notes per minute; `nil` for that of the score.
  ///   - rests: The bars without a click.
  /// - Throws: `TempoMapError`.
  package init?(
    _ score: PracticeScore, tempo: Double? = nil, rests: BarRests = .none
  ) throws(TempoMapError) {
    guard let clock = ScoreClock(score, tempo: tempo), let first = score.bars.first else {
      return nil
    }
    let meter = first.meter ?? .common
    var sections = [Self.section(meter, length: meter.length, [clock.tempo], isCountIn: true)]
    if first.lead > 1e-6 {
      sections.append(Self.section(meter, length: first.lead, [clock.tempo], isCountIn: true))
    }
    for bar in score.bars {
      let meter = bar.meter ?? .common
      let beats = Self.beatCount(meter, bar.length)
      let tempos = (0..<beats).map { beat in
        let onset = bar.onset + Double(beat) * bar.length / Double(beats)
        let end = bar.onset + Double(beat + 1) * bar.length / Double(beats)
        // The mean over the beat, so that no change in its middle shifts the next one.
        return 60 * (end - onset)
          / max(1e-6, clock.seconds(atQuarter: end) - clock.seconds(atQuarter: onset))
      }
      var section = Self.section(meter, length: bar.length, tempos, isCountIn: false)
      if bar.lead > 1e-6 {
        // The rest of a bar does not begin with its strong beat.
        section.accents = Array(repeating: .normal, count: section.meter.beatCount)
      }
      sections.append(section)
    }
    leadTime = 60 / clock.tempo * (meter.length + first.lead)
    map = try TempoMap(Self.muted(sections, rests))
  }

  /// Clicks for a rhythm, after a bar of count-in.
  ///
  /// - Parameters:
  ///   - meter: The meter, with its groups.
  ///   - tempo: Quarter notes per minute.
  ///   - barCount: The number of bars; `nil` for no end.
  ///   - rests: The bars without a click.
  /// - Throws: `TempoMapError`.
  package init(
    _ meter: Meter, tempo: Double, barCount: Int? = nil, rests: BarRests = .none
  ) throws(TempoMapError) {
    let section = TempoSection(
      barCount: barCount, meter: meter, tempo: .steady(Self.tempo(tempo)), rests: rests)
    map = try TempoMap([section.countIn(barCount: 1), section])
    leadTime = 60 / tempo * Double(meter.beatCount) * 4 / Double(meter.denominator)
  }

  private static func tempo(_ quartersPerMinute: Double) -> Tempo {
    let limits = Tempo.limits
    return Tempo(max(limits.lowerBound, min(limits.upperBound, quartersPerMinute)))
      ?? Tempo(80) ?? TempoMarking.andante.tempo
  }

  /// The clicks of a bar: its beats, or if they do not fill it, one.
  private static func beatCount(_ meter: PracticeMeter, _ length: Double) -> Int {
    let beats = length / meter.beat
    return (beats - beats.rounded()).magnitude < 1e-3 ? max(1, Int(beats.rounded())) : 1
  }

  private static func section(
    _ meter: PracticeMeter, length: Double, _ tempos: [Double], isCountIn: Bool
  ) -> TempoSection {
    let count = beatCount(meter, length)
    let isWhole = (Double(count) * meter.beat - length).magnitude < 1e-3
    let bar = Meter(beatCount: min(128, count), denominator: meter.beatUnit) ?? .common
    // A beat of another length keeps its time by its tempo.
    let stretch = isWhole ? 1 : meter.beat / length
    let plan = (0..<bar.beatCount).map { tempo(stretch * tempos[min($0, tempos.count - 1)]) }
    var section = TempoSection(
      barCount: 1, meter: bar,
      tempo: plan.allSatisfy { $0 == plan[0] } ? .steady(plan[0]) : .beats(plan))
    section.isCountIn = isCountIn
    return section
  }

  /// Silences bars or beats; bars have sections of their own here, after the count-in.
  private static func muted(_ sections: [TempoSection], _ rests: BarRests) -> [TempoSection] {
    let first = sections.firstIndex { !$0.isCountIn } ?? 0
    return sections.enumerated().map { index, section in
      var section = section
      guard index >= first else { return section }
      if rests.isSilent(bar: index - first) { section.volume = 0 }
      section.rests = rests.rests(ofBar: index - first)
      return section
    }
  }
}

extension PracticeClicks {
  /// Returns the clicks that sound, in order, and at most ``most``.
  ///
  /// - Parameter end: The time up to which clicks are wanted, in seconds from the start of the score.
  /// - Returns: The clicks of the count-in, and the others.
  /// - Complexity: O(*n*) for *n* clicks.
  package func clicks(until end: Double = .infinity) -> [Click] {
    let rate = 48_000.0
    guard var schedule = try? ClickSchedule(map, sampleRate: rate) else { return [] }
    var clicks: [Click] = []
    while clicks.count < Self.most, let click = schedule.next() {
      let time = Double(click.frame) / rate - leadTime
      guard time <= end else { break }
      guard click.isAudible else { continue }
      clicks.append(
        Click(
          time: time, isStrong: click.accent == .strong,
          isCountIn: map.sections[click.section].isCountIn))
    }
    return clicks
  }
}

extension HeardClicks {
  /// Tells clicks and sounds apart.
  ///
  /// - Parameters:
  ///   - onsets: All sounds, in order.
  ///   - clicks: The clicks that sounded.
  ///   - origin: When the score started, as the clicks would be heard with the latency that is known,
  ///     in seconds.
  ///   - start: The time before which the player is silent, in seconds: half a beat before the score.
  package init(
    onsets: [Onset], clicks: [PracticeClicks.Click], origin: Double, start: Double
  ) {
    self.init(
      onsets: onsets, countIn: clicks.filter { $0.isCountIn }.map { origin + $0.time },
      clicks: clicks.filter { !$0.isCountIn }.map { origin + $0.time }, start: start)
  }
}

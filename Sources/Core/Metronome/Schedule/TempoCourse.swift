/// The tempo of one section as it is played, one segment at a time, with live changes.
struct TempoCourse: Sendable {
  private(set) var segment: TempoSegment
  private let section: TempoSection
  private let sampleRate: Double
  /// The factor of all written tempos, after a live change.
  private(set) var scale: Double
  private var index = 0  // of a step, or of a beat of a list

  /// - Parameters:
  ///   - section: The section with the tempo.
  ///   - start: The moment of its first beat.
  ///   - scale: The factor of the written tempos.
  ///   - sampleRate: Whole hertz.
  init(_ section: TempoSection, start: Moment, scale: Double, sampleRate: Double) {
    self.section = section
    self.scale = scale
    self.sampleRate = sampleRate
    // Replaced at once: only its anchor counts.
    segment = Self.steady(
      section.tempo.first, section.meter, at: 0, start, until: .infinity, sampleRate)
    segment = firstSegment(start)
  }

  /// Moves on to the segment after the end of this one.
  mutating func advance() {
    let (beat, moment) = (segment.endBeat, segment.moment(ofBeat: segment.endBeat))
    index += 1
    segment = nextSegment(at: beat, moment)
  }

  /// Moves on to the segment of a moment.
  ///
  /// - Returns: The position of that moment, in beats.
  mutating func advance(to moment: Moment) -> Double {
    while segment.endBeat < .infinity,
      segment.moment(ofBeat: segment.endBeat).samples(since: moment) <= 0
    {
      advance()
    }
    return segment.beat(at: moment)
  }

  /// Anchors a steady tempo again, so that its numbers stay small however long it plays.
  mutating func anchor(atBeat beat: Int) {
    guard case .steady(let tempo, _, let anchorBeat) = segment.law,
      beat - anchorBeat > BeatPeriod.reach / 2
    else { return }
    segment = Self.steady(
      tempo, section.meter, at: beat, segment.moment(of: BeatPosition(beat)),
      until: segment.endBeat,
      sampleRate)
  }

  /// The tempo at a position, in notes of the written tempo.
  func tempo(atBeat beat: Double) -> Tempo {
    if case .steady(let tempo, _, _) = segment.law { return tempo }
    let note = section.tempo.first.note
    return Tempo(
      nearest: segment.beatsPerMinute(atBeat: beat) / beatsPerNote(note) * 1e6, note: note)
  }
}

// MARK: - The written course

extension TempoCourse {
  private func firstSegment(_ start: Moment) -> TempoSegment {
    switch section.tempo {
    case .gradual(let from, let to):
      return gradual(
        from: rate(from.scaled(by: scale)), to: rate(to.scaled(by: scale)), at: 0, start,
        until: Double((section.barCount ?? 1) * section.meter.beatCount))
    case .ramp(let tempo, let ramp) where !ramp.isStepwise:
      return self.ramp(ramp, from: tempo.scaled(by: scale), at: 0, start)
    default: return nextSegment(at: 0, start)
    }
  }

  /// The segment that begins at a position; `index` counts those before it.
  private func nextSegment(at beat: Double, _ moment: Moment) -> TempoSegment {
    switch section.tempo {
    case .steady(let tempo): return steady(tempo.scaled(by: scale), at: beat, moment)
    case .gradual(_, let to): return steady(to.scaled(by: scale), at: beat, moment)
    case .beats(let tempos):
      let tempo = tempos[min(index, tempos.count - 1)].scaled(by: scale)
      return steady(
        tempo, at: beat, moment, until: index + 1 < tempos.count ? Double(index + 1) : .infinity)
    case .ramp(let tempo, let ramp):
      guard ramp.isStepwise, case .bars(let bars) = ramp.span else {
        return steady(Self.limit(of: ramp, tempo.note), at: beat, moment)
      }
      let step = Double(bars * section.meter.beatCount)
      let wanted = tempo.scaled(by: scale).beatsPerMinute + ramp.change * Double(index)
      let isOver = ramp.change > 0 ? wanted >= ramp.limit : wanted <= ramp.limit
      let next = isOver ? Double.infinity : Double(index + 1) * step
      let reached = ramp.change > 0 ? min(wanted, ramp.limit) : max(wanted, ramp.limit)
      // A tempo beyond the limit from the start stays as it is.
      let kept = index == 0 ? wanted : reached
      return steady(Tempo(nearest: kept * 1e6, note: tempo.note), at: beat, moment, until: next)
    }
  }

  private static func limit(of ramp: TempoRamp, _ note: NoteValue) -> Tempo {
    Tempo(nearest: ramp.limit * 1e6, note: note)
  }

  private func ramp(
    _ ramp: TempoRamp, from tempo: Tempo, at beat: Double, _ moment: Moment
  ) -> TempoSegment {
    let first = rate(tempo)
    let last = rate(Self.limit(of: ramp, tempo.note))
    guard ramp.change > 0 ? last > first : last < first else {
      return steady(tempo, at: beat, moment)
    }
    let change = ramp.change * beatsPerNote(tempo.note)
    switch ramp.span {
    case .bars(let bars):
      let slope = change / Double(bars * section.meter.beatCount)
      return segment(
        .linearInBeats(first, slope: slope), at: beat, moment,
        until: beat + (last - first) / slope)
    case .seconds(let seconds):
      let slope = change / seconds
      return segment(
        .linearInTime(first, slope: slope), at: beat, moment,
        until: beat + (last * last - first * first) / (120 * slope))
    }
  }

  /// A straight line from one number of beats per minute to another.
  private func gradual(
    from first: Double, to last: Double, at beat: Double, _ moment: Moment, until end: Double
  ) -> TempoSegment {
    let slope = (last - first) / (end - beat)
    guard end > beat, slope.magnitude > 1e-12 else {
      return steady(section.tempo.first.scaled(by: scale), at: beat, moment)
    }
    return segment(.linearInBeats(first, slope: slope), at: beat, moment, until: end)
  }
}

// MARK: - Live changes of the tempo

extension TempoCourse {
  /// Changes the tempo from a position on. Later tempos change in proportion; a ramp continues from
  /// the new tempo.
  mutating func setTempo(_ tempo: Tempo, atBeat beat: Double) {
    let old = self.tempo(atBeat: beat)
    let moment = segment.moment(ofBeat: beat)
    scale *= rate(tempo) / rate(old)
    let end = segment.endBeat
    switch (section.tempo, segment.law) {
    case (.gradual(_, let to), .linearInBeats):
      segment = gradual(
        from: rate(tempo), to: rate(to.scaled(by: scale)), at: beat, moment, until: end)
    case (.ramp(_, let ramp), .linearInBeats), (.ramp(_, let ramp), .linearInTime):
      segment = self.ramp(ramp, from: tempo, at: beat, moment)
    default: segment = steady(tempo, at: beat, moment, until: end)
    }
  }
}

// MARK: - Parts

extension TempoCourse {
  /// Beats of the meter per note of the tempo.
  private func beatsPerNote(_ note: NoteValue) -> Double {
    Double(note.numerator * section.meter.denominator) / Double(note.denominator)
  }

  /// Beats of the meter per minute.
  private func rate(_ tempo: Tempo) -> Double { tempo.beatsPerMinute * beatsPerNote(tempo.note) }

  private func segment(
    _ law: TempoSegment.Law, at beat: Double, _ moment: Moment, until end: Double
  ) -> TempoSegment {
    TempoSegment(
      law: law, startBeat: beat, endBeat: end, anchor: moment, sampleRate: sampleRate)
  }

  /// A steady tempo from any position on, counted from the next whole beat.
  private func steady(
    _ tempo: Tempo, at beat: Double, _ moment: Moment, until end: Double = .infinity
  ) -> TempoSegment {
    let whole = beat.rounded(.up)
    let period = BeatPeriod(
      tempo, denominator: section.meter.denominator, sampleRate: Int64(sampleRate))
    let anchor = moment + (whole - beat) * period.samples
    return Self.steady(tempo, section.meter, at: Int(whole), anchor, until: end, sampleRate)
  }

  private static func steady(
    _ tempo: Tempo, _ meter: Meter, at beat: Int, _ anchor: Moment, until end: Double,
    _ sampleRate: Double
  ) -> TempoSegment {
    let period = BeatPeriod(tempo, denominator: meter.denominator, sampleRate: Int64(sampleRate))
    return TempoSegment(
      law: .steady(tempo, period, anchorBeat: beat), startBeat: Double(beat), endBeat: end,
      anchor: anchor, sampleRate: sampleRate)
  }
}

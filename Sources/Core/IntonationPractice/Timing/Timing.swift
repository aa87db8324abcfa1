internal import SignalProcessing

/// The times of a playing: how early or late each note is, and what that has in common.
///
/// With a click, notes are compared with it. Without one they are compared with the player's own
/// beat: the tempo, steady or changing steadily, that fits best; then early and late are relative to
/// the median. ``TimingPlan/followsRubato`` compares 12 notes and more with a curve that follows
/// the player.
/// Positive numbers are late.
public struct Timing: Sendable, Hashable {
  /// What notes are compared with.
  public enum Reference: Sendable, Hashable {
    /// A click that the player heard.
    case click
    /// The player's own beat.
    case ownBeat
    /// A curve that follows the player's tempo.
    case curve
  }

  /// For each note of the score its time.
  public private(set) var notes: [Note]
  /// What notes are compared with.
  public private(set) var reference: Reference
  /// How late the median note is, in milliseconds; `nil` without a click, or if its latency is not
  /// known.
  public private(set) var median: Double?
  /// The standard deviation of the notes, without outliers, and apart from the drift and the swing,
  /// in milliseconds; `nil` if no tempo was found.
  public private(set) var spread: Double?
  /// The tempo; `nil` if none was found.
  public private(set) var tempo: Tempo?
  /// The swing; `nil` if there are not enough eighths.
  public private(set) var swing: Swing?
  /// The places in the bar, in order.
  public private(set) var places: [Place] = []
  /// How many times as fast as asked for it was played: 2 for double time, 0.5 for half time, or
  /// else 1.
  public private(set) var multiple = 1.0
  /// How many quarter notes after the click the player came in; 0 if in time.
  public private(set) var entry = 0
  /// True if the tempo moves with the music, so that a steady beat does not describe it.
  public private(set) var isRubato = false
  /// True if the player left the click: by half a beat in the end, at another tempo.
  public private(set) var leftClick = false

  /// Where everything begins to come later or earlier by the same time, in order. The notes after it
  /// are compared as if it had not happened.
  public private(set) var shifts: [TimingShift] = []

  /// The number of notes that have a time.
  public var count: Int { notes.count { $0.late != nil } }

  private static let rubatoRatio = 2.0
  private static let rubatoDeviation = 0.03  // seconds
  private static let fewestForRubato = 12
  /// Half of that of a headset, in seconds, if nothing is known of it.
  private static let usualLatency = 0.15

  /// Compares the times of a playing with a score.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - onsets: For each of its notes when it was played, in seconds; `nil` if it is missing.
  ///   - plan: What they are compared with.
  /// - Complexity: O(*n* log *n*) for *n* notes.
  public init(_ score: PracticeScore, onsets: [Double?], plan: TimingPlan = TimingPlan()) {
    self.init(score, onsets: onsets, plan: plan, areTimed: nil)
  }

  private init(
    _ score: PracticeScore, onsets: [Double?], plan: TimingPlan, areTimed: [Bool]?
  ) {
    let clock = ScoreClock(score, tempo: plan.tempo)
    // Without any tempo, a nominal quarter takes a second.
    let nominal = score.notes.map { clock?.seconds(atQuarter: $0.onset) ?? $0.onset }
    reference = plan.clickStart != nil ? .click : .ownBeat
    notes = zip(score.notes, onsets).map { note, onset in
      let place = score.place(atQuarter: note.onset)
      return Note(
        bar: place?.bar, beat: place?.beat, onset: onset.flatMap { $0.isFinite ? $0 : nil },
        isOffbeat: Self.isOffbeat(note, in: score))
    }
    var points: [TempoFit.Point] = []
    for (index, note) in score.notes.enumerated() where !note.isGrace && index < notes.count {
      guard let onset = notes[index].onset, areTimed?[index] != false,
        note.performed?.hasTime != false
      else { continue }
      points.append(
        TempoFit.Point(
          index: index, nominal: nominal[index], onset: onset,
          isOffbeat: notes[index].isOffbeat))
    }
    points = points.ascending { $0.onset }.ascending { $0.nominal }
    let search = ShiftSearch(points)
    guard let fit = search.fit else {
      if plan.clickStart != nil { compareWithClick(points, nominal, plan, nil, 60) }
      return
    }
    points = search.points
    shifts = search.shifts.map { shift in
      let index = points[shift.position].index
      return TimingShift(
        index: index, bar: notes[index].bar, milliseconds: 1000 * shift.seconds,
        error: 1000 * shift.error)
    }
    let quarter = clock.map { 60 / $0.tempo } ?? 1
    judge(points, fit, clock?.tempo, quarter)
    if plan.followsRubato, plan.clickStart == nil, points.count >= Self.fewestForRubato {
      reference = .curve
    }
    // In seconds of the playing.
    let wantedSwing = wantedSwing(plan.swing, quarter * fit.stretch)
    switch reference {
    case .click: compareWithClick(points, nominal, plan, fit, quarter)
    case .ownBeat:
      for point in points {
        expect(point, at: fit.onset(atNominal: point.nominal) + (point.isOffbeat ? wantedSwing : 0))
      }
    case .curve:
      let curve = TempoCurve(points, swing: fit.swing, quarter: quarter)
      spread = 1000 * curve.deviation
      for (point, residual) in zip(points, curve.residuals) {
        let own = point.isOffbeat ? fit.swing - wantedSwing : 0
        expect(point, at: point.onset - residual - own)
      }
      lean(points, curve.residuals)
    }
    if reference != .click {
      // The rest of the score is expected too.
      for index in notes.indices where notes[index].expected == nil {
        notes[index].expected = fit.onset(atNominal: nominal[index])
      }
    }
    moveExpected(search, nominal)
  }

  /// Expects the notes after a change of the times when they come, not when they would have come.
  private mutating func moveExpected(
    _ search: ShiftSearch, _ nominal: [Double]
  ) {
    for shift in search.shifts {
      let start = search.points[shift.position].nominal - 1e-9
      for index in notes.indices where nominal[index] >= start {
        notes[index].expected = notes[index].expected.map { $0 + shift.seconds }
      }
    }
  }

  /// Compares the times of notes that were compared by pitch.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - intonation: The notes that were played.
  ///   - plan: What they are compared with.
  public init(_ score: PracticeScore, _ intonation: Intonation, plan: TimingPlan = TimingPlan()) {
    self.init(
      score, onsets: intonation.notes.map { $0.played?.onset }, plan: plan,
      areTimed: Self.areTimed(intonation))
  }

  /// The share of notes with attacks from which on the time of a note without one is not known.
  private static let mostlyAttacks = 0.75

  /// Returns which notes have a time that means something: all, or if nearly all have an attack, those.
  ///
  /// Such a player slurs nothing: a note without an attack was hidden by another that rang, and its
  /// pitch was detected too late.
  private static func areTimed(_ intonation: Intonation) -> [Bool] {
    let played = intonation.notes.compactMap { $0.played }
    let attacks = played.count { $0.hasAttack }
    guard Double(attacks) >= mostlyAttacks * Double(played.count) else {
      return intonation.notes.map { _ in true }
    }
    return intonation.notes.map { $0.played?.hasAttack ?? false }
  }

  /// Returns true for the second of two eighths of a beat of a quarter or longer.
  private static func isOffbeat(_ note: PracticeNote, in score: PracticeScore) -> Bool {
    guard let index = score.barIndex(atQuarter: note.onset) else { return false }
    let bar = score.bars[index]
    guard let meter = bar.meter, meter.beatUnit <= 4 else { return false }
    let place = note.onset - bar.onset + bar.lead + 1e-6
    return (place - place.rounded(.down) - 0.5).magnitude < 1e-3
  }

  /// Takes what the fit tells, whatever notes are compared with.
  private mutating func judge(
    _ points: [TempoFit.Point], _ fit: TempoFit, _ wanted: Double?, _ quarter: Double
  ) {
    guard let first = points.first, let last = points.last else { return }
    let unit = 60 / quarter
    let mean = unit / fit.stretch
    tempo = Tempo(
      mean: mean, error: mean * fit.stretchError / fit.stretch,
      start: unit / fit.stretch(atNominal: first.nominal),
      end: unit / fit.stretch(atNominal: last.nominal), wanted: wanted)
    spread = 1000 * fit.deviation
    if let error = fit.swingError {
      let beat = quarter * fit.stretch
      swing = Swing(
        share: 0.5 + fit.swing / beat, error: error / beat, count: points.count { $0.isOffbeat })
    }
    if wanted != nil {
      let ratio = 1 / fit.stretch
      multiple = [2, 0.5].first { (ratio / $0 - 1).magnitude < 0.12 } ?? 1
    }
    let curve = TempoCurve(points, swing: fit.swing, quarter: quarter)
    isRubato =
      points.count >= Self.fewestForRubato && fit.deviation > Self.rubatoDeviation
      && fit.deviation > Self.rubatoRatio * curve.deviation
    lean(points, fit.residuals)
  }

  private mutating func expect(_ point: TempoFit.Point, at time: Double) {
    notes[point.index].expected = time
    notes[point.index].late = 1000 * (point.onset - time)
  }

  /// Returns how much later than the middle second eighths are expected, in seconds.
  private func wantedSwing(_ wanted: TimingPlan.Swing, _ beat: Double) -> Double {
    switch wanted {
    case .straight: 0
    case .share(let share): (share - 0.5) * beat
    case .own: ((swing?.share ?? 0.5) - 0.5) * beat
    }
  }

  private mutating func compareWithClick(
    _ points: [TempoFit.Point], _ nominal: [Double], _ plan: TimingPlan, _ fit: TempoFit?,
    _ quarter: Double
  ) {
    guard let start = plan.clickStart else { return }
    let beat = quarter / multiple
    let swing = wantedSwing(plan.swing, beat)
    let own = fit?.swing ?? 0
    // Who comes in a beat late is judged from there on.
    let first = points.prefix(8).map { $0.onset - start - $0.nominal / multiple }
    let latency = plan.isLatencyKnown ? 0 : Self.usualLatency
    entry = Int((((RobustStatistics.median(first) ?? 0) - latency) / beat).rounded())
    let origin = start + Double(entry) * beat
    for index in notes.indices { notes[index].expected = origin + nominal[index] / multiple }
    var all: [Double] = []
    for point in points {
      let plain = origin + point.nominal / multiple
      expect(point, at: plain + (point.isOffbeat ? swing : 0))
      all.append(point.onset - plain - (point.isOffbeat ? own : 0))
    }
    let middle = RobustStatistics.median(all) ?? 0
    if plan.isLatencyKnown { median = all.isEmpty ? nil : 1000 * middle }
    if let fit, let first = points.first, let last = points.last, points.count >= 8 {
      let own = fit.onset(atNominal: last.nominal) - fit.onset(atNominal: first.nominal)
      leftClick = (own - (last.nominal - first.nominal) / multiple).magnitude > 0.5 * beat
    }
    if !plan.isLatencyKnown {
      for index in notes.indices {
        notes[index].expected = notes[index].expected.map { $0 + middle }
        notes[index].late = notes[index].late.map { $0 - 1000 * middle }
      }
    }
    if spread == nil {
      spread = RobustStatistics.deviation(all.map { $0 - middle }).map { 1000 * $0 }
    }
  }

  /// Averages the residuals at each place in the bar.
  private mutating func lean(_ points: [TempoFit.Point], _ residuals: [Double]) {
    var values: [Int: [Double]] = [:]  // by the beat in 48ths
    for (point, residual) in zip(points, residuals) {
      guard let beat = notes[point.index].beat else { continue }
      values[Int((48 * beat).rounded()), default: []].append(1000 * residual)
    }
    places = values.ascending { Double($0.key) }.map { key, all in
      // A slip is far from the other notes of its place: a place that one leans on is far from others.
      let middle = RobustStatistics.median(all) ?? 0
      let limit = 4 * max(5, RobustStatistics.deviation(all.map { $0 - middle }) ?? 0)
      let values = all.filter { ($0 - middle).magnitude <= limit }
      let (mean, error) = Intonation.average(values)
      return Place(beat: Double(key) / 48, count: values.count, late: mean, error: error)
    }
  }
}

extension Timing {
  /// The place in the bar that the player certainly leans on: three notes there or more are at least
  /// 4 ms early or late on average, and three standard errors, both of their own and by the spread
  /// of all notes; `nil` if there is none.
  public var leaning: Place? {
    places.filter { place in
      guard let error = place.error, place.count >= 3 else { return false }
      let usual = (spread ?? 0) / Double(place.count).squareRoot()
      return place.late.magnitude >= 4 && place.late.magnitude > 3 * max(error, usual)
    }.max { $0.late.magnitude < $1.late.magnitude }
  }
}

/// What is said of a playing in one or two sentences: how much of the score was played, and the
/// largest fault, or that there is none.
///
/// Faults of different kinds are compared by ``FaultWeights``: how many times larger each one is than what
/// is still good. Commands, page and libraries word what this chooses, and choose nothing themselves.
package struct PracticeVerdict: Sendable, Hashable {
  /// The largest fault; praise if every number of the report supports it.
  package let finding: PracticeFinding
  /// The notes of the score from the first that was played to the last, as indices; all of them for a
  /// rhythm.
  package let played: Range<Int>
  /// The number of notes of the score.
  package let count: Int
  /// True if the whole deviates so much that the cents of a note are only those beside the others.
  package let isBesideOthers: Bool

  /// Chooses what is said of a score.
  ///
  /// - Parameters:
  ///   - result: The pitches.
  ///   - timing: The times; `nil` if they do not count.
  package init(_ result: Intonation, _ timing: Timing?) {
    count = result.notes.count
    isBesideOthers = result.offset.magnitude > Intonation.tolerance
    let isThere = result.notes.map { $0.played != nil || $0.isPlayedAsOne }
    guard result.spread != nil, let first = isThere.firstIndex(of: true),
      let last = isThere.lastIndex(of: true)
    else {
      (finding, played) = (.nothing, 0..<0)
      return
    }
    // Grace notes may be left out, at the ends too.
    let from = result.notes[..<first].allSatisfy { $0.note.isGrace } ? 0 : first
    let to = result.notes[(last + 1)...].allSatisfy { $0.note.isGrace } ? count : last + 1
    played = from..<to
    guard !result.isDoubled else {
      finding = .doubled
      return
    }
    let course = PitchCourse(result.notes.map { $0.deviation })
    let mistakes = Self.mistakes(result, played, course)
    if case .learn = mistakes?.finding {
      finding = mistakes?.finding ?? .nothing
      return
    }
    var faults = [mistakes].compactMap { $0 } + Self.pitchFaults(result, course)
    if let timing { faults += timing.faults.map { Fault(.time($0.advice), $0.weight) } }
    finding =
      faults.max { $0.weight < $1.weight }?.finding ?? Self.praise(result, timing)
  }

  /// Chooses what is said of a rhythm.
  package init(_ result: RhythmResult) {
    let rhythm = result.rhythm
    count = rhythm.onsets.count
    played = 0..<count
    isBesideOthers = false
    let heard = rhythm.onsets.count { $0 != nil }
    let timing = result.timing
    if heard == 0 {
      finding = .time(.tooFew)
    } else if result.density != 1 {
      finding = .density(result.density)
    } else if rhythm.isDoubled {
      finding = .doubled
    } else if Double(rhythm.missingCount) > FaultWeights.unlearned
      * Double(heard + rhythm.missingCount)
    {
      finding = .learn(wrong: 0, missing: rhythm.missingCount, of: heard + rhythm.missingCount)
    } else {
      var faults = timing.faults.map { Fault(.time($0.advice), $0.weight) }
      if rhythm.missingCount > 0 || !rhythm.extra.isEmpty {
        let first = rhythm.onsets.indices.first { rhythm.isMissing(at: $0) }
        faults.append(
          Fault(
            .mistakes(
              wrong: 0, missing: rhythm.missingCount, extra: rhythm.extra.count, first: first,
              instead: nil),
            FaultWeights.extra))
      }
      let largest = timing.notes.compactMap { $0.late?.magnitude }.max()
      finding =
        faults.max { $0.weight < $1.weight }?.finding
        ?? .good(count: heard, cents: nil, milliseconds: largest)
    }
  }

  /// The verdict on silence.
  package static var nothing: PracticeVerdict { PracticeVerdict(.nothing, 0..<0, of: 0) }

  private init(_ finding: PracticeFinding, _ played: Range<Int>, of count: Int) {
    (self.finding, self.played, self.count, isBesideOthers) = (finding, played, count, false)
  }

  private struct Fault {
    var finding: PracticeFinding
    var weight: Double

    init(_ finding: PracticeFinding, _ weight: Double) {
      (self.finding, self.weight) = (finding, weight)
    }
  }

  // MARK: - Notes

  /// Returns the notes that are wrong, missing or too many within what was played.
  ///
  /// Notes that only a drift has carried away are no reason to learn the notes, and none to speak of
  /// wrong ones unless others are; then all that the report counts are told.
  private static func mistakes(
    _ result: Intonation, _ played: Range<Int>, _ course: PitchCourse
  ) -> Fault? {
    let wrong = played.filter { result.notes[$0].isWrong }
    let carried = wrong.filter {
      (course.residuals[$0]?.magnitude ?? .infinity) <= Intonation.farthestRight
    }
    let missing = played.filter { result.isMissing(at: $0) }
    let faulty = wrong.count - carried.count + missing.count
    let share = Double(faulty) / Double(max(1, played.count))
    if share > FaultWeights.unlearned {
      return Fault(
        .learn(wrong: wrong.count, missing: missing.count, of: played.count), .infinity)
    }
    let again = result.again
    let extraCount = result.extraCount - (again?.noteCount ?? 0)
    guard faulty > 0 || extraCount > 0 else {
      return again.map {
        Fault(
          .again(count: $0.noteCount, times: $0.count, first: $0.first), FaultWeights.extra)
      }
    }
    let first = (wrong + missing).min()
    let instead = first.flatMap { index in
      wrong.contains(index)
        ? result.notes[index].deviation.map {
          Int((result.notes[index].note.number + $0 / 100).rounded())
        } : nil
    }
    // Those of a first attempt are no mistakes, but where others are too many, all that the report
    // counts are told.
    return Fault(
      .mistakes(
        wrong: wrong.count, missing: missing.count, extra: extraCount > 0 ? result.extraCount : 0,
        first: first, instead: instead),
      first == nil ? FaultWeights.extra : FaultWeights.mistake)
  }

  // MARK: - Pitch

  private static func pitchFaults(_ result: Intonation, _ course: PitchCourse) -> [Fault] {
    let good = Intonation.tolerance
    var faults: [Fault] = []
    // Of a drift from 0 to -80 cents, no note has an offset in common with the others.
    let offset = course.common(with: result.offset)
    if offset.magnitude > good {
      faults.append(Fault(.offset(result.offset), offset.magnitude / good))
    }
    switch course.shape {
    case .level: break
    case .drift(let cents, let perNote):
      faults.append(Fault(.drift(cents, perNote: perNote), cents.magnitude / good))
    case .step(let cents, let index):
      faults.append(Fault(.step(cents, at: index), cents.magnitude / good))
    }
    if let note = farthest(result, course) { faults.append(note) }
    if faults.isEmpty, let corrections = corrections(result) { faults.append(corrections) }
    return faults
  }

  /// Returns the note that is farthest off, apart from the course of the whole; `nil` if all are good.
  private static func farthest(_ result: Intonation, _ course: PitchCourse) -> Fault? {
    let good = Intonation.tolerance
    let rows = result.notes.indices.compactMap {
      index -> (index: Int, cents: Double, own: Double)? in
      guard let cents = result.notes[index].cents, let own = course.residuals[index] else {
        return nil
      }
      return (index, cents, own)
    }
    let off = rows.filter { $0.cents.magnitude > good }
    // Its cents must say the same without the course and with it.
    let candidates = off.filter { $0.own * $0.cents > 0 }
    guard let worst = candidates.max(by: { $0.own.magnitude < $1.own.magnitude }) else {
      return nil
    }
    let deviation = RobustStatistics.deviation(rows.map { $0.own }) ?? 0
    let spread = (rows.reduce(0) { $0 + $1.own * $1.own } / Double(rows.count)).squareRoot()
    let standsOut = worst.own.magnitude > FaultWeights.outstanding * deviation
    let weight = (standsOut ? worst.own.magnitude : min(spread, worst.own.magnitude)) / good
    let note = result.notes[worst.index].note
    let same = rows.filter { result.notes[$0.index].note.number == note.number }
    if same.count > 1, same.allSatisfy({ $0.cents * worst.cents > 0 && $0.cents.magnitude > good })
    {
      let mean = same.reduce(0) { $0 + $1.cents } / Double(same.count)
      return Fault(
        .pitch(
          note.midiNumber, microtone: note.microtone, cents: mean, count: same.count,
          others: off.count - same.count), weight)
    }
    return Fault(.note(worst.index, cents: worst.cents, others: off.count - 1), weight)
  }

  /// Returns that notes were corrected, if they begin farther off than is good.
  private static func corrections(_ result: Intonation) -> Fault? {
    guard let first = result.firstSpread, let last = result.lastSpread, result.correctedCount > 0,
      first > Intonation.tolerance, first > last
    else { return nil }
    return Fault(
      .corrections(result.correctedCount, of: result.stableCount, first: first, last: last),
      FaultWeights.corrections)
  }

  // MARK: - Praise

  private static func praise(_ result: Intonation, _ timing: Timing?) -> PracticeFinding {
    let largest = result.notes.compactMap { $0.cents?.magnitude }.max() ?? 0
    let isTimed = timing.map { $0.advice != .tooFew } ?? false
    let latest = isTimed ? timing?.notes.compactMap { $0.late?.magnitude }.max() : nil
    return .good(count: result.rightCount, cents: largest, milliseconds: latest)
  }
}

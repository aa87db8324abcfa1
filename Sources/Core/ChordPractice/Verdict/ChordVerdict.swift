public import IntonationPractice
internal import SignalProcessing

/// What is said first of a playing of chords: how much of the score was played, and the largest fault.
///
/// Faults are compared by `FaultWeights`, as for single notes.
public struct ChordVerdict: Sendable {
  /// The largest fault; praise if every number of the report supports it.
  public let finding: ChordFinding
  /// The steps from the first that was played to the last, as indices.
  public let played: Range<Int>
  /// The number of steps of the score.
  public let count: Int
  /// True if the whole deviates so much that the cents of a note are only those beside the others.
  public let isBesideOthers: Bool

  private typealias Fault = (finding: ChordFinding, weight: Double)

  /// Chooses what is said.
  ///
  /// - Parameters:
  ///   - result: The notes.
  ///   - timing: The times of the steps; `nil` if they do not count.
  public init(_ result: ChordResult, _ timing: Timing?) {
    count = result.steps.count
    isBesideOthers = result.offset.magnitude > Intonation.tolerance
    guard result.spread != nil, let first = result.steps.firstIndex(where: { !$0.isMissing }),
      let last = result.steps.lastIndex(where: { !$0.isMissing })
    else {
      (finding, played) = (.nothing, 0..<0)
      return
    }
    played = first..<(last + 1)
    let mistakes = Self.mistakes(result, played)
    if let mistakes, case .learn = mistakes.finding {
      finding = mistakes.finding
      return
    }
    var faults = Self.pitchFaults(result)
    if let mistakes { faults.append(mistakes) }
    if let timing { faults += timing.faults.map { (.time($0.advice), $0.weight) } }
    finding = faults.max { $0.weight < $1.weight }?.finding ?? Self.praise(result, timing)
  }

  private static func mistakes(_ result: ChordResult, _ played: Range<Int>) -> Fault? {
    let steps = result.steps[played]
    var found = ChordFinding.Mistakes()
    var (all, lost) = (0, 0)
    var first: (step: Int, note: Int?)?
    for (index, step) in zip(played, steps) {
      all += step.notes.count
      found.extraNotes += step.extra.count
      guard !step.isMissing else {
        found.missingSteps += 1
        lost += step.notes.count
        if first == nil { first = (index, nil) }
        continue
      }
      for (place, note) in step.notes.enumerated() {
        switch note.state {
        case .wrong: found.wrong += 1
        case .missing: found.missing += 1
        case .right, .hidden: continue
        }
        if first == nil { first = (index, place) }
      }
    }
    found.extraSteps = result.extra.count
    lost += found.missing
    if Double(found.wrong + lost) > FaultWeights.unlearned * Double(max(1, all)),
      found.wrong + lost > 1
    {
      return (.learn(wrong: found.wrong, missing: lost, of: all), .infinity)
    }
    guard first != nil || found.extraNotes + found.extraSteps > 0 else { return nil }
    return (
      .mistakes(found, step: first?.step, note: first?.note),
      first == nil ? FaultWeights.extra : FaultWeights.mistake
    )
  }

  private static func pitchFaults(_ result: ChordResult) -> [Fault] {
    let good = Intonation.tolerance
    var faults: [Fault] = []
    let middles = result.steps.map { step in
      RobustStatistics.median(step.notes.compactMap { $0.cents })
    }
    let course = PitchCourse(middles)
    let offset = course.common(with: result.offset)
    if offset.magnitude > good { faults.append((.offset(result.offset), offset.magnitude / good)) }
    switch course.shape {
    case .level: break
    case .drift(let cents, _): faults.append((.drift(cents), cents.magnitude / good))
    case .step(let cents, let index):
      faults.append((.step(cents, at: index), cents.magnitude / good))
    }
    if let note = farthest(result, middles, course) { faults.append(note) }
    return faults
  }

  private struct Row {
    var step: Int
    var place: Int
    var cents: Double
    /// Apart from the course of the whole.
    var own: Double
  }

  /// Returns the note that is farthest off, apart from the course of the whole; `nil` if all are good.
  private static func farthest(
    _ result: ChordResult, _ middles: [Double?], _ course: PitchCourse
  ) -> Fault? {
    let good = Intonation.tolerance
    var rows: [Row] = []
    for (index, step) in result.steps.enumerated() {
      let moved = (middles[index] ?? 0) - (course.residuals[index] ?? 0)
      for (place, note) in step.notes.enumerated() {
        guard let cents = note.cents else { continue }
        rows.append(Row(step: index, place: place, cents: cents, own: cents - moved))
      }
    }
    let off = rows.filter { $0.cents.magnitude > good }
    let worst = off.filter { $0.own * $0.cents > 0 }.max { $0.own.magnitude < $1.own.magnitude }
    guard let worst else { return nil }
    let deviation = RobustStatistics.deviation(rows.map { $0.own }) ?? 0
    let spread = (rows.reduce(0) { $0 + $1.own * $1.own } / Double(rows.count)).squareRoot()
    let standsOut = worst.own.magnitude > FaultWeights.outstanding * deviation
    let weight = (standsOut ? worst.own.magnitude : min(spread, worst.own.magnitude)) / good
    func note(_ row: Row) -> PracticeNote { result.steps[row.step].notes[row.place].note }
    let number = note(worst).number
    let same = rows.filter { note($0).number == number }
    if same.count > 1, same.allSatisfy({ $0.cents * worst.cents > 0 && $0.cents.magnitude > good })
    {
      let mean = same.reduce(0) { $0 + $1.cents } / Double(same.count)
      return (
        .pitch(note(worst), cents: mean, count: same.count, others: off.count - same.count), weight
      )
    }
    return (.note(worst.step, worst.place, cents: worst.cents, others: off.count - 1), weight)
  }

  private static func praise(_ result: ChordResult, _ timing: Timing?) -> ChordFinding {
    let largest = result.steps.flatMap { $0.notes.compactMap { $0.cents?.magnitude } }.max() ?? 0
    let isTimed = timing.map { $0.advice != .tooFew } ?? false
    let latest = isTimed ? timing?.notes.compactMap { $0.late?.magnitude }.max() : nil
    return .good(count: result.rightCount, cents: largest, milliseconds: latest)
  }
}

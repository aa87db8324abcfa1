/// What was played, as notes with values: quantised to the score or to a tempo.
///
/// Notes of the score that were played, right or wrong, stand where the score has them; notes that
/// are not in the score stand where their times fall between these, on a grid of sixteenths.
/// Compared with a click, every note stands on the grid where it was played. The grid has thirds
/// of a quarter where they fit clearly better, and 32nds if the score has some. Of two notes at one
/// place the first becomes a grace note.
public struct TakeNotation: Sendable, Hashable {
  /// A note with a value.
  public struct Note: Sendable, Hashable {
    /// 60 is middle C, in 0...127.
    public var midiNumber: Int
    /// When it begins, in units from the start.
    public var onset: Int
    /// Its duration, in units; 0 for a grace note.
    public var duration: Int
  }

  /// The units of a quarter note: both sixteenths and thirds are whole numbers.
  public static var unitsPerQuarter: Int { 24 }

  /// The notes, one after another.
  public private(set) var notes: [Note] = []
  /// The bars, from the first note's to the last one's at least.
  public private(set) var bars: [PracticeBar] = []
  /// The tempo in quarter notes per minute; `nil` if it is not known.
  public private(set) var tempo: Double?

  /// The step of the grid that is not divided in thirds, in units.
  private let step: Int
  private let score: PracticeScore

  /// Quantises to the score.
  ///
  /// - Parameters:
  ///   - result: The playing, compared with the score.
  ///   - played: All played notes, by onset.
  ///   - score: The score.
  ///   - numberOf: Returns the MIDI number of a frequency in hertz.
  public init(
    _ result: Intonation, played: [PlayedNote], score: PracticeScore,
    numberOf: (Double) -> Double
  ) {
    self.init(score)
    var anchors: [(time: Double, quarter: Double, note: PracticeNote)] = []
    for note in result.notes {
      guard let played = note.played else { continue }
      if let last = anchors.last, played.onset <= last.time { continue }
      anchors.append((played.onset, note.note.onset, note.note))
    }
    let main = anchors.filter { !$0.note.isGrace }.map { (time: $0.time, quarter: $0.quarter) }
    tempo = Self.tempo(main)
    let pace = (tempo ?? 60) / 60  // quarters per second
    var takes: [Take] = []
    for note in played {
      guard let number = Self.key(numberOf(note.frequency)) else { continue }
      if let anchor = anchors.first(where: { $0.time == note.onset }) {
        takes.append(
          Take(
            number, anchor.note.onset, anchor.note.duration, isExact: true,
            isGrace: anchor.note.isGrace))
      } else {
        let quarter = Self.quarter(at: note.onset, between: main, pace)
        takes.append(Take(number, quarter, note.duration * pace))
      }
    }
    set(takes)
  }

  /// Quantises to a tempo.
  ///
  /// - Parameters:
  ///   - played: All played notes, by onset.
  ///   - score: The score, which gives bars and tempos.
  ///   - clock: Its times at the tempo that was played.
  ///   - start: When the score began, on the clock of the notes, in seconds.
  ///   - numberOf: Returns the MIDI number of a frequency in hertz.
  public init(
    _ played: [PlayedNote], score: PracticeScore, clock: ScoreClock, start: Double,
    numberOf: (Double) -> Double
  ) {
    self.init(score)
    tempo = clock.tempo
    set(
      played.compactMap { note in
        guard let number = Self.key(numberOf(note.frequency)) else { return nil }
        let from = clock.quarter(atSeconds: note.onset - start)
        let to = clock.quarter(atSeconds: note.onset + note.duration - start)
        return Take(number, max(0, from), to - from)
      })
  }

  private init(_ score: PracticeScore) {
    self.score = score
    let unit = Double(Self.unitsPerQuarter)
    let has32nds = score.notes.contains { note in
      let place = note.onset * 8
      return (place - place.rounded()).magnitude < 1e-3
        && Int((note.onset * unit).rounded()) % 6 != 0
        && Int((note.onset * unit).rounded()) % 3 == 0
    }
    step = has32nds ? 3 : 6
  }

  private struct Take {
    var number: Int
    var quarter: Double
    var length: Double  // quarters
    var isExact = false
    var isGrace = false

    init(
      _ number: Int, _ quarter: Double, _ length: Double, isExact: Bool = false,
      isGrace: Bool = false
    ) {
      (self.number, self.quarter, self.length) = (number, quarter, length)
      (self.isExact, self.isGrace) = (isExact, isGrace)
    }
  }

  private static func key(_ number: Double) -> Int? {
    guard number.isFinite, (-0.5..<127.5).contains(number) else { return nil }
    return max(0, min(127, Int(number.rounded())))
  }

  /// The median pace of the right notes, in quarter notes per minute.
  private static func tempo(_ anchors: [(time: Double, quarter: Double)]) -> Double? {
    let paces = zip(anchors, anchors.dropFirst()).compactMap { left, right -> Double? in
      let (time, quarters) = (right.time - left.time, right.quarter - left.quarter)
      return time > 0.01 && quarters > 1e-6 ? 60 * quarters / time : nil
    }
    return RobustStatistics.median(paces).map { max(5, min(999, $0)) }
  }

  /// Returns the place of a time between the notes of the score.
  private static func quarter(
    at time: Double, between anchors: [(time: Double, quarter: Double)], _ pace: Double
  ) -> Double {
    guard let first = anchors.first, let last = anchors.last else { return 0 }
    if time <= first.time { return max(0, first.quarter - (first.time - time) * pace) }
    if time >= last.time { return last.quarter + (time - last.time) * pace }
    let next = anchors.firstIndex { $0.time > time } ?? anchors.count - 1
    let (left, right) = (anchors[next - 1], anchors[next])
    let share = (time - left.time) / (right.time - left.time)
    return left.quarter + share * (right.quarter - left.quarter)
  }
}

// MARK: - The grid

extension TakeNotation {
  private mutating func set(_ takes: [Take]) {
    let thirds = quartersInThirds(takes)
    var placed: [Note] = []
    for take in takes {
      let onset = place(take.quarter, thirds)
      let end = max(onset + step, place(take.quarter + max(0, take.length), thirds))
      var note = Note(
        midiNumber: take.number, onset: max(onset, placed.last?.onset ?? 0),
        duration: take.isGrace ? 0 : max(1, end - onset))
      if let last = placed.last, last.duration > 0, last.onset + last.duration > note.onset {
        // The earlier of two notes at one place is a grace note.
        placed[placed.count - 1].duration = note.onset - last.onset
      } else if let last = placed.last, last.duration > 0, !take.isExact {
        // A gap shorter than a step is articulation, not a rest.
        let gap = note.onset - last.onset - last.duration
        if gap > 0, gap <= step { placed[placed.count - 1].duration += gap }
      }
      if note.duration > 0 { note.duration = max(1, note.duration) }
      placed.append(note)
    }
    if let last = placed.last, last.duration == 0 { placed[placed.count - 1].duration = step }
    notes = placed
    bars = bars(until: notes.map { $0.onset + $0.duration }.max() ?? 0)
  }

  /// Returns the quarters whose notes fit thirds clearly better than the usual grid.
  private func quartersInThirds(_ takes: [Take]) -> Set<Int> {
    var errors: [Int: (straight: Double, thirds: Double, count: Int)] = [:]
    // The score tells where its thirds are; notes between its own have no say.
    let hasScore = takes.contains { $0.isExact }
    for take in takes where !take.isGrace && take.isExact == hasScore {
      let quarter = Int(take.quarter.rounded(.down))
      let place = (take.quarter - Double(quarter)) * Double(Self.unitsPerQuarter)
      guard place > 1, place < 23 else { continue }  // on the quarter
      let straight = (place - (place / Double(step)).rounded() * Double(step)).magnitude
      let third = (place - (place / 8).rounded() * 8).magnitude
      var sum = errors[quarter] ?? (0, 0, 0)
      sum = (sum.straight + straight, sum.thirds + third, sum.count + 1)
      errors[quarter] = sum
    }
    var found: Set<Int> = []
    for (quarter, error) in errors
    where error.thirds + 0.5 * Double(error.count) < error.straight {
      found.insert(quarter)
    }
    return found
  }

  private func place(_ quarter: Double, _ thirds: Set<Int>) -> Int {
    let whole = Int(quarter.rounded(.down))
    let grid = thirds.contains(whole) ? 8 : step
    let place = (quarter - Double(whole)) * Double(Self.unitsPerQuarter)
    return whole * Self.unitsPerQuarter + Int((place / Double(grid)).rounded()) * grid
  }

  /// The bars of the score, and more of its last meter until the end of the notes.
  private func bars(until end: Int) -> [PracticeBar] {
    let end = Double(end) / Double(Self.unitsPerQuarter)
    var bars = score.bars.prefix { $0.onset < max(end, 1e-6) - 1e-6 }.map { $0 }
    if bars.isEmpty, let first = score.bars.first { bars = [first] }
    if bars.isEmpty { bars = [PracticeBar(number: 1, onset: 0, length: 4, meter: .common)] }
    while let last = bars.last, last.onset + last.length < end - 1e-6,
      bars.count < PracticeScore.mostBars
    {
      let meter = last.meter ?? .common
      bars.append(
        PracticeBar(
          number: BarNumber(last.number.value + 1), onset: last.onset + last.length,
          length: meter.length, meter: last.meter))
    }
    return bars
  }
}

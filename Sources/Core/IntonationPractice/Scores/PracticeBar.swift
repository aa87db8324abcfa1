internal import SignalProcessing

/// The meter of a bar.
public struct PracticeMeter: Sendable, Hashable {
  /// The number of beats in a bar, in 1...128.
  public let beatCount: Int
  /// The note value of a beat: 4 for quarters, 8 for eighths; 1, 2, 4, 8, 16, 32 or 64.
  public let beatUnit: Int
  /// Four quarters.
  public static let common = PracticeMeter(4, 4)

  private init(_ beatCount: Int, _ beatUnit: Int) {
    self.beatCount = beatCount
    self.beatUnit = beatUnit
  }

  /// Creates a meter; `nil` if a number is out of its range.
  ///
  /// - Parameters:
  ///   - beatCount: The number of beats, in 1...128.
  ///   - beatUnit: The note value of a beat: 1, 2, 4, 8, 16, 32 or 64.
  public init?(beatCount: Int, beatUnit: Int) {
    guard (1...128).contains(beatCount), (1...64).contains(beatUnit),
      beatUnit & (beatUnit - 1) == 0
    else { return nil }
    self.init(beatCount, beatUnit)
  }

  /// The length of a beat, in quarter notes.
  public var beat: Double { 4 / Double(beatUnit) }
  /// The length of a bar, in quarter notes.
  public var length: Double { beat * Double(beatCount) }
}

/// A bar of a score, in the order in which it is played.
public struct PracticeBar: Sendable, Hashable {
  /// The number as it is printed; 0 for a pickup.
  public var number: BarNumber
  /// When it starts, in quarter notes from the start.
  public var onset: Double
  /// How long it lasts, in quarter notes, greater than zero: shorter than its meter for a pickup,
  /// and for a bar that a repeat divides.
  public var length: Double
  /// The meter; `nil` in free time.
  public var meter: PracticeMeter?
  /// How much of the meter lies before the bar, in quarter notes: a pickup is the end of a bar.
  public var lead: Double

  /// Creates a bar.
  ///
  /// - Parameters:
  ///   - number: The number as it is printed.
  ///   - onset: In quarter notes from the start.
  ///   - length: In quarter notes.
  ///   - meter: The meter; `nil` in free time.
  ///   - lead: How much of the meter lies before it, in quarter notes.
  public init(
    number: BarNumber, onset: Double, length: Double, meter: PracticeMeter?, lead: Double = 0
  ) {
    self.number = number
    self.onset = onset
    self.length = length
    self.meter = meter
    self.lead = lead
  }

  /// Creates a bar whose number is one.
  ///
  /// - Parameters:
  ///   - number: The number as it is printed.
  ///   - onset: In quarter notes from the start.
  ///   - length: In quarter notes.
  ///   - meter: The meter; `nil` in free time.
  ///   - lead: How much of the meter lies before it, in quarter notes.
  public init(
    number: Int, onset: Double, length: Double, meter: PracticeMeter?, lead: Double = 0
  ) {
    self.init(
      number: BarNumber(number), onset: onset, length: length, meter: meter, lead: lead)
  }

  /// Returns the beat at a time, from 1: 2.5 is half a beat after the second.
  ///
  /// - Parameter quarter: The time, in quarter notes from the start of the score.
  /// - Returns: The beat, beyond the last one if the time is after the bar; `nil` in free time.
  public func beat(atQuarter quarter: Double) -> Double? {
    meter.map { 1 + (quarter - onset + lead) / $0.beat }
  }
}

/// A tempo that a score gives.
public struct PracticeTempo: Sendable, Hashable {
  /// The tempos that can be practised, in quarter notes per minute.
  package static var playable: ClosedRange<Double> { 20...400 }

  /// From when on it counts, in quarter notes from the start.
  public var onset: Double
  /// Quarter notes per minute, greater than zero.
  public var quartersPerMinute: Double

  /// Creates a tempo.
  ///
  /// - Parameters:
  ///   - onset: From when on it counts, in quarter notes from the start.
  ///   - quartersPerMinute: Quarter notes per minute, greater than zero.
  public init(onset: Double, quartersPerMinute: Double) {
    self.onset = onset
    self.quartersPerMinute = quartersPerMinute
  }
}

extension PracticeScore {
  /// The largest number of bars that a score has; the last one goes on.
  public static var mostBars: Int { 20_000 }

  /// A meter that counts from a time on.
  struct MeterChange {
    /// In quarter notes from the start.
    var onset: Double
    /// The meter; `nil` in free time.
    var meter: PracticeMeter?
  }

  /// Returns bars from quarter 0 on, which begin anew wherever the meter changes.
  ///
  /// - Parameters:
  ///   - changes: The meters, in order of time; 4/4 before the first.
  ///   - end: The end of the last note, in quarter notes.
  /// - Returns: At least one bar.
  static func bars(_ changes: [MeterChange], until end: Double) -> [PracticeBar] {
    var bars: [PracticeBar] = []
    var (start, next) = (0.0, 0)
    var meter: PracticeMeter? = .common
    while bars.count < mostBars, bars.isEmpty || start < end - 1e-6 {
      while next < changes.count, changes[next].onset <= start + 1e-6 {
        meter = changes[next].meter
        next += 1
      }
      var length = meter?.length ?? max(1, end - start)
      if next < changes.count { length = min(length, changes[next].onset - start) }
      bars.append(
        PracticeBar(number: BarNumber(bars.count + 1), onset: start, length: length, meter: meter))
      start += length
    }
    return bars
  }

  /// Returns tempos in order of time, without those that a later one replaces at once.
  static func inOrder(_ tempos: [PracticeTempo]) -> [PracticeTempo] {
    var ordered: [PracticeTempo] = []
    for tempo in tempos.ascending(by: { $0.onset }) {
      if let last = ordered.last, tempo.onset <= last.onset + 1e-6 { ordered.removeLast() }
      if ordered.last?.quartersPerMinute != tempo.quartersPerMinute { ordered.append(tempo) }
    }
    return ordered
  }

  /// Returns the index of the bar that a time lies in: the first for times before it, and the last
  /// for later ones.
  ///
  /// - Parameter quarter: The time, in quarter notes from the start.
  /// - Returns: An index of ``bars``; `nil` if the score has none.
  /// - Complexity: O(log *n*) for *n* bars.
  public func barIndex(atQuarter quarter: Double) -> Int? {
    guard !bars.isEmpty else { return nil }
    var (lower, upper) = (0, bars.count)
    while upper - lower > 1 {
      let middle = (lower + upper) / 2
      // Onsets are sums of fractions: a note on the bar line belongs to the bar after it.
      if bars[middle].onset <= quarter + 1e-6 { lower = middle } else { upper = middle }
    }
    return lower
  }

  /// Returns where a time lies in the score, as players say it.
  ///
  /// - Parameter quarter: The time, in quarter notes from the start.
  /// - Returns: The number of the bar as it is written, and the beat in it from 1, which is `nil` in
  ///   free time; `nil` if the score has no bars.
  /// - Complexity: O(log *n*) for *n* bars.
  public func place(atQuarter quarter: Double) -> (bar: BarNumber, beat: Double?)? {
    guard let index = barIndex(atQuarter: quarter) else { return nil }
    let bar = bars[index]
    // Beyond the last bar its meter goes on.
    if index == bars.count - 1, let meter = bar.meter, quarter >= bar.onset + bar.length - 1e-6,
      bar.lead == 0
    {
      let further = ((quarter - bar.onset + 1e-6) / meter.length).rounded(.down)
      let moved = quarter - further * meter.length
      let number = further < 1 ? bar.number : BarNumber(bar.number.value + Int(further))
      return (number, bar.beat(atQuarter: moved))
    }
    return (bar.number, bar.beat(atQuarter: quarter))
  }
}

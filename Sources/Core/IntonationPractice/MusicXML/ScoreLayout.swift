/// The bars of a score: repeats, endings and meters are the score's, in whichever part they are written.
struct ScoreLayout {
  /// A bar of all parts.
  struct Bar {
    var number: BarNumber
    /// In quarter notes, above 0.
    var length: Double
    /// The meter; `nil` in free time.
    var meter: PracticeMeter?
    var startsRepeat = false
    /// The number of times that the music up to here is played; `nil` if no repeat ends here.
    var endsRepeat: Int?
    /// The passes in which it is played, by its bracket; `nil` for all.
    var passes: Set<Int>?
    /// True if a bracket ends here.
    var endsEnding = false
  }

  /// The largest number of measures of a score with its repeats.
  static let mostMeasures = 20_000

  private(set) var bars: [Bar] = []

  /// Creates the layout for a part, whose own meters come before those of other parts.
  ///
  /// - Complexity: O(*n p*) for *n* measures of *p* parts.
  init(of part: WrittenScore.Part, in parts: [WrittenScore.Part]) {
    let all = [part] + parts
    var meter: PracticeMeter? = .common
    var number = 0
    for index in 0..<(all.map { $0.measures.count }.max() ?? 0) {
      let measures = all.filter { index < $0.measures.count }.map { $0.measures[index] }
      if let change = measures.lazy.compactMap({ $0.newMeter }).first { meter = change.meter }
      let length = measures.map { $0.length }.max() ?? 0
      let label = measures.lazy.map { $0.label }.first { !$0.isEmpty } ?? ""
      // Bars are numbered from 1 if the document has no numbers.
      let written = label.isEmpty ? index + 1 : Int(label)
      number = written ?? number
      bars.append(
        Bar(
          number: BarNumber(number, name: written == nil ? label : nil),
          // A bar in which nothing is written is a bar of rest.
          length: length > 0 ? length : meter?.length ?? PracticeMeter.common.length,
          meter: meter, startsRepeat: measures.contains { $0.startsRepeat },
          endsRepeat: measures.compactMap { $0.endsRepeat }.max()))
    }
    spreadEndings(all)
  }

  /// Gives the passes of a bracket to its bars: up to its end, which may not be written.
  private mutating func spreadEndings(_ parts: [WrittenScore.Part]) {
    var passes: Set<Int>?
    for index in bars.indices {
      let measures = parts.filter { index < $0.measures.count }.map { $0.measures[index] }
      if let started = measures.lazy.compactMap({ $0.startsEnding }).first {
        passes = started.isEmpty ? nil : started
      } else if passes != nil, bars[index].startsRepeat {
        bars[index - 1].endsEnding = true
        passes = nil
      }
      bars[index].passes = passes
      guard passes != nil else { continue }
      if bars[index].endsRepeat != nil || measures.contains(where: { $0.stopsEnding }) {
        bars[index].endsEnding = true
        passes = nil
      }
    }
  }

  /// Returns the bars in the order in which they are played: repeats, and endings by pass.
  ///
  /// - Throws: ``MusicXMLError/tooManyMeasures(_:)``.
  func playedOrder() throws(MusicXMLError) -> [Int] {
    var order: [Int] = []
    var (index, start, pass) = (0, 0, 1)
    while index < bars.count {
      let bar = bars[index]
      if bar.startsRepeat, start != index { (start, pass) = (index, 1) }
      guard bar.passes?.contains(pass) ?? true else {
        index += 1
        continue
      }
      order.append(index)
      guard order.count <= Self.mostMeasures else { throw .tooManyMeasures(Self.mostMeasures) }
      if let times = bar.endsRepeat, pass < passes(at: index, times: times) {
        pass += 1
        index = start
      } else {
        index += 1
        if bar.endsRepeat != nil || bar.endsEnding { (start, pass) = (index, 1) }
      }
    }
    return order
  }

  /// Returns the passes of a repeat: before another ending it leads there, whatever its own count.
  private func passes(at index: Int, times: Int) -> Int {
    guard let here = bars[index].passes?.max(), index + 1 < bars.count,
      let next = bars[index + 1].passes?.max(), next > here
    else { return times }
    return max(times, next)
  }

  /// Returns the numbers of the bars that are never played; `nil` if all are.
  func unreached(by order: [Int]) -> String? {
    let reached = Set(order)
    let others = bars.indices.filter { !reached.contains($0) }
    return others.isEmpty ? nil : BarNumber.list(others, of: bars.map { $0.number })
  }

  /// Returns the bars as they are played.
  ///
  /// The first one, if it is shorter than its meter, is a pickup: the end of a bar. So is the second
  /// part of a bar that a repeat divides.
  func played(_ order: [Int]) -> [PracticeBar] {
    var played: [PracticeBar] = []
    var (start, filled) = (0.0, 0.0)
    for index in order {
      let bar = bars[index]
      let rest = (bar.meter?.length ?? 0) - bar.length
      let isSecondPart = filled > 0 && (rest - filled).magnitude < 1e-6
      let isPickup = rest > 1e-6 && (played.isEmpty || isSecondPart)
      played.append(
        PracticeBar(
          number: bar.number, onset: start, length: bar.length, meter: bar.meter,
          lead: isPickup ? rest : 0))
      filled = rest > 1e-6 && !isPickup ? bar.length : 0
      start += bar.length
    }
    return played
  }
}

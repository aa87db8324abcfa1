import IntonationPractice
import MusicTheory

/// Compares sentences with the numbers of the report, without the rules that chose them.
struct TableCheck {
  let score: PracticeScore
  let result: Intonation
  let timing: Timing
  let sentence: String

  private var cents: [Double?] { result.notes.map(\.cents) }
  private var late: [Double?] { timing.notes.map(\.late) }

  /// What the sentence says that the report does not.
  var contradictions: [String] {
    var all: [String] = []
    func require(_ isTrue: Bool, _ text: String) { if !isTrue { all.append(text) } }
    let there = result.notes.indices.filter { result.notes[$0].played != nil }
    let range = (there.first ?? 0)...(there.last ?? 0)
    if sentence.contains("in tune") {
      require(cents.allSatisfy { ($0 ?? 0).magnitude < 10.05 }, "a note is out of tune")
      require(result.offset.magnitude < 10.05, "the whole is out of tune")
      require(result.wrongCount == 0 && result.extraCount == 0, "notes are wrong or too many")
      require(range.allSatisfy { result.notes[$0].played != nil }, "notes are missing")
    }
    if sentence.contains("steady") {
      require(late.allSatisfy { ($0 ?? 0).magnitude < 20.5 }, "a note is out of time")
      require((timing.tempo?.change ?? 0).magnitude <= 3, "the tempo changes")
      require(timing.shifts.isEmpty && !timing.isRubato, "the beat moves")
    }
    // All that is missing before the first note or after the last one must be said.
    let isPart = range.lowerBound > 0 || range.upperBound < score.notes.count - 1
    let saysPart = ["You stopped after", "You began with", "You played note", "You played only"]
      .contains { sentence.contains($0) }
    require(isPart == saysPart, "the part that was played")
    if let match = sentence.firstMatch(of: /You stopped after note (\d+) of (\d+)\./) {
      require(Int(match.1) == range.upperBound + 1, "the last note")
      require(Int(match.2) == score.notes.count, "the count of notes")
    }
    let counts = (
      wrong: range.count { result.notes[$0].isWrong },
      missing: range.count { result.notes[$0].played == nil }, extra: result.extraCount
    )
    for (word, count) in [
      ("wrong", counts.wrong), ("missing", counts.missing), ("too many", counts.extra),
    ] {
      guard let at = sentence.ranges(of: " \(word)").first else { continue }
      let words = sentence[..<at.lowerBound].split(separator: " ")
      require(
        words.last { Int($0) != nil }.flatMap { Int($0) } == count, "the number that is \(word)")
    }
    if sentence.contains("Learn the notes") {
      require(5 * (counts.wrong + counts.missing) > range.count, "hardly a note is wrong")
    }
    all += pitchContradictions + timeContradictions
    return all
  }

  private func index(_ name: Substring, _ bar: Substring, _ beat: Substring) -> Int? {
    score.notes.indices.first { index in
      let place = score.place(atQuarter: score.notes[index].onset)
      return score.name(of: score.notes[index]).asciiDescription == name
        && place.map { $0.bar.label } == String(bar) && place?.beat == Double(beat)
    }
  }

  private var pitchContradictions: [String] {
    var all: [String] = []
    func require(_ isTrue: Bool, _ text: String) { if !isTrue { all.append(text) } }
    let off = cents.count { ($0 ?? 0).magnitude > 10 }
    var named = 0
    if let match = sentence.firstMatch(
      of: /(\S+) \(bar (\d+), beat ([\d.]+)\) is (\d+) cents? too (high|low)/)
    {
      let cents = index(match.1, match.2, match.3).flatMap { self.cents[$0] } ?? 0
      require((cents.magnitude - (Double(match.4) ?? 0)).magnitude < 0.51, "the cents of the note")
      require((cents > 0) == (match.5 == "high"), "the direction of the note")
      named = 1
    }
    if let match = sentence.firstMatch(
      of: /(\S+) is too (high|low) each time, by (\d+) cents? on average over (\d+) notes/)
    {
      let own = score.notes.indices.filter {
        score.name(of: score.notes[$0]).asciiDescription == match.1
      }.compactMap { cents[$0] }
      require(own.count == Int(match.4), "how often it is played")
      require(own.allSatisfy { ($0 > 0) == (match.2 == "high") }, "not each time")
      let mean = own.reduce(0, +) / Double(own.count)
      require((mean.magnitude - (Double(match.3) ?? 0)).magnitude < 0.51, "the average")
      named = own.count
    }
    if sentence.contains("no other note is more than 10 cents") {
      require(off == named, "other notes are off")
    } else if let match = sentence.firstMatch(of: /(\d+) other notes? (is|are) more than 10 cents/)
    {
      require(off - named == Int(match.1), "the number of other notes that are off")
    }
    if let match = sentence.firstMatch(of: /On the whole you are (\d+) cents? (sharp|flat)/) {
      require((result.offset.magnitude - (Double(match.1) ?? 0)).magnitude < 0.51, "the offset")
      require((result.offset > 0) == (match.2 == "sharp"), "the direction of the offset")
    }
    let known = result.notes.compactMap { $0.deviation }
    if let match = sentence.firstMatch(of: /You (sank|rose) (\d+) cents/) {
      // The first and the last third lie two thirds of the way apart, as certainly as neighbours agree.
      let third = max(1, known.count / 3)
      let change = 1.5 * (median(known.suffix(third)) - median(known.prefix(third)))
      let jumps = zip(known, known.dropFirst()).map { ($1 - $0) * ($1 - $0) }
      let noise = (jumps.reduce(0, +) / Double(2 * max(1, jumps.count))).squareRoot()
      let error = 2.7 * noise / Double(third).squareRoot()
      let told = (match.1 == "rose" ? 1 : -1) * (Double(match.2) ?? 0)
      require(
        (change - told).magnitude < max(8, 0.35 * told.magnitude, 2 * error), "the drift \(change)")
      require(change * told > 0, "the direction of the drift")
    }
    if let match = sentence.firstMatch(
      of: /From (\S+) \(bar (\d+), beat ([\d.]+)\) on you are (\d+) cents? (higher|lower)/),
      let index = index(match.1, match.2, match.3)
    {
      let change =
        median(result.notes[index...].compactMap { $0.deviation })
        - median(result.notes[..<index].compactMap { $0.deviation })
      let told = (match.5 == "higher" ? 1 : -1) * (Double(match.4) ?? 0)
      require((change - told).magnitude < 1, "the step \(change)")
    }
    return all
  }

  private var timeContradictions: [String] {
    var all: [String] = []
    func require(_ isTrue: Bool, _ text: String) { if !isTrue { all.append(text) } }
    let off = late.count { ($0 ?? 0).magnitude > 20 }
    if let match = sentence.firstMatch(
      of: /(\S+) \(bar (\d+), beat ([\d.]+)\) comes (\d+) ms (early|late)/)
    {
      let late = index(match.1, match.2, match.3).flatMap { self.late[$0] } ?? 0
      require((late.magnitude - (Double(match.4) ?? 0)).magnitude < 0.51, "the time of the note")
      require((late > 0) == (match.5 == "late"), "early or late")
      if sentence.contains("no other note is more than 20 ms") {
        require(off == 1, "other notes are out of time")
      } else if let match = sentence.firstMatch(of: /(\d+) other notes? (is|are) more than 20 ms/) {
        require(off - 1 == Int(match.1), "the number of other notes out of time")
      }
    }
    if sentence.contains("uneven") { require((timing.spread ?? 0) > 25, "the spread") }
    if sentence.contains("You speed up") { require((timing.tempo?.change ?? 0) > 3, "the tempo") }
    if sentence.contains("You slow down") { require((timing.tempo?.change ?? 0) < -3, "the tempo") }
    if sentence.contains("beat jumps") { require(!timing.shifts.isEmpty, "the jump") }
    return all
  }

  private func median(_ values: some Collection<Double>) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

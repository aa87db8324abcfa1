import IntonationPractice
import MusicTheory
import Testing
import _TestSignals

@Suite("Sentences on thousands of takes with known faults")
struct VerdictPropertyTests {
  /// A fault, and what a sentence must contain that names it.
  private enum Fault: CaseIterable {
    case none, note, notes, drift, offset, step, late, early, missing, wrong, extra, jump, stopped
  }

  private static let count = 2080

  @Test("no sentence contradicts the report, and 99 of 100 name the largest fault")
  func faults() {
    var random = SeededRandom(seed: 2026)
    var (unnamed, contradicted): ([String], [String]) = ([], [])
    for number in 0..<Self.count {
      let fault = Fault.allCases[number % Fault.allCases.count]
      var take = SyntheticTake(
        // A jump needs six notes on both sides.
        octaves: number % 3 == 0 && fault != .jump ? 1 : 2,
        cents: .random(in: 0...4, using: &random),
        milliseconds: .random(in: 0...7, using: &random), seed: UInt64(number + 1))
      // Half of the takes stop before the end besides.
      let isPart = number % 2 == 1 && fault != .stopped
      let length = isPart ? take.notes.count * 2 / 3 : take.notes.count
      let names = add(fault, to: &take, length, &random)
      if isPart { take.stop(after: length) }
      let said = take.said
      let check = TableCheck(
        score: take.score, result: said.result, timing: said.timing, sentence: said.sentence)
      for contradiction in check.contradictions {
        contradicted.append("\(number) \(fault): \(contradiction): \(said.sentence)")
      }
      if !names.allSatisfy({ said.sentence.contains($0) }) {
        unnamed.append("\(number) \(fault): \(names): \(said.sentence)")
      }
    }
    #expect(contradicted.isEmpty, "\(contradicted.prefix(12).joined(separator: "\n"))")
    #expect(
      100 * unnamed.count <= Self.count,
      "\(unnamed.count):\n\(unnamed.prefix(30).joined(separator: "\n"))")
  }

  @Test("a take of which most is missing, wrong or too many has a sentence, too")
  func hardlyAnything() {
    var random = SeededRandom(seed: 5)
    var contradicted: [String] = []
    for number in 0..<3000 {
      var take = SyntheticTake(octaves: 1 + number % 2, milliseconds: 30, seed: UInt64(number + 1))
      let (kept, strange) = (
        Double.random(in: 0.1...0.9, using: &random), Double.random(in: 0...0.6, using: &random)
      )
      for index in take.notes.indices {
        if Double.random(in: 0...1, using: &random) > kept { take.notes[index] = nil }
        // Some are notes of the score, as of an attempt before.
        for _ in 0..<Int.random(in: 0...3, using: &random)
        where Double.random(in: 0...1, using: &random) < strange {
          take.extra.append((index, .random(in: 58...74, using: &random)))
        }
      }
      let said = take.said
      guard said.result.spread != nil else { continue }
      let check = TableCheck(
        score: take.score, result: said.result, timing: said.timing, sentence: said.sentence)
      for contradiction in check.contradictions {
        contradicted.append("\(number): \(contradiction): \(said.sentence)")
      }
    }
    #expect(contradicted.isEmpty, "\(contradicted.prefix(12).joined(separator: "\n"))")
  }

  @Test("whatever is wrong at once, no sentence contradicts the report")
  func anything() {
    var random = SeededRandom(seed: 11)
    var contradicted: [String] = []
    for number in 0..<800 {
      var take = SyntheticTake(
        octaves: 1 + number % 2, cents: .random(in: 0...25, using: &random),
        milliseconds: .random(in: 0...60, using: &random), seed: UInt64(number + 1))
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let fault = Fault.allCases.randomElement(using: &random) ?? .none
        _ = add(fault, to: &take, take.notes.count, &random)
      }
      let said = take.said
      guard said.result.spread != nil else { continue }
      let check = TableCheck(
        score: take.score, result: said.result, timing: said.timing, sentence: said.sentence)
      for contradiction in check.contradictions {
        contradicted.append("\(number): \(contradiction): \(said.sentence)")
      }
    }
    #expect(contradicted.isEmpty, "\(contradicted.prefix(12).joined(separator: "\n"))")
  }

  /// Adds a fault to the first notes of a take.
  ///
  /// - Returns: What a sentence that names it contains.
  private func add(
    _ fault: Fault, to take: inout SyntheticTake, _ length: Int, _ random: inout SeededRandom
  ) -> [String] {
    func name(_ index: Int) -> String {
      take.score.name(of: take.score.notes[index]).asciiDescription
    }
    let sign: Double = Bool.random(using: &random) ? 1 : -1
    let index = Int.random(in: 1..<(length - 1), using: &random)
    switch fault {
    case .none: return ["in tune", "steady"]
    case .note:
      take.detune(index, by: sign * .random(in: 25...60, using: &random))
      return ["\(name(index)) (bar ", sign > 0 ? "too high" : "too low"]
    case .notes:
      // The largest of four by far.
      for _ in 0..<3 {
        let other = Int.random(in: 0..<length, using: &random)
        if other != index { take.detune(other, by: .random(in: 8...12, using: &random)) }
      }
      take.detune(index, by: sign * .random(in: 40...60, using: &random))
      return ["\(name(index)) ", sign > 0 ? "too high" : "too low"]
    case .drift:
      let total = sign * .random(in: 20...110, using: &random)
      for index in 0..<length { take.detune(index, by: total * Double(index) / Double(length - 1)) }
      return [sign > 0 ? "You rose" : "You sank"]
    case .offset:
      let cents = sign * .random(in: 18...90, using: &random)
      for index in 0..<length { take.detune(index, by: cents) }
      return ["On the whole", sign > 0 ? "sharp" : "flat"]
    case .step:
      let cents = sign * .random(in: 25...60, using: &random)
      let start = Int.random(in: (length / 3)...(length * 2 / 3), using: &random)
      for index in start..<length { take.detune(index, by: cents) }
      return ["From \(name(start)) (bar ", sign > 0 ? "higher" : "lower"]
    case .late, .early:
      take.delay(index, by: (fault == .late ? 1 : -1) * .random(in: 50...250, using: &random))
      return ["\(name(index)) (bar ", fault == .late ? "ms late" : "ms early"]
    case .missing:
      take.notes[index] = nil
      return ["1 note is missing: \(name(index)) (bar "]
    case .wrong:
      take.detune(index, by: 200 * sign)
      return ["1 note is wrong: ", " instead of \(name(index)) (bar "]
    case .extra:
      take.extra = [(index, take.score.notes[index].midiNumber + 6)]
      return ["1 note is too many"]
    case .jump:
      for index in (length / 2)..<length { take.delay(index, by: 250) }
      return ["beat jumps"]
    case .stopped:
      let count = Int.random(in: 6..<length, using: &random)
      take.stop(after: count)
      return ["You stopped after note \(count) of ", "in tune"]
    }
  }
}

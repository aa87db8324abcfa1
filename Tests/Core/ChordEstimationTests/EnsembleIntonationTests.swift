import ChordEstimation
import SignalProcessing
import Testing

/// Choirs whose lock and drift are known: the numbers tell both, and no sentence says anything else.
@Suite struct EnsembleIntonationTests {
  /// Sings chords of a second each with a breath between them, and returns what is said of them.
  private static func intonation(
    of choir: some Sequence<[Double]>
  ) -> (ensemble: EnsembleIntonation, names: [String]) {
    var (listener, time) = (ChordListener(window: .whole), 0.0)
    var (ensemble, names): (EnsembleIntonation, [String]) = (EnsembleIntonation(), [])
    func sing(_ chord: [Double], for count: Int) {
      for _ in 0..<count {
        let notes = chord.map {
          ChordNote(
            frequency: 440 * Elementary.exp2(($0 - 6900) / 1200), level: -20, confidence: 0.9,
            error: 1)
        }
        listener.update(ChordReading(time: time, notes: notes))
        time += 0.01
      }
    }
    for chord in choir {
      sing(chord, for: 100)
      ensemble.add(listener.chord)
      names.append(listener.chord.name.description)
      sing([], for: 30)
    }
    return (ensemble, names)
  }

  /// Cents of the chords C, F, G, C, Am, Dm, G and C: in pure thirds and fifths or tempered, with a
  /// root that moves by the same amount from each to the next.
  private static func choir(isPure: Bool, step: Double) -> [[Double]] {
    let roots = [4800, 5300, 5500, 4800, 5700, 5000, 5500, 4800.0]
    return roots.enumerated().map { index, root in
      let isMinor = index == 4 || index == 5
      let third = isPure ? (isMinor ? 315.641 : 386.314) : (isMinor ? 300 : 400)
      let base = root + step * Double(index)
      return [base, base + third, base + (isPure ? 701.955 : 700), base + 1200]
    }
  }

  @Test(
    "a choir that locks and sinks, and one that is tempered and rises, are told",
    arguments: [(true, -3.0), (false, 2.5), (true, 0), (false, 0), (true, -9)])
  func known(isPure: Bool, step: Double) {
    let (ensemble, names) = Self.intonation(of: Self.choir(isPure: isPure, step: step))
    #expect((ensemble.drift - 7 * step).magnitude < 0.01)
    #expect((ensemble.driftPerChord - step).magnitude < 0.01)
    for (index, chord) in ensemble.chords.enumerated() {
      #expect((chord.drift - Double(index) * step).magnitude < 0.01)
    }
    if isPure {
      #expect(ensemble.fromPure < 0.01 && (1.9...16).contains(ensemble.fromTempered))
    } else {
      #expect(ensemble.fromTempered < 0.01 && (1.9...16).contains(ensemble.fromPure))
    }
    // Even where it has sunk by more than half a semitone.
    if step > -7 { #expect(names == ["C", "F", "G", "C", "Am", "Dm", "G", "C"]) }
  }

  @Test("the sentence says what the numbers say")
  func sentences() {
    let sinking = Self.intonation(of: Self.choir(isPure: true, step: -3)).ensemble
    #expect(
      sinking.sentence == "The chords are pure to 0 cents (median), and 2 from the temperament. "
        + "Their roots sank by 21 cents in all, 3.0 a chord.")
    let single = Self.intonation(of: [[4800, 5200, 5500]]).ensemble
    #expect(single.sentence == "The chord is tempered to 0 cents (median), and 8 from pure.")
    #expect(EnsembleIntonation().sentence.isEmpty)
    let steady = Self.intonation(of: Self.choir(isPure: false, step: 0)).ensemble
    #expect(steady.sentence.hasSuffix("Their roots stayed within 1 cent."))
    let back = [0, -8, -15, -8, 0.5].map { [4800 + $0, 5500 + $0] }
    #expect(
      Self.intonation(of: back).ensemble.sentence.hasSuffix(
        "Their roots moved by up to 15 cents, and came back to within 1 cent."))
    let most = [0, -30, -10.0].map { [4800 + $0, 5500 + $0] }
    #expect(
      Self.intonation(of: most).ensemble.sentence.hasSuffix(
        "Their roots sank by 10 cents in all, after up to 30, 5.0 a chord."))
  }

  @Test("no sentence of a thousand choirs contradicts their numbers")
  func property() throws {
    var random = SeededGenerator(seed: 4)
    func uniform(_ width: Double) -> Double { .random(in: -width...width, using: &random) }
    for _ in 0..<1000 {
      let (step, width) = (uniform(8), uniform(12).magnitude)
      let isPure = Bool.random(using: &random)
      let count = Int.random(in: 1...8, using: &random)
      let choir = Self.choir(isPure: isPure, step: step).prefix(count).map { chord in
        chord.map { $0 + uniform(width) }
      }
      let ensemble = Self.intonation(of: choir).ensemble
      let sentence = ensemble.sentence
      let numbers = sentence.split { !$0.isNumber && $0 != "." }.compactMap { Double($0) }
      let (pure, tempered) = (ensemble.fromPure, ensemble.fromTempered)
      let named = [min(pure, tempered), max(pure, tempered)].map { $0.rounded() }
      #expect(numbers.first == named[0], "\(sentence)")
      if sentence.contains("pure to ") || sentence.contains("tempered to ") {
        #expect(sentence.contains("pure to ") == (pure < tempered) && numbers[1] == named[1])
      } else {
        #expect(named[0] == named[1] && sentence.contains("as far"), "\(sentence)")
      }
      guard count > 1 else {
        #expect(!sentence.contains("roots"))
        continue
      }
      let drift = ensemble.drift
      #expect(sentence.contains("sank") == (drift <= -EnsembleIntonation.leastDrift), "\(sentence)")
      #expect(sentence.contains("rose") == (drift >= EnsembleIntonation.leastDrift), "\(sentence)")
      let words = sentence.split(separator: " ").map(String.init)
      if let place = words.firstIndex(of: "by"), words[place - 1] != "moved" {
        #expect(Double(words[place + 1]) == drift.magnitude.rounded(), "\(sentence)")
        let each = try #require(Double(words[words.count - 3]))
        #expect(
          (each * Double(count - 1) - drift.magnitude).magnitude <= 0.05 * Double(count),
          "\(sentence)")
      } else if let place = words.firstIndex(of: "within"), words[place - 1] == "stayed" {
        let most = try #require(Double(words[place + 1]))
        #expect(ensemble.chords.allSatisfy { $0.drift.magnitude <= most }, "\(sentence)")
      } else {
        let place = try #require(words.lastIndex(of: "within"))
        #expect(drift.magnitude <= (Double(words[place + 1]) ?? 0), "\(sentence)")
      }
    }
  }
}

extension PracticeVerdict {
  /// What is said of a score, in English: how much of it was played, if not all, and the finding.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - timing: The times as they were given to ``init(_:_:)``.
  ///   - name: Returns the name of a MIDI number and of the cents of a microtone above it.
  /// - Returns: One to three sentences.
  package func sentence(
    of score: PracticeScore, timing: Timing?, naming name: @escaping (Int, Double) -> String
  ) -> String {
    let said = finding(NamedScore(score: score, name: name))
    var sentences = [extent, said].compactMap { $0 }
    if case .good = finding, timing?.advice == .tooFew {
      sentences.append(TimingAdvice.tooFew.sentence)
    }
    return sentences.joined(separator: " ")
  }

  /// What is said of a rhythm, in English.
  func sentence(ofRhythm result: RhythmResult) -> String {
    switch finding {
    case .density(let density):
      return density > 1
        ? "You played twice as many beats: double time. --subdivide 2 expects them."
        : "You played every second beat: half time."
    case .doubled:
      return "Many beats have two sounds: two players, or clicks that the microphone hears."
    case .learn(_, let missing, let count):
      return "Learn the rhythm first: of " + PracticeWords.count(count, "beat") + ", "
        + PracticeWords.number(missing) + (missing == 1 ? " is" : " are") + " missing."
    case .mistakes(_, let missing, let extra, let first, _):
      var parts: [String] = []
      if missing > 0, let first {
        let note = result.timing.notes[first]
        let place =
          note.bar.map { PracticeWords.place(bar: $0, beat: note.beat) }
          ?? "beat " + PracticeWords.number(first + 1)
        parts.append(
          PracticeWords.count(missing, "beat") + (missing == 1 ? " is" : " are") + " missing"
            + (missing == 1 ? ": " : ", the first at ") + place)
      }
      if extra > 0 {
        parts.append(
          PracticeWords.count(extra, "sound") + (extra == 1 ? " is" : " are") + " too many")
      }
      return parts.joined(separator: "; ") + "."
    case .time(let advice): return advice.sentence
    default: return result.timing.advice.sentence
    }
  }

  /// How much of the score was played; `nil` if it was all.
  private var extent: String? {
    guard !played.isEmpty, played.count < count else { return nil }
    let (from, to) = (
      PracticeWords.number(played.lowerBound + 1), PracticeWords.number(played.upperBound)
    )
    let all = " of " + PracticeWords.number(count) + "."
    if played.lowerBound == 0 { return "You stopped after note " + to + all }
    if played.upperBound == count { return "You began with note " + from + all }
    return played.count == 1
      ? "You played only note " + from + all : "You played notes " + from + " to " + to + all
  }

  /// A score, and how its notes are called.
  private struct NamedScore {
    let score: PracticeScore
    let name: (Int, Double) -> String

    func name(ofNote index: Int) -> String {
      name(score.notes[index].midiNumber, score.notes[index].microtone)
    }

    /// The name of a note, and its place.
    func place(ofNote index: Int) -> String {
      let place = score.place(atQuarter: score.notes[index].onset)
      return PracticeWords.note(
        name(ofNote: index), index, bar: place?.bar, beat: place?.beat)
    }
  }

  private func finding(_ score: NamedScore) -> String {
    switch finding {
    case .nothing: return "No note of the score was recognised."
    case .doubled:
      return "Most notes begin twice: two players, an echo, or clicks that the microphone hears."
    case .density: return ""
    case .learn(let wrong, let missing, let count):
      return "Learn the notes first: of " + PracticeWords.number(count) + ", "
        + Self.list([(wrong, "wrong"), (missing, "missing")]) + "."
    case .mistakes(let wrong, let missing, let extra, let first, let instead):
      var text = Self.list(
        [(wrong, "wrong"), (missing, "missing"), (extra, "too many")], noun: "note")
      if let first {
        text += wrong + missing == 1 ? ": " : ", the first is "
        text += instead.map { score.name($0, 0) + " instead of " } ?? ""
        text += score.place(ofNote: first)
      }
      return text + "."
    case .again(let count, let times, let first):
      let twice = PracticeWords.count(count, "note") + " were played twice."
      if times > 1 {
        return "You went back " + PracticeWords.number(times) + " times: " + twice
      }
      return first == 0
        ? "You began again: " + twice
        : "You went back to " + score.place(ofNote: first) + ": " + twice
    case .offset(let cents):
      return "On the whole you are " + PracticeWords.cents(cents) + (cents > 0 ? " sharp" : " flat")
        + (score.score.isPerformance ? " beside the recording" : "") + ": tune first."
    case .drift(let cents, let perNote):
      let step = perNote.magnitude
      return "You " + (cents > 0 ? "rose " : "sank ") + PracticeWords.cents(cents)
        + " from the first note to the last, "
        + PracticeWords.number(step, step < 1.95 ? 1 : 0) + " a note."
    case .step(let cents, let index):
      return "From " + score.place(ofNote: index) + " on you are " + PracticeWords.cents(cents)
        + " "
        + (cents > 0 ? "higher" : "lower") + " than before."
    case .pitch(let number, let microtone, let cents, let count, let others):
      return besideOthers + score.name(number, microtone) + " is too "
        + (cents > 0 ? "high" : "low")
        + " each time, by "
        + PracticeWords.cents(cents) + " on average over " + PracticeWords.count(count, "note")
        + "; " + Self.others(others) + "."
    case .note(let index, let cents, let others):
      return besideOthers + score.place(ofNote: index) + " is " + PracticeWords.cents(cents)
        + " too "
        + (cents > 0 ? "high" : "low") + "; " + Self.others(others) + "."
    case .time(let advice):
      return advice.sentence(
        note: finding.facts.index.map { score.name(ofNote: $0) },
        isLikeRecording: score.score.isPerformance)
    case .corrections(let count, let all, let first, let last):
      return "You corrected " + PracticeWords.number(count) + " of "
        + PracticeWords.count(all, "note") + ": they spread by " + PracticeWords.cents(first)
        + " at first, and by " + PracticeWords.cents(last) + " in the end."
    case .good(let count, let cents, let milliseconds):
      var text =
        (count == 1 ? "The note is" : "All " + PracticeWords.number(count) + " notes are")
        + " in tune, within " + PracticeWords.cents(PracticeWords.limit(cents ?? 0)) + "."
      if let milliseconds {
        text += " Your time is steady, within "
        text += PracticeWords.number(PracticeWords.limit(milliseconds), 0) + " ms."
      }
      return text
    }
  }

  private var besideOthers: String { isBesideOthers ? "Beside your other notes, " : "" }

  private static func others(_ count: Int) -> String {
    PracticeWords.others(count, off: PracticeWords.cents(Intonation.tolerance))
  }

  /// For example `3 are wrong and 1 is missing`, and with a noun `3 notes are wrong and 1 is missing`.
  private static func list(
    _ parts: [(count: Int, word: String)], noun: String? = nil
  ) -> String {
    let parts = parts.filter { $0.count > 0 }
    var text = ""
    for (index, part) in parts.enumerated() {
      if index > 0 { text += index == parts.count - 1 ? " and " : ", " }
      text +=
        index == 0
        ? noun.map { PracticeWords.count(part.count, $0) } ?? PracticeWords.number(part.count)
        : PracticeWords.number(part.count)
      text += (part.count == 1 ? " is " : " are ") + part.word
    }
    return text
  }
}

extension RhythmResult {
  /// What to work on, in one sentence.
  public var sentence: String { PracticeVerdict(self).sentence(ofRhythm: self) }
}

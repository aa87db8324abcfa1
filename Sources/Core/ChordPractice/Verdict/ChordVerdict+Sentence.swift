internal import IntonationPractice

extension ChordVerdict {
  /// What is said, in English: how much of the score was played, if not all, and the finding.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - result: The result that this is about.
  ///   - name: Returns the name of a MIDI number and of the cents of a microtone above it.
  /// - Returns: One to three sentences.
  public func sentence(
    of score: ChordScore, _ result: ChordResult, naming name: (Int, Double) -> String
  ) -> String {
    let said = finding(of: score, result, name)
    guard let extent else { return said }
    return extent + " " + said
  }

  /// How much of the score was played; `nil` if it was all.
  private var extent: String? {
    guard !played.isEmpty, played.count < count else { return nil }
    let (from, to) = (
      PracticeWords.number(played.lowerBound + 1), PracticeWords.number(played.upperBound)
    )
    let all = " of " + PracticeWords.number(count) + "."
    if played.lowerBound == 0 { return "You stopped after chord " + to + all }
    if played.upperBound == count { return "You began with chord " + from + all }
    return played.count == 1
      ? "You played only chord " + from + all : "You played chords " + from + " to " + to + all
  }

  private func finding(
    of score: ChordScore, _ result: ChordResult, _ name: (Int, Double) -> String
  ) -> String {
    switch finding {
    case .nothing: return "No note of the score was recognised."
    case .learn(let wrong, let missing, let all):
      return "Learn the notes first: of " + PracticeWords.count(all, "note") + ", "
        + Self.list([(wrong, "wrong"), (missing, "missing")]) + "."
    case .mistakes(let mistakes, let step, let note):
      return Self.text(mistakes, score, result, step, note, name)
    case .offset(let cents):
      return "All notes are " + PracticeWords.cents(cents) + Self.direction(cents)
        + ": tune to the concert pitch, or set yours with --a4."
    case .drift(let cents):
      return "The pitch " + (cents > 0 ? "rises" : "sinks") + " by " + PracticeWords.cents(cents)
        + " from the first chord to the last."
    case .step(let cents, let index):
      return "From " + Self.place(score, index) + " on, all is " + PracticeWords.cents(cents)
        + (cents > 0 ? " higher." : " lower.")
    case .pitch(let note, let cents, let count, let others):
      return besideOthers + name(note.midiNumber, note.microtone) + " is "
        + PracticeWords.cents(cents) + Self.direction(cents)
        + (count == 2 ? " both times" : " each time")
        + "; " + Self.others(others) + "."
    case .note(let step, let place, let cents, let others):
      let note = score.steps[step].notes[place]
      return besideOthers + name(note.midiNumber, note.microtone) + " in "
        + Self.place(score, step) + " is " + PracticeWords.cents(cents) + Self.direction(cents)
        + "; " + Self.others(others) + "."
    case .time(let advice):
      let top = Self.step(of: advice).map { Self.chord(score.steps[$0], name) }
      return advice.sentence(note: top)
    case .good(let count, let cents, let milliseconds):
      var text =
        count == 1 ? "The note" : result.hiddenCount == 0 ? "All " : "The "
      if count > 1 { text += PracticeWords.number(count) + " notes" }
      if result.hiddenCount > 0 { text += " that can be told apart" }
      text += (count == 1 ? " is" : " are") + " in tune, within "
      text += PracticeWords.cents(PracticeWords.limit(cents)) + "."
      if let milliseconds {
        text += " Your time is steady, within "
        text += PracticeWords.number(PracticeWords.limit(milliseconds), 0) + " ms."
      }
      return text
    }
  }

  private static func text(
    _ mistakes: ChordFinding.Mistakes, _ score: ChordScore, _ result: ChordResult, _ step: Int?,
    _ note: Int?, _ name: (Int, Double) -> String
  ) -> String {
    var parts: [String] = []
    let notes = list([(mistakes.wrong, "wrong"), (mistakes.missing, "missing")], noun: "note")
    if !notes.isEmpty { parts.append(notes) }
    if mistakes.missingSteps > 0 {
      parts.append(list([(mistakes.missingSteps, "missing")], noun: "chord"))
    }
    var text = joined(parts)
    if let step {
      let count = mistakes.wrong + mistakes.missing + mistakes.missingSteps
      text += count == 1 ? ": " : ", the first: "
      text += first(score, result, step, note, name)
    }
    var extra: [String] = []
    if mistakes.extraNotes > 0 { extra.append(PracticeWords.count(mistakes.extraNotes, "note")) }
    if mistakes.extraSteps > 0 { extra.append(PracticeWords.count(mistakes.extraSteps, "chord")) }
    guard !extra.isEmpty else { return text + "." }
    let isOne = mistakes.extraNotes + mistakes.extraSteps == 1
    let more = joined(extra) + (isOne ? " is" : " are") + " too many"
    return (text.isEmpty ? more : text + "; " + more) + "."
  }

  /// The first mistake: `F4 instead of E4 in bar 2, beat 1`.
  private static func first(
    _ score: ChordScore, _ result: ChordResult, _ step: Int, _ place: Int?,
    _ name: (Int, Double) -> String
  ) -> String {
    guard let place else {
      return chord(score.steps[step], name) + " in " + self.place(score, step)
    }
    let note = result.steps[step].notes[place]
    let own = name(note.note.midiNumber, note.note.microtone)
    var text = own
    if case .wrong(let number) = note.state { text = name(number, 0) + " instead of " + own }
    return text + " in " + self.place(score, step)
  }

  private static func chord(_ step: ChordScore.Step, _ name: (Int, Double) -> String) -> String {
    step.notes.map { name($0.midiNumber, $0.microtone) }.joined(separator: "+")
  }

  private static func place(_ score: ChordScore, _ step: Int) -> String {
    let place = score.outline.place(atQuarter: score.steps[step].onset)
    return place.map { PracticeWords.place(bar: $0.bar, beat: $0.beat) }
      ?? "chord " + PracticeWords.number(step + 1)
  }

  private static func step(of advice: TimingAdvice) -> Int? {
    if case .note(let index, _, _, _, _) = advice { index } else { nil }
  }

  private var besideOthers: String { isBesideOthers ? "Beside your other notes, " : "" }

  private static func direction(_ cents: Double) -> String {
    cents > 0 ? " too high" : " too low"
  }

  private static func others(_ count: Int) -> String {
    PracticeWords.others(count, off: PracticeWords.cents(Intonation.tolerance))
  }

  private static func joined(_ parts: [String]) -> String {
    parts.count < 2
      ? parts.first ?? ""
      : parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
  }

  /// For example `3 are wrong and 1 is missing`, and with a noun `3 notes are wrong and 1 is missing`.
  private static func list(_ parts: [(count: Int, word: String)], noun: String? = nil) -> String {
    var texts: [String] = []
    for part in parts where part.count > 0 {
      let number =
        texts.isEmpty ? noun.map { PracticeWords.count(part.count, $0) } : nil
      texts.append(
        (number ?? PracticeWords.number(part.count)) + (part.count == 1 ? " is " : " are ")
          + part.word)
    }
    return joined(texts)
  }
}

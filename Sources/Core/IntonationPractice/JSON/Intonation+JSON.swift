internal import DecimalText
internal import MusicTheory

extension Intonation {
  /// Writes the result as members of a JSON object (RFC 8259), which `kammerton practice --json`
  /// prints after title and tuning.
  ///
  /// - Parameters:
  ///   - score: The score that was played, which names the notes.
  ///   - timing: The times of the same notes; `nil` if they are not compared.
  /// - Returns: UTF-8, without the braces of the object.
  /// - Complexity: O(*n*) for *n* notes.
  package func jsonMembers(_ score: PracticeScore, timing: Timing? = nil) -> [UInt8] {
    var text = JSONMembers()
    text.add("offset", offset, decimals: 3)
    text.add("spread", spread, decimals: 3)
    text.add("firstSpread", firstSpread, decimals: 3)
    text.add("lastSpread", lastSpread, decimals: 3)
    text.add("extra", extraCount)
    text.add("octaves", octaves)
    text.add("doubled", isDoubled)
    text.addList("notes", Array(notes.enumerated())) { item, text in
      let (index, note) = item
      text.add("note", name: score.name(of: note.note).asciiDescription)
      if note.note.microtone != 0 { text.add("microtone", note.note.microtone, decimals: 2) }
      if let performed = note.note.performed { text.add("wanted", performed.cents, decimals: 2) }
      text.add("quarter", note.note.onset, decimals: 3)
      text.add("cents", note.cents, decimals: 3)
      text.add("first", note.firstCents, decimals: 3)
      text.add("last", note.lastCents, decimals: 3)
      text.add("time", note.played?.onset, decimals: 3)
      text.add("frequency", note.played?.frequency, decimals: 4)
      text.add("wrong", note.isWrong)
      guard let timing else { return }
      let time = timing.notes[index]
      text.add("bar", bar: time.bar)
      text.add("beat", time.beat, decimals: 3)
      text.add("expected", time.expected, decimals: 4)
      text.add("late", time.late, decimals: 2)
    }
    text.addList("intervals", steps) { step, text in
      text.add("semitones", step.semitones)
      if step.microtone != 0 { text.add("microtone", step.microtone, decimals: 2) }
      text.add("count", step.count)
      text.add("cents", step.cents, decimals: 3)
      text.add("error", step.error, decimals: 3)
    }
    return text.bytes
  }
}

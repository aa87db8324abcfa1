internal import SignalProcessing

extension Intonation {
  /// Passages that were begun again: what was played twice, and is not in the score twice.
  package struct Again: Sendable, Hashable {
    /// The number of played notes too many that belong to such passages.
    package var noteCount: Int
    /// How often the player went back.
    package var count: Int
    /// The note of the score to which the player went back first.
    package var first: Int
  }

  /// The fewest notes that are a passage: one note too many is a note that was touched twice.
  private static var fewestAgain: Int { 2 }

  /// What was begun again; `nil` for nothing.
  ///
  /// Notes too many that follow each other are a first attempt if they are notes of the score that follow
  /// each other, up to where the player went back. The last of them may be the mistake that stopped the
  /// player.
  ///
  /// - Complexity: O(*n* + *k* *m*) for *n* notes, and *m* too many in runs of *k*.
  package var again: Again? {
    guard !extra.isEmpty, let base = base else { return nil }
    var found: Again?
    var rest = extra[...]
    while let begin = rest.first?.onset {
      // The notes of the score that were played before and after the run.
      let next = notes.firstIndex { ($0.played?.onset ?? -.infinity) > begin }
      let end = next.flatMap { notes[$0].played?.onset } ?? .infinity
      let run = rest.prefix { $0.onset < end }
      rest = rest.dropFirst(run.count)
      guard let next else { break }
      let before = notes[..<next].lastIndex { $0.played != nil } ?? -1
      // The passage reaches the note after it, and begins with the one after the note before: if more
      // notes are missing there than were played, there is no such place.
      let (earliest, latest) = (max(0, next - run.count), min(next, before + 1))
      guard run.count >= Self.fewestAgain, earliest <= latest,
        let start = (earliest...latest).first(where: { isPassage(run, from: $0, base) })
      else { continue }
      let earlier = found ?? Again(noteCount: 0, count: 0, first: min(start, next))
      found = Again(
        noteCount: earlier.noteCount + run.count, count: earlier.count + 1, first: earlier.first)
    }
    return found
  }

  /// Returns true if played notes are those of the score from one on, but for the last of three and more.
  private func isPassage(
    _ run: ArraySlice<PlayedNote>, from start: Int, _ base: Double
  ) -> Bool {
    guard start + run.count <= notes.count else { return false }
    let wrong = zip(run, notes[start...]).map { played, note in
      let cents = Elementary.cents(ofRatio: played.frequency / base) - 100 * note.note.number
      return cents.magnitude > Self.farthestRight
    }
    return !wrong.contains(true)
      || (run.count > 2 && wrong.firstIndex(of: true) == run.count - 1)
  }

  /// The frequency of MIDI number 0 as this player is tuned; `nil` if no note was right.
  private var base: Double? {
    notes.lazy.compactMap { note -> Double? in
      guard let cents = note.cents, let played = note.played else { return nil }
      return played.frequency / Elementary.ratio(ofCents: cents + 100 * note.note.number)
    }.first
  }
}

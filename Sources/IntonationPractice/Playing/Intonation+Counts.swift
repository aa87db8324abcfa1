extension Intonation {
  /// The number of notes of the score that were played.
  public var rightCount: Int { notes.count { $0.cents != nil } }

  /// The number of notes of the score for which another one was played.
  public var wrongCount: Int { notes.count(where: \.isWrong) }

  /// The number of notes of the score that were not played. Grace notes may be left out, and a repeated
  /// note that was played as one is not missing.
  public var missingCount: Int {
    notes.indices.count { index in
      let note = notes[index]
      guard note.played == nil, !note.note.isGrace else { return false }
      return ![index - 1, index + 1].contains { neighbour in
        notes.indices.contains(neighbour)
          && notes[neighbour].note.midiNumber == note.note.midiNumber
      }
    }
  }
}

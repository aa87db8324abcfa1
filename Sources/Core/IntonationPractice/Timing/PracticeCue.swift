/// What a player hears of a note that was off, just after it.
package enum PracticeCue: Sendable, Hashable, CaseIterable {
  /// More than ``Timing/tolerance`` early.
  case early
  /// More than ``Timing/tolerance`` late.
  case late
  /// More than ``Intonation/tolerance`` high.
  case sharp
  /// More than ``Intonation/tolerance`` low.
  case flat
  /// Another note than that of the score.
  case wrong

  /// Chooses the cue of a note: that of its pitch or of its time, whichever is farther off; `nil` if both
  /// are good.
  ///
  /// - Parameters:
  ///   - note: How it was played.
  ///   - late: How late it was, in milliseconds; `nil` if that means nothing.
  package init?(_ note: Intonation.Note, late: Double?) {
    if note.isWrong {
      self = .wrong
      return
    }
    let pitch = (note.cents ?? 0) / Intonation.tolerance
    let time = (late ?? 0) / Timing.tolerance
    guard max(pitch.magnitude, time.magnitude) > 1 else { return nil }
    if time.magnitude >= pitch.magnitude {
      self = time < 0 ? .early : .late
    } else {
      self = pitch > 0 ? .sharp : .flat
    }
  }

  /// Chooses the cue of the note that was played last; `nil` if it was good.
  ///
  /// - Parameters:
  ///   - last: The note. One that is not in the score is another note, too.
  ///   - result: The playing so far.
  ///   - timing: Its times; `nil` if they do not count.
  package init?(after last: PlayedNote, _ result: Intonation, _ timing: Timing?) {
    guard let index = result.index(of: last) else {
      self = .wrong
      return
    }
    self.init(result.notes[index], late: timing?.lateSoFar(at: index))
  }

  /// Its tone, from one frequency to another, in hertz: high for early, low for late; rising for sharp
  /// and falling for flat, in between; and a buzz for another note.
  package var tone: (from: Double, to: Double) {
    switch self {
    case .early: (1760, 1760)
    case .late: (440, 440)
    case .sharp: (740, 1110)
    case .flat: (1110, 740)
    case .wrong: (185, 185)
    }
  }
}

extension Timing {
  /// Returns how late a note was while the playing goes on, in milliseconds; `nil` if that means nothing
  /// yet: before the sixth note, or if the tempo moves with the music.
  package func lateSoFar(at index: Int) -> Double? {
    count >= 6 && !isRubato ? notes[index].late : nil
  }
}

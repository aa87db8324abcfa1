/// How a score is gone through.
package enum PracticeMode: Sendable, Hashable, CaseIterable {
  /// From its beginning to its end.
  case through
  /// Note by note: the next one is shown once the last one was right.
  case wait
  /// Again and again, until it is right.
  case loop

  /// Finds the silence that ends the playing, or a pass of a loop.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - tempo: Its tempo at the start, in quarter notes per minute; `nil` for that of the score.
  ///   - isLed: Whether a click or a melody holds the player to the rests of the score, none of which
  ///     ends the playing then.
  /// - Returns: In seconds; `nil` while each note is waited for.
  package func pause(of score: PracticeScore, tempo: Double?, isLed: Bool) -> Double? {
    let rest = isLed ? score.longestRest(at: tempo) : 0
    return switch self {
    case .through: PracticeListener.usualPause + rest
    case .wait: nil
    case .loop: PassSplitter.usualPause + rest
    }
  }
}

extension PracticeScore {
  /// The most played notes that are compared while they come: each comparison takes longer than the
  /// one before.
  package static var mostLive: Int { 1000 }

  /// A longer rest is a damaged score, in seconds: a day.
  private static var longestRest: Double { 86_400 }

  /// The tempo at which it is practised if nobody chooses one, in quarter notes per minute.
  package var usualTempo: Double {
    tempos.first?.quartersPerMinute ?? PracticeMelody.usualTempo
  }

  /// Finds the longest rest between two notes.
  ///
  /// - Parameter tempo: The tempo at the start, in quarter notes per minute; `nil` for that of the
  ///   score.
  /// - Returns: In seconds; 0 without a tempo.
  package func longestRest(at tempo: Double? = nil) -> Double {
    guard let clock = ScoreClock(self, tempo: tempo) else { return 0 }
    return zip(notes, notes.dropFirst()).reduce(0) { longest, pair in
      let end = clock.seconds(atQuarter: pair.0.onset + pair.0.duration)
      let rest = clock.seconds(atQuarter: pair.1.onset) - end
      return rest <= Self.longestRest ? max(longest, rest) : longest
    }
  }
}

extension RhythmPattern {
  /// Finds the silence that ends the playing of the rhythm: two bars, because bars without a click are
  /// no end.
  ///
  /// - Parameter tempo: In quarter notes per minute; `nil` for ``PracticeMelody/usualTempo``.
  /// - Returns: In seconds.
  package func pause(at tempo: Double?) -> Double {
    max(PracticeListener.usualPause, 2 * meter.length * 60 / (tempo ?? PracticeMelody.usualTempo))
  }
}

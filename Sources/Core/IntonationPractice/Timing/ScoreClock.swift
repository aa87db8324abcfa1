extension PracticeScore {
  /// The score without its tempos, as it is played at one tempo throughout.
  public var withoutTempos: PracticeScore {
    var score = self
    score.tempos = []
    return score
  }
}

/// When the notes of a score sound at its tempos, or at another one.
public struct ScoreClock: Sendable, Hashable {
  /// The tempo of a performance, whose quarter notes are seconds.
  package static var performanceTempo: Double { 60 }

  /// The tempo at the start, in quarter notes per minute.
  public let tempo: Double
  private var tempos: [PracticeTempo]
  private var times: [Double] = []  // of the tempos, in seconds

  /// Creates a clock; `nil` if neither the score nor the caller gives a tempo.
  ///
  /// - Parameters:
  ///   - score: The score. Its changes of tempo are kept in proportion.
  ///   - tempo: The tempo at the start, in quarter notes per minute, greater than zero; `nil` for
  ///     that of the score.
  public init?(_ score: PracticeScore, tempo: Double? = nil) {
    let written = score.tempos.first?.quartersPerMinute
    guard let start = tempo ?? written, start > 0, start.isFinite else { return nil }
    self.tempo = start
    tempos = score.tempos.map {
      PracticeTempo(
        onset: $0.onset, quartersPerMinute: $0.quartersPerMinute * start / (written ?? start))
    }
    if tempos.isEmpty { tempos = [PracticeTempo(onset: 0, quartersPerMinute: start)] }
    tempos[0].onset = 0
    var time = 0.0
    for (index, change) in tempos.enumerated() {
      if index > 0 {
        let before = tempos[index - 1]
        time += (change.onset - before.onset) * 60 / before.quartersPerMinute
      }
      times.append(time)
    }
  }

  /// Returns the time of a note.
  ///
  /// - Parameter quarter: In quarter notes from the start of the score; negative before it.
  /// - Returns: In seconds from the start of the score.
  public func seconds(atQuarter quarter: Double) -> Double {
    let index = Self.last(tempos.count) { tempos[$0].onset <= quarter + 1e-9 }
    return times[index] + (quarter - tempos[index].onset) * 60 / tempos[index].quartersPerMinute
  }

  /// Returns the place in the score at a time.
  ///
  /// - Parameter seconds: In seconds from the start of the score; negative before it.
  /// - Returns: In quarter notes from the start of the score.
  public func quarter(atSeconds seconds: Double) -> Double {
    let index = Self.last(times.count) { times[$0] <= seconds }
    return tempos[index].onset + (seconds - times[index]) * tempos[index].quartersPerMinute / 60
  }

  /// Returns the duration of a quarter note at a place, in seconds.
  func quarterSeconds(atQuarter quarter: Double) -> Double {
    60 / tempos[Self.last(tempos.count) { tempos[$0].onset <= quarter + 1e-9 }].quartersPerMinute
  }

  /// Returns the last index that meets a condition which only the first ones meet; 0 if none does.
  private static func last(_ count: Int, _ isMet: (Int) -> Bool) -> Int {
    var (lower, upper) = (0, count)
    while upper - lower > 1 {
      let middle = (lower + upper) / 2
      if isMet(middle) { lower = middle } else { upper = middle }
    }
    return lower
  }
}

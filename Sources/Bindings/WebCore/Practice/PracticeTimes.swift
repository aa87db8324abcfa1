internal import IntonationPractice

/// What the page reads of the times of a playing.
final class PracticeTimes {
  /// The positions of what all times have in common; unknown ones are not a number.
  enum Field: Int, CaseIterable {
    case isTimed
    case reference  // as PracticeReference counts
    case count  // of notes that have a time
    case median  // in milliseconds; positive for late, as everywhere
    case spread  // in milliseconds
    case tempo  // in quarter notes per minute, as are the next four
    case tempoError
    case tempoStart
    case tempoEnd
    case tempoChange  // from the start to the end, in percent
    case tempoWanted
    case swingRatio
    case swingError
    case isSwung
    case leaning  // the beat that one leans on
    case advice  // as PracticeAdvice counts
    case adviceValue
    case adviceOther
    case adviceOthers  // how many further notes are off
    case isClickHeard  // by the microphone, which hears the player
    case isClickTooLoud  // so that it hides the player
    case clickExcess  // by how many decibels it is louder than the player; not a number if unknown
    case clickDelay  // in milliseconds, beside the latency that was taken off
    case verdict  // as PracticeVerdict counts: what is said of the playing first
    case playedFrom  // the first note of the score that was played, from 1; 0 if there is none
    case playedTo  // the last one
    case playedOf  // the number of notes of the score
    case verdictIndex  // of a note of the score
    case verdictNumber  // a MIDI number
    case verdictCents
    case verdictOtherCents
    case verdictMilliseconds
    case verdictCount
    case verdictOthers  // how many further notes are off
    case verdictWrong  // as the next two, within what was played
    case verdictMissing
    case verdictExtra
    case isBesideOthers  // the cents of a note are only those beside the other notes
    case density  // of a rhythm: 2 and 0.5 for twice and half as many sounds as it has
    case isDoubled  // many beats of a rhythm have two sounds
    case clickCount  // of clicks to be played
    case duration  // of the score, in seconds; not a number without a tempo
    case placeCount
  }

  /// The positions of a place in the bar.
  enum PlaceField: Int, CaseIterable {
    case beat
    case count
    case late  // in milliseconds, apart from the median
    case error  // one standard error; not a number for one note
  }

  /// The positions of a click.
  enum ClickField: Int, CaseIterable {
    case time  // in seconds from the start of the score
    case isStrong
    case isCountIn
  }

  /// The positions of a reading of the pitch.
  enum VoiceField: Int, CaseIterable {
    case time  // in seconds
    case midi  // a fractional MIDI number; not a number in silence
  }

  /// What the notes are compared with.
  enum PracticeReference: Int, CaseIterable { case click, ownBeat, curve }

  /// What to work on first.
  enum PracticeAdvice: Int, CaseIterable {
    case none, tooFew, doubleTime, halfTime, leftClick, rubato, speedsUp, slowsDown, faster, slower
    case rushes, drags, uneven, leansEarly, leansLate, steady, latencyChanged, jumps
    case swings, earlyNote, lateNote
  }

  static let mostPlaces = 256
  /// The most readings between two looks of the page: a second of them.
  static let mostReadings = 100

  let facts = Record<Field>()
  let places = Record<PlaceField>(rows: mostPlaces, repeating: .nan)
  let voice = Record<VoiceField>(rows: mostReadings, repeating: .nan)
  private(set) var clicks = Record<ClickField>()

  /// Writes the clicks of a score, and how long it lasts.
  func write(_ all: [PracticeClicks.Click], duration: Double?) {
    self.clicks = Record(rows: max(1, all.count))
    for (index, click) in all.enumerated() {
      self.clicks[index, .time] = click.time
      self.clicks[index, .isStrong] = click.isStrong ? 1 : 0
      self.clicks[index, .isCountIn] = click.isCountIn ? 1 : 0
    }
    facts[.clickCount] = Double(all.count)
    facts[.duration] = duration ?? .nan
  }

  /// Writes the times of a playing.
  ///
  /// - Parameters:
  ///   - judgement: The playing.
  ///   - isTimed: Whether the times count.
  func write(_ judgement: PracticeJudgement, isTimed: Bool) {
    let (timing, heard, rhythm) = (judgement.timing, judgement.take.heard, judgement.rhythm)
    write(judgement.verdict(isTimed: isTimed).verdict)
    facts[.isTimed] = isTimed ? 1 : 0
    facts[.isClickHeard] = heard?.areHeard == true ? 1 : 0
    facts[.isClickTooLoud] = heard?.areTooLoud == true ? 1 : 0
    facts[.clickExcess] = heard?.excess ?? .nan
    facts[.clickDelay] = heard?.delay.map { 1000 * $0 } ?? .nan
    facts[.isDoubled] = rhythm?.rhythm.isDoubled == true ? 1 : 0
    facts[.density] = rhythm?.density ?? 1
    facts[.reference] = Double(PracticeReference(timing.reference).rawValue)
    facts[.count] = Double(timing.count)
    facts[.median] = timing.median ?? .nan
    facts[.spread] = timing.spread ?? .nan
    facts[.tempo] = timing.tempo?.mean ?? .nan
    facts[.tempoError] = timing.tempo?.error ?? .nan
    facts[.tempoStart] = timing.tempo?.start ?? .nan
    facts[.tempoEnd] = timing.tempo?.end ?? .nan
    facts[.tempoChange] = timing.tempo?.change ?? .nan
    facts[.tempoWanted] = timing.tempo?.wanted ?? .nan
    facts[.swingRatio] = timing.swing?.ratio ?? .nan
    facts[.swingError] = timing.swing?.ratioError ?? .nan
    facts[.isSwung] = timing.swing?.isSwung == true ? 1 : 0
    facts[.leaning] = timing.leaning?.beat ?? .nan
    let (advice, value, other) = PracticeAdvice.of(timing.advice)
    facts[.advice] = Double(advice.rawValue)
    facts[.adviceValue] = value
    facts[.adviceOther] = other
    if case .note(_, _, _, _, let others) = timing.advice {
      facts[.adviceOthers] = Double(others)
    } else {
      facts[.adviceOthers] = .nan
    }
    facts[.placeCount] = Double(min(timing.places.count, Self.mostPlaces))
    for (index, place) in timing.places.prefix(Self.mostPlaces).enumerated() {
      places[index, .beat] = place.beat
      places[index, .count] = Double(place.count)
      places[index, .late] = place.late
      places[index, .error] = place.error ?? .nan
    }
  }
}

extension PracticeTimes {
  private func write(_ verdict: PracticeVerdict) {
    let numbers = verdict.finding.facts
    func number(_ value: Int?) -> Double { value.map { Double($0) } ?? .nan }
    facts[.verdict] = Double(verdict.finding.kind.rawValue)
    facts[.playedFrom] = verdict.played.isEmpty ? 0 : Double(verdict.played.lowerBound + 1)
    facts[.playedTo] = Double(verdict.played.upperBound)
    facts[.playedOf] = Double(verdict.count)
    facts[.verdictIndex] = number(numbers.index)
    facts[.verdictNumber] = number(numbers.number)
    facts[.verdictCents] = numbers.cents ?? .nan
    facts[.verdictOtherCents] = numbers.otherCents ?? .nan
    facts[.verdictMilliseconds] = numbers.milliseconds ?? .nan
    facts[.verdictCount] = number(numbers.count)
    facts[.verdictOthers] = number(numbers.others)
    facts[.verdictWrong] = number(numbers.wrong)
    facts[.verdictMissing] = number(numbers.missing)
    facts[.verdictExtra] = number(numbers.extra)
    facts[.isBesideOthers] = verdict.isBesideOthers ? 1 : 0
  }
}

extension PracticeTimes.PracticeReference {
  init(_ reference: Timing.Reference) {
    self =
      switch reference {
      case .click: .click
      case .ownBeat: .ownBeat
      case .curve: .curve
      }
  }
}

extension PracticeTimes.PracticeAdvice {
  /// The numbers of an advice: for a tempo, it and the one that was wanted; for a place, the
  /// milliseconds and the beat; for a note, the milliseconds and its index.
  static func of(_ advice: TimingAdvice) -> (Self, value: Double, other: Double) {
    switch advice {
    case .tooFew: (.tooFew, .nan, .nan)
    case .otherTempo(let multiple): (multiple > 1 ? .doubleTime : .halfTime, .nan, .nan)
    case .leftClick(let tempo): (.leftClick, tempo, .nan)
    case .latencyChanged(let shift, let bar):
      (.latencyChanged, shift, bar.map { Double($0.value) } ?? .nan)
    case .jumps(let shift, let bar): (.jumps, shift, bar.map { Double($0.value) } ?? .nan)
    case .rubato: (.rubato, .nan, .nan)
    case .drifts(let from, let to): (to > from ? .speedsUp : .slowsDown, from, to)
    case .tempo(let tempo, let wanted): (tempo > wanted ? .faster : .slower, tempo, wanted)
    case .late(let late, let beat): (late < 0 ? .rushes : .drags, late.magnitude, beat ?? .nan)
    case .uneven(let spread): (.uneven, spread, .nan)
    case .leans(let beat, let late):
      (late < 0 ? .leansEarly : .leansLate, late.magnitude, beat)
    case .swings(let share): (.swings, 100 * share, .nan)
    case .note(let index, let late, _, _, _):
      (late < 0 ? .earlyNote : .lateNote, late.magnitude, Double(index))
    case .steady(let spread): (.steady, spread, .nan)
    }
  }
}

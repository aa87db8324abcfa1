internal import CKammerton
internal import IntonationPractice
internal import MusicTheory

extension PracticeSession {
  /// Creates the practice that settings describe.
  init(_ settings: ktn_practice_settings) throws(Refusal) {
    let rhythm = try RhythmPattern(settings)
    let score = try PracticeScore(settings, beside: rhythm)
    self.init(score, rhythm: rhythm, under: try Self.concertPitch(of: settings, score))
    try choose(settings)
  }

  /// Creates the practice of a performance that is followed.
  init(
    _ settings: ktn_practice_settings, like performance: ReferencePerformance
  ) throws(Refusal) {
    let isAlone =
      settings.score == nil && settings.midi == nil && settings.beat_count == 0
      && settings.first_bar == 0 && settings.last_bar == 0
    try require(isAlone, KTN_NOT_A_SCORE)
    try require(Int(settings.mode) != KTN_PRACTICE_LOOP, KTN_UNKNOWN_CHOICE)
    // It has no beat that one could click.
    try require(settings.tempo == 0 && settings.has_click == 0, KTN_TEMPO_OUT_OF_RANGE)
    self.init(performance.score(title: ""), under: performance.concertPitch)
    try choose(settings)
  }

  /// Takes how the score is gone through.
  private mutating func choose(_ settings: ktn_practice_settings) throws(Refusal) {
    let mode = try PracticeMode(settings.mode)
    try require(PassVerdict.tolerances.contains(settings.tolerance), KTN_TOLERANCE_OUT_OF_RANGE)
    let rules = PracticeLoop.Settings(goal: Int(settings.goal))
    try require(rules.goal == settings.goal, KTN_COUNT_TOO_LARGE)
    let plan = try PracticePlan(settings, for: score, rhythm).suited(to: mode)
    do {
      try follow(plan)
    } catch {
      throw Refusal(KTN_TEMPO_OUT_OF_RANGE)
    }
    choose(
      rhythm == nil ? mode : .through, ignoresOctaves: settings.ignores_octaves != 0, rules,
      tolerance: settings.tolerance)
    endsBySilence = settings.ends_by_silence != 0
    isLive = settings.is_live != 0
  }

  private static func concertPitch(
    of settings: ktn_practice_settings, _ score: PracticeScore
  ) throws(Refusal) -> ConcertPitch {
    var temperament = Temperament.equal
    if settings.temperament != nil {
      let root =
        settings.root == -1 ? Int32(score.temperamentRoot.pitchClass) : settings.root
      temperament = try CInterface.temperament(try text(settings.temperament), root: root)
    }
    guard let pitch = try? ConcertPitch(settings.concert_pitch, temperament: temperament) else {
      throw Refusal(KTN_CONCERT_PITCH_OUT_OF_RANGE)
    }
    return pitch
  }
}

extension PracticeMode {
  fileprivate init(_ number: Int32) throws(Refusal) {
    switch Int(number) {
    case KTN_PRACTICE_THROUGH: self = .through
    case KTN_PRACTICE_WAIT: self = .wait
    case KTN_PRACTICE_LOOP: self = .loop
    default: throw Refusal(KTN_UNKNOWN_CHOICE)
    }
  }
}

extension PracticePlan {
  fileprivate init(
    _ settings: ktn_practice_settings, for score: PracticeScore, _ rhythm: RhythmPattern?
  ) throws(Refusal) {
    let hasClick = settings.has_click != 0
    try require(
      settings.tempo == 0 || TimingPlan.tempos.contains(settings.tempo), KTN_TEMPO_OUT_OF_RANGE)
    self.init(
      isTimed: true, tempo: settings.tempo == 0 ? nil : settings.tempo,
      followsRubato: settings.follows_rubato != 0, swing: try Self.swing(settings.swing),
      companion: hasClick ? .clicks : nil)
    if hasClick { tempo = tempo ?? score.usualTempo }
  }

  private static func swing(_ percent: Double) throws(Refusal) -> TimingPlan.Swing {
    if percent == 0 { return .own }
    try require((50...80).contains(percent), KTN_RHYTHM_OUT_OF_RANGE)
    return percent == 50 ? .straight : .share(percent / 100)
  }
}

extension RhythmPattern {
  /// The rhythm of settings; `nil` for a score.
  fileprivate init?(_ settings: ktn_practice_settings) throws(Refusal) {
    guard settings.beat_count != 0 else { return nil }
    guard
      let meter = PracticeMeter(
        beatCount: Int(settings.beat_count), beatUnit: Int(settings.beat_unit)),
      (1...16).contains(settings.subdivision)
    else { throw Refusal(KTN_RHYTHM_OUT_OF_RANGE) }
    let bits = settings.played_beats
    let beats = bits == 0 ? nil : (0..<meter.beatCount).map { $0 > 31 || bits >> $0 & 1 == 1 }
    try require(beats?.contains(true) != false, KTN_RHYTHM_OUT_OF_RANGE)
    self.init(meter: meter, subdivision: Int(settings.subdivision), beats: beats)
  }
}

extension PracticeScore {
  /// The score of settings; that of a rhythm means nothing.
  fileprivate init(
    _ settings: ktn_practice_settings, beside rhythm: RhythmPattern?
  ) throws(Refusal) {
    let sources = (settings.score != nil ? 1 : 0) + (settings.midi != nil ? 1 : 0)
    try require(sources + (rhythm != nil ? 1 : 0) == 1, KTN_NOT_A_SCORE)
    if let rhythm {
      self = rhythm.score(eventCount: 1)
      return
    }
    let whole = try Self.whole(settings)
    guard settings.first_bar != 0 || settings.last_bar != 0 else {
      try require(whole.notes.count <= Self.mostNotes, KTN_NOT_A_SCORE)
      self = whole
      return
    }
    guard settings.first_bar <= settings.last_bar,
      let part = try? whole.passage(.bars(Int(settings.first_bar)...Int(settings.last_bar)))
    else { throw Refusal(KTN_NO_SUCH_BARS) }
    try require(part.notes.count <= Self.mostNotes, KTN_NOT_A_SCORE)
    self = part
  }

  private static func whole(_ settings: ktn_practice_settings) throws(Refusal) -> PracticeScore {
    guard let score = settings.score else {
      let bytes = Array(try samples(settings.midi, settings.midi_count))
      let voice = settings.voice == 0 ? nil : Int(settings.voice)
      do throws(PracticeScoreError) {
        return try MIDIScore.read(bytes, voice: voice, mostNotes: mostReadNotes)
      } catch {
        throw refusal(of: error)
      }
    }
    try require((1...4).contains(settings.octaves), KTN_NOTE_OUT_OF_RANGE)
    do throws(ScoreTextError) {
      return try PracticeScore(
        text: utf8(score, limit: longestText), octaves: Int(settings.octaves))
    } catch .score(let error) {
      throw refusal(of: error)
    } catch .notANote {
      throw Refusal(KTN_NOT_A_NOTE)
    } catch {
      throw Refusal(KTN_TIME_OUT_OF_RANGE)
    }
  }

  private static func refusal(of error: PracticeScoreError) -> Refusal {
    switch error {
    case .noVoice: Refusal(KTN_NO_SUCH_VOICE)
    case .noteOutOfRange: Refusal(KTN_NOTE_OUT_OF_RANGE)
    default: Refusal(KTN_NOT_A_SCORE)
    }
  }
}

/// The largest number of bytes that are read of a score: more than one of the most notes needs.
private let longestText = 32 * PracticeScore.mostNotes

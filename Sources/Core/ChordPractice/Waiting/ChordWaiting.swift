internal import ChordEstimation
internal import IntonationPractice
internal import OnsetDetection
public import MusicTheory
internal import SignalProcessing

/// A score of chords that waits: it goes on when all notes of a step sound, and no other.
public struct ChordWaiting: Sendable {
  /// What is answered.
  public enum Answer: Sendable, Equatable {
    /// The step of this index is right.
    case right(Int)
    /// Something else sounds: notes of the step that are missing, by their places in it, and other notes as
    /// MIDI numbers.
    case wrong(missing: [Int], others: [Int])
  }

  /// The score.
  public let score: ChordScore
  /// The steps that are done, as they were played.
  public private(set) var steps: [ChordResult.Step] = []
  /// The number of steps that were skipped.
  public private(set) var skippedCount = 0
  /// The number of answers that something else was played.
  public private(set) var wrongCount = 0

  private let concertPitch: ConcertPitch
  private var recent: [ChordReading] = []
  /// The notes that sounded when the last step was done, as MIDI numbers.
  private var ringing: [Double] = []
  private var lastAttack = -Double.infinity
  private var doneTime = -Double.infinity
  private var told: [Int] = []
  private var standing: [Int] = []
  private var standingSince = 0.0

  /// The readings that must agree, and how many of them have a note that sounds: 0.2 s.
  private static let (window, needed) = (10, 7)
  /// The time that wrong notes must stand before they are told, in seconds.
  private static let patience = 0.4
  /// An attack this long after a step was done is another one, in seconds.
  private static let newAttack = 0.05

  /// Creates a score that waits for its first step.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - concertPitch: A4 and the temperament.
  public init(_ score: ChordScore, under concertPitch: ConcertPitch) {
    (self.score, self.concertPitch) = (score, concertPitch)
  }

  /// The index of the step that is waited for.
  public var position: Int { steps.count }
  /// The step that is waited for; `nil` after the last one.
  public var next: ChordScore.Step? {
    position < score.steps.count ? score.steps[position] : nil
  }
  /// True after the last step.
  public var isFinished: Bool { next == nil }
  /// What was played so far.
  public var result: ChordResult {
    let rest = score.steps[position...].map { ChordResult.missing($0.notes) }
    return ChordResult(steps + rest, extra: [])
  }

  /// Leaves out the step that is waited for.
  public mutating func skip() {
    guard let next else { return }
    steps.append(ChordResult.missing(next.notes))
    skippedCount += 1
    begin()
  }

  /// Takes what was heard.
  ///
  /// - Parameter event: Of a time after those before, or an attack.
  /// - Returns: An answer, if there is one now.
  public mutating func take(_ event: ChordHearing.Event) -> Answer? {
    switch event {
    case .attack(let onset):
      lastAttack = max(lastAttack, onset.time)
      // What sounded before is another chord.
      recent.removeAll { $0.time < onset.time }
      return nil
    case .notes(let reading):
      recent.append(reading)
      if recent.count > Self.window { recent.removeFirst() }
      return answer()
    }
  }

  private mutating func answer() -> Answer? {
    guard let step = next, recent.count == Self.window, let time = recent.last?.time else {
      return nil
    }
    let tones = steadyTones()
    let pitches = tones.map {
      HeardPitch(number: $0, isSure: true, isSteady: true, begins: isNew($0))
    }
    note(tones, at: time)
    guard !pitches.isEmpty else { return nil }
    let match = StepMatch(step, pitches, hasAttack: true)
    let missing = match.notes.indices.filter { match.notes[$0] == .missing }
    // What only rings on from the step before is no answer.
    let hasNew =
      lastAttack > doneTime + Self.newAttack
      || match.notes.contains {
        if case .heard(let index) = $0 { pitches[index].begins } else { false }
      }
    if missing.isEmpty, match.others.isEmpty, match.hasNote, hasNew {
      return done(step, pitches, at: time)
    }
    let others = match.others.map { Int(pitches[$0].number.rounded()) }
    guard pitches.contains(where: { $0.begins }), time - standingSince >= Self.patience,
      standing != told
    else { return nil }
    told = standing
    wrongCount += 1
    return .wrong(missing: missing, others: others)
  }

  private mutating func done(
    _ step: ChordScore.Step, _ pitches: [HeardPitch], at time: Double
  ) -> Answer {
    let start = recent.first?.time ?? time
    let sound = HeardSound(
      onset: lastAttack > doneTime ? lastAttack : start, end: time,
      hasAttack: lastAttack > doneTime,
      tones: pitches.map {
        HeardSound.Tone(
          frequency: concertPitch.frequency(ofMIDINumber: $0.number), duration: time - start,
          share: 1, begins: $0.begins)
      })
    let judged = ChordResult.judged(step, [sound], [pitches], 0, concertPitch)
    steps.append(judged)
    ringing = pitches.map { $0.number }
    doneTime = time
    begin()
    return .right(steps.count - 1)
  }

  private mutating func begin() { (recent, told, standing) = ([], [], []) }

  private func isNew(_ number: Double) -> Bool {
    lastAttack > doneTime + Self.newAttack || !ringing.contains { ($0 - number).magnitude < 0.7 }
  }

  /// Remembers since when the same notes stand.
  private mutating func note(_ tones: [Double], at time: Double) {
    let now = tones.map { Int($0.rounded()) }
    if now != standing { (standing, standingSince) = (now, time) }
    if now.isEmpty { (told, ringing) = ([], []) }
  }

  /// Returns the tones of most of the newest readings: the medians of their MIDI numbers.
  private func steadyTones() -> [Double] {
    var found: [[Double]] = []
    for reading in recent {
      for place in 0..<reading.count {
        let number = concertPitch.midiNumber(of: reading[place].frequency)
        let same = found.firstIndex { ($0[0] - number).magnitude < 0.6 }
        if let same { found[same].append(number) } else { found.append([number]) }
      }
    }
    return found.filter { $0.count >= Self.needed }.compactMap { RobustStatistics.median($0) }
      .sorted()
  }
}

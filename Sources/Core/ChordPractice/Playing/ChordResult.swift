public import IntonationPractice
public import MusicTheory

/// The playing of chords: each note of each step against a temperament.
///
/// As for single notes, ``offset`` is the deviation of the whole playing, and all cents are without it.
public struct ChordResult: Sendable {
  /// What became of a note.
  public enum State: Sendable, Equatable {
    /// It was played, at these cents from its place, without ``ChordResult/offset``.
    case right(cents: Double)
    /// Another note was played instead, as a MIDI number.
    case wrong(Int)
    /// It was not played.
    case missing
    /// It is an octave or another overtone above a note that sounds, or one of more than six: whether it
    /// was played cannot be told.
    case hidden
  }

  /// A note of a step.
  public struct Note: Sendable {
    /// The note of the score.
    public var note: PracticeNote
    /// What became of it.
    public var state: State
    /// Its median frequency, in hertz; `nil` if it was not heard.
    public var frequency: Double?

    /// Its cents; `nil` if it is not right.
    public var cents: Double? {
      if case .right(let cents) = state { cents } else { nil }
    }
  }

  /// A step of the score.
  public struct Step: Sendable {
    /// Its notes, from the lowest.
    public var notes: [Note]
    /// The notes that were played besides, as MIDI numbers.
    public var extra: [Int]
    /// When it was played, in seconds; `nil` if it is missing.
    public var onset: Double?
    /// When it ended, in seconds; `nil` if it is missing.
    public var end: Double?
    /// True if it began with an attack, so that its time is known to some milliseconds.
    public var hasAttack: Bool

    /// True if no note of it was heard.
    public var isMissing: Bool { onset == nil }
  }

  /// The steps of the score, in order.
  public let steps: [Step]
  /// The median deviation of all notes from the concert pitch, in cents.
  public let offset: Double
  /// The root of the mean square of all cents; `nil` if no note was recognised.
  public let spread: Double?
  /// When sounds that are not in the score began, in seconds.
  public let extra: [Double]
  /// The octaves by which the notes were played higher than the score.
  public let octaves: Int

  /// The least share of a sound in which a note is heard that is no mistake of hearing, and the least time
  /// of it in seconds.
  private static let (sureShare, sureDuration) = (0.55, 0.14)
  /// The same of a note that is steady.
  private static let (steadyShare, steadyDuration) = (0.85, 0.3)
  /// A sound of this time without an attack is a chord, in seconds.
  private static let longUnattacked = 0.5

  /// Compares sounds with a score.
  ///
  /// - Parameters:
  ///   - score: The score to be played.
  ///   - sounds: What was heard, in order; those beyond three times `PracticeScore.mostNotes` are ignored.
  ///   - concertPitch: A4 and the temperament.
  /// - Complexity: O(*n m*) for *n* steps and *m* sounds.
  public init(_ score: ChordScore, _ sounds: [HeardSound], concertPitch: ConcertPitch) {
    let sounds = Array(sounds.prefix(3 * PracticeScore.mostNotes))
    let octaves = Self.octaves(score, sounds, concertPitch)
    let first = Self.assigned(score, sounds, octaves, 0, concertPitch)
    // A player who is half a semitone sharp throughout plays the right notes.
    let shift = RobustStatistics.median(Self.deviations(first.steps)) ?? 0
    let second = Self.assigned(score, sounds, octaves, shift, concertPitch)
    self.init(second.steps, extra: second.extra, octaves: octaves)
  }

  /// - Parameters:
  ///   - steps: The steps, with cents from the concert pitch.
  ///   - extra: When sounds that are not in the score began, in seconds.
  ///   - octaves: The octaves by which the notes were played higher.
  init(_ steps: [Step], extra: [Double], octaves: Int = 0) {
    let offset = RobustStatistics.median(Self.deviations(steps)) ?? 0
    var moved = steps
    for step in moved.indices {
      for place in moved[step].notes.indices {
        guard let cents = moved[step].notes[place].cents else { continue }
        moved[step].notes[place].state = .right(cents: cents - offset)
      }
    }
    Self.endAtLastRightNote(&moved)
    let cents = Self.deviations(moved)
    let squares = cents.reduce(0) { $0 + $1 * $1 }
    (self.steps, self.offset, self.extra, self.octaves) = (moved, offset, extra, octaves)
    spread = cents.isEmpty ? nil : (squares / Double(cents.count)).squareRoot()
  }

  /// Takes what sounded after the last step with a right note for too many.
  private static func endAtLastRightNote(_ steps: inout [Step]) {
    let last = steps.lastIndex { $0.notes.contains { $0.cents != nil } } ?? -1
    for index in steps.indices where index > last && steps[index].onset != nil {
      let rest = steps.count - last - 1
      guard rest > steps[(last + 1)...].count(where: { $0.onset != nil }) else { return }
      steps[index] = missing(steps[index].notes.map { $0.note })
    }
  }

  private static func deviations(_ steps: [Step]) -> [Double] {
    steps.flatMap { $0.notes.compactMap { $0.cents } }
  }

  static func missing(_ notes: [PracticeNote]) -> Step {
    Step(
      notes: notes.map { Note(note: $0, state: .missing, frequency: nil) }, extra: [], onset: nil,
      end: nil, hasAttack: false)
  }

  private static func pitches(
    _ sounds: [HeardSound], _ shift: Double, _ concertPitch: ConcertPitch
  ) -> [[HeardPitch]] {
    sounds.map { sound in
      sound.tones.map { tone in
        HeardPitch(
          number: concertPitch.midiNumber(of: tone.frequency) - shift,
          isSure: tone.share >= sureShare
            && tone.duration >= min(sureDuration, 0.4 * (sound.end - sound.onset)),
          isSteady: tone.share >= steadyShare && tone.duration >= steadyDuration,
          begins: tone.begins)
      }
    }
  }

  /// Returns the octaves that make the medians of what was played and of the score agree, if the notes
  /// fit better so.
  private static func octaves(
    _ score: ChordScore, _ sounds: [HeardSound], _ concertPitch: ConcertPitch
  ) -> Int {
    let heard = pitches(sounds, 0, concertPitch)
    // What was played may be only the beginning.
    let written = score.steps.prefix(max(1, heard.count)).flatMap { $0.notes.map { $0.number } }
    guard let low = RobustStatistics.median(written),
      let high = RobustStatistics.median(heard.flatMap { $0.map { $0.number } })
    else { return 0 }
    let guess = Int(((high - low) / 12).rounded())
    guard guess != 0 else { return 0 }
    let moved = pitches(sounds, Double(12 * guess), concertPitch)
    let asWritten = ChordAlignment(score.steps, heard, sounds).cost
    let asMoved = ChordAlignment(score.steps, moved, sounds).cost
    return asMoved < asWritten - 1e-3 ? guess : 0
  }

  private static func assigned(
    _ score: ChordScore, _ sounds: [HeardSound], _ octaves: Int, _ shift: Double,
    _ concertPitch: ConcertPitch
  ) -> (steps: [Step], extra: [Double]) {
    let pitches = pitches(sounds, Double(12 * octaves) + shift / 100, concertPitch)
    let alignment = ChordAlignment(score.steps, pitches, sounds)
    var isTaken = sounds.map { _ in false }
    let steps = zip(score.steps, alignment.sounds).map { step, range in
      guard let range else { return missing(step.notes) }
      for index in range { isTaken[index] = true }
      return judged(step, Array(sounds[range]), pitches[range], octaves, concertPitch)
    }
    let extra = sounds.indices.filter { index in
      !isTaken[index] && isChord(sounds[index], pitches[index])
    }
    return (steps, extra.map { sounds[$0].onset })
  }

  /// True for a sound that is too many: not for a tone that comes forward without an attack.
  private static func isChord(_ sound: HeardSound, _ pitches: [HeardPitch]) -> Bool {
    let count = pitches.count { $0.begins && $0.isSure }
    return sound.hasAttack ? count > 0 : count > 1 && sound.end - sound.onset >= longUnattacked
  }

  /// Judges a step by its sounds; cents are from the concert pitch.
  static func judged(
    _ step: ChordScore.Step, _ sounds: [HeardSound], _ pitches: ArraySlice<[HeardPitch]>,
    _ octaves: Int, _ concertPitch: ConcertPitch
  ) -> Step {
    let matches = zip(sounds, pitches).map { StepMatch(step, $1, hasAttack: $0.hasAttack) }
    var others: [Int] = []
    for (match, pitches) in zip(matches, pitches) {
      for index in match.others {
        let number = Int(pitches[index].number.rounded())
        if !others.contains(number) { others.append(number) }
      }
    }
    var notes = step.notes.indices.map { place in
      note(step.notes[place], place, sounds, matches, octaves, concertPitch)
    }
    // A missing note takes the nearest other one.
    for place in notes.indices where notes[place].state == .missing {
      let number = notes[place].note.midiNumber
      let nearest = others.min { abs($0 - number) < abs($1 - number) }
      guard let nearest else { break }
      others.removeAll { $0 == nearest }
      notes[place].state = .wrong(nearest)
    }
    // So does one that may hide, if the other one is near it.
    for place in notes.indices where notes[place].state == .hidden {
      let number = notes[place].note.midiNumber
      guard
        let near = others.firstIndex(where: {
          Double(abs($0 - number)) < StepMatch.insteadOf
        })
      else { continue }
      notes[place].state = .wrong(others.remove(at: near))
    }
    return Step(
      notes: notes, extra: others.sorted(), onset: sounds.first?.onset, end: sounds.last?.end,
      hasAttack: sounds.first?.hasAttack ?? false)
  }

  /// Returns a note: its tone in the sound that has most of it.
  private static func note(
    _ note: PracticeNote, _ place: Int, _ sounds: [HeardSound], _ matches: [StepMatch],
    _ octaves: Int, _ concertPitch: ConcertPitch
  ) -> Note {
    var best: HeardSound.Tone?
    var isHidden = false
    for (sound, match) in zip(sounds, matches) {
      switch match.notes[place] {
      case .heard(let index):
        let tone = sound.tones[index]
        if tone.duration > best?.duration ?? 0 { best = tone }
      case .hidden: isHidden = true
      case .missing: break
      }
    }
    guard let best else {
      return Note(note: note, state: isHidden ? .hidden : .missing, frequency: nil)
    }
    let target = MusicTheory.Note(midiNumber: note.midiNumber + 12 * octaves)
    let cents = concertPitch.cents(from: target, to: best.frequency) - note.wantedCents
    return Note(note: note, state: .right(cents: cents), frequency: best.frequency)
  }
}

extension ChordResult {
  /// The notes that were played right.
  public var rightCount: Int { count { if case .right = $0 { true } else { false } } }
  /// The notes of which another one was played.
  public var wrongCount: Int { count { if case .wrong = $0 { true } else { false } } }
  /// The notes that were not played, of steps that were.
  public var missingCount: Int {
    steps.reduce(0) { $0 + ($1.isMissing ? 0 : $1.notes.count { $0.state == .missing }) }
  }
  /// The notes of which nothing can be told.
  public var hiddenCount: Int { count { $0 == .hidden } }
  /// The notes that were played besides those of their steps.
  public var extraNoteCount: Int { steps.reduce(0) { $0 + $1.extra.count } }
  /// The steps that were not played.
  public var missingStepCount: Int { steps.count { $0.isMissing } }

  private func count(_ isCounted: (State) -> Bool) -> Int {
    steps.reduce(0) { $0 + $1.notes.count { isCounted($0.state) } }
  }

  /// The player's own A4 in hertz, which notes are compared with.
  ///
  /// - Parameter concertPitch: The concert pitch that the playing was compared with.
  /// - Returns: The frequency of A4, moved by ``offset``.
  public func ownFrequency(under concertPitch: ConcertPitch) -> Double {
    concertPitch.frequency * Interval.ratio(ofCents: offset)
  }

  /// When each step was played, in seconds; `nil` if it is missing, or began without an attack.
  public var onsets: [Double?] { steps.map { $0.hasAttack ? $0.onset : nil } }
}

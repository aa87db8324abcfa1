public import MusicTheory
public import OnsetDetection
internal import SignalProcessing

/// The playing of a score: each note and each interval against a temperament.
///
/// Players tune to themselves, so ``offset`` is the deviation of the whole playing from the concert
/// pitch, and all other deviations are without it.
public struct Intonation: Sendable, Hashable {
  /// A note of the score.
  public struct Note: Sendable, Hashable {
    /// The note of the score.
    public var note: PracticeNote
    /// The played note; `nil` if it is missing.
    public var played: PlayedNote?
    /// Cents from the note in the temperament, without ``Intonation/offset``; `nil` if the note is
    /// missing or wrong.
    public var cents: Double?
    /// True if another note was played, more than 70 cents away.
    public var isWrong: Bool
    /// The deviation of its first stable pitch, before any correction, in cents, without
    /// ``Intonation/offset``; `nil` if the note is missing, wrong, or nowhere stable.
    public var firstCents: Double?
    /// The deviation of its last stable pitch, in cents, without ``Intonation/offset``; `nil` if the
    /// note is missing, wrong, or nowhere stable.
    public var lastCents: Double?
    /// True if it repeats a note that was played right, and was played as one with it.
    public var isPlayedAsOne = false
    /// Cents as ``cents``, of a wrong note too; `nil` if the note is missing.
    package var deviation: Double?
  }

  /// An interval between two notes that follow each other.
  public struct Step: Sendable, Hashable {
    /// The size in semitones; negative downwards.
    public var semitones: Int
    /// The cents by which it is written above ``semitones``, in -50...50: 0 but for microtones.
    public var microtone = 0.0
    /// The number of times that it occurs.
    public var count: Int
    /// The average cents by which it is wider than in the temperament.
    public var cents: Double
    /// One standard error of the average, in cents; `nil` if the interval occurs once.
    public var error: Double?
  }

  /// The notes of the score, in order.
  public let notes: [Note]
  /// The intervals, from the widest downwards to the widest upwards; unisons are left out.
  public let steps: [Step]
  /// The median deviation of all notes from the concert pitch, in cents.
  public let offset: Double
  /// The root of the mean square of all deviations, without the offset, in cents; `nil` if no note
  /// was recognised.
  public let spread: Double?
  /// The number of played notes that are not in the score.
  public let extraCount: Int
  /// The octaves by which the notes were played higher than the score.
  public let octaves: Int
  /// The played notes that are not in the score, by onset.
  public let extra: [PlayedNote]
  /// True if most notes begin twice: two players, an echo, or a click in the microphone.
  public let isDoubled: Bool

  /// The deviation beyond which a note is another one, in cents.
  static var farthestRight: Double { 70 }

  /// Compares playing with a score.
  ///
  /// - Parameters:
  ///   - score: The score to be played.
  ///   - played: The played notes, by onset; those beyond twice ``PracticeScore/mostNotes`` are
  ///     ignored.
  ///   - onsets: All attacks that were heard, which tell whether notes begin twice.
  ///   - concertPitch: A4 and the temperament.
  ///   - isFinished: Whether the playing has ended. Until then, it is compared with the beginning
  ///     of the score, and the rest is not missing.
  /// - Complexity: O(*n m*) for *n* notes of the score and *m* played ones.
  public init(
    _ score: PracticeScore, played: [PlayedNote], onsets: [Onset] = [],
    concertPitch: ConcertPitch, isFinished: Bool = true
  ) {
    let played = played.prefix(2 * PracticeScore.mostNotes).filter {
      $0.frequency > 0 && $0.frequency.isFinite
    }
    // Between the notes of equal temperament: of other temperaments, no note is a quarter tone off.
    let plain = played.map {
      (number: concertPitch.midiNumber(of: $0.frequency), duration: $0.duration)
    }
    // What was played may be only the beginning.
    let beginning = Array(score.notes.prefix(max(1, plain.count)))
    let octaves = Self.octaves(isFinished ? score.notes : beginning, beginning, plain)
    let pitches = plain.map { (number: $0.number - Double(12 * octaves), duration: $0.duration) }
    let first = NoteAlignment(score.notes, pitches, isFinished: isFinished)
    let deviations = Self.deviations(score.notes, first.played, played, octaves, concertPitch)
    // A player who is half a semitone sharp throughout plays the right notes.
    let shift = RobustStatistics.median(deviations.compactMap { $0 }) ?? 0
    let shifted = pitches.map { (number: $0.number - shift / 100, duration: $0.duration) }
    var alignment = NoteAlignment(score.notes, shifted, isFinished: isFinished)
    let times = AlignmentTimes(score.notes, alignment.played, played)
    if let times {
      alignment = NoteAlignment(score.notes, shifted, times: times, isFinished: isFinished)
    }
    let all = Self.deviations(score.notes, alignment.played, played, octaves, concertPitch)
    let near = all.compactMap { $0 }.filter { ($0 - shift).magnitude <= Self.farthestRight }
    let offset = RobustStatistics.median(near) ?? 0
    var notes = score.notes.indices.map { index in
      let cents = all[index].map { $0 - offset }
      let isWrong = (cents?.magnitude ?? 0) > Self.farthestRight
      let played = alignment.played[index].map { played[$0] }
      let (first, last) = cents.flatMap { isWrong ? nil : played?.ends(around: $0) } ?? (nil, nil)
      return Note(
        note: score.notes[index], played: played,
        cents: isWrong ? nil : cents, isWrong: isWrong, firstCents: first, lastCents: last,
        deviation: cents)
    }
    for index in notes.indices {
      // In time, a repeated note is known to be missing.
      notes[index].isPlayedAsOne =
        (times == nil || alignment.isShared[index]) && Self.repeatsRightNote(notes, index)
    }
    if isFinished { Self.endAtLastRightNote(&notes) }
    self.notes = notes
    isDoubled = Self.isDoubled(notes, by: onsets)
    let counted = notes.compactMap { $0.cents }
    let squares = counted.reduce(0) { $0 + $1 * $1 }
    spread = counted.isEmpty ? nil : (squares / Double(counted.count)).squareRoot()
    self.offset = offset
    self.octaves = octaves
    let matched = Set(
      alignment.played.indices.compactMap { notes[$0].played == nil ? nil : alignment.played[$0] })
    extra = played.indices.filter { !matched.contains($0) }.map { played[$0] }
    extraCount = extra.count
    steps = Self.steps(notes)
  }

  /// Takes what sounded after the last right note for too many, if the player had stopped: more notes
  /// of the score are missing after it than other ones were played.
  private static func endAtLastRightNote(_ notes: inout [Note]) {
    guard let last = notes.lastIndex(where: { $0.cents != nil || $0.isPlayedAsOne }) else { return }
    let rest = notes[(last + 1)...]
    let wrong = rest.indices.filter { notes[$0].isWrong }
    let missing = rest.count { $0.played == nil && !$0.note.isGrace }
    guard missing > wrong.count else { return }
    for index in wrong {
      (notes[index].played, notes[index].isWrong, notes[index].deviation) = (nil, false, nil)
    }
  }

  /// Returns the octaves that make the medians of what was played and of the score, or of its
  /// beginning, agree, if the notes fit better so; 0 if it makes no difference.
  private static func octaves(
    _ score: [PracticeNote], _ beginning: [PracticeNote],
    _ played: [(number: Double, duration: Double)]
  ) -> Int {
    guard let heard = RobustStatistics.median(played.map { $0.number }) else { return 0 }
    let guesses = [beginning, score].compactMap { notes in
      RobustStatistics.median(notes.map { $0.number })
        .map { Int(((heard - $0) / 12).rounded()) }
    }
    let others = guesses.filter { $0 != 0 }
    guard !others.isEmpty else { return 0 }
    var best = (octaves: 0, cost: cost(score, played, 0))
    for guess in others where guess != best.octaves {
      let cost = cost(score, played, guess)
      if cost < best.cost - 1e-3 { best = (guess, cost) }
    }
    return best.octaves
  }

  private static func cost(
    _ score: [PracticeNote], _ played: [(number: Double, duration: Double)], _ octaves: Int
  ) -> Double {
    NoteAlignment(
      score, played.map { (number: $0.number - Double(12 * octaves), duration: $0.duration) }
    ).cost
  }

  /// Returns the cents from the notes in the temperament; `nil` for missing notes.
  private static func deviations(
    _ score: [PracticeNote], _ alignment: [Int?], _ played: [PlayedNote], _ octaves: Int,
    _ concertPitch: ConcertPitch
  ) -> [Double?] {
    zip(score, alignment).map { note, index in
      index.map { index in
        let target = MusicTheory.Note(midiNumber: note.midiNumber + 12 * octaves)
        return concertPitch.cents(from: target, to: played[index].frequency) - note.wantedCents
      }
    }
  }

  private static func steps(_ notes: [Note]) -> [Step] {
    var widths: [Int: [Double]] = [:]  // by the size in hundredths of a cent
    for (left, right) in zip(notes, notes.dropFirst()) {
      let size = Int((10_000 * (right.note.number - left.note.number)).rounded())
      guard size != 0, let from = left.cents, let to = right.cents else { continue }
      // Wider is positive, upwards and downwards.
      widths[size, default: []].append(size > 0 ? to - from : from - to)
    }
    return widths.ascending { Double($0.key) }.map { size, values in
      let (mean, error) = average(values)
      let semitones = Int((Double(size) / 10_000).rounded())
      return Step(
        semitones: semitones, microtone: Double(size - 10_000 * semitones) / 100,
        count: values.count, cents: mean, error: error)
    }
  }

  /// Returns true if a note has no played note of its own, but repeats one that was played right.
  private static func repeatsRightNote(_ notes: [Note], _ index: Int) -> Bool {
    guard notes[index].played == nil, !notes[index].note.isGrace else { return false }
    let number = notes[index].note.number
    return notes[..<index].reversed().prefix { $0.note.number == number }
      .contains { $0.cents != nil }
      || notes[(index + 1)...].prefix { $0.note.number == number }.contains { $0.cents != nil }
  }
}

extension Intonation {
  /// The notes of one pitch.
  public struct Pitch: Sendable, Hashable {
    /// The note of the score, 60 for middle C.
    public var midiNumber: Int
    /// The cents by which it is written above the note of ``midiNumber``.
    public var microtone = 0.0
    /// The number of times that it was played right.
    public var count: Int
    /// Its average deviation, without ``Intonation/offset``, in cents.
    public var cents: Double
    /// One standard error of the average, in cents; `nil` if the pitch occurs once.
    public var error: Double?
    /// The average deviation of its first stable pitches, in cents; `nil` if there is none.
    public var firstCents: Double?
    /// The average deviation of its last stable pitches, in cents; `nil` if there is none.
    public var lastCents: Double?
  }

  /// The pitches that were played right, from the lowest.
  ///
  /// - Complexity: O(*n* log *n*) for *n* notes.
  public var pitches: [Pitch] {
    var values: [Double: [Note]] = [:]
    for note in notes where note.cents != nil {
      values[note.note.number, default: []].append(note)
    }
    return values.ascending { $0.key }.map { _, notes in
      let written = notes[0].note
      let (mean, error) = Self.average(notes.compactMap { $0.cents })
      let first = notes.compactMap { $0.firstCents }
      let last = notes.compactMap { $0.lastCents }
      return Pitch(
        midiNumber: written.midiNumber, microtone: written.microtone, count: notes.count,
        cents: mean, error: error,
        firstCents: first.isEmpty ? nil : Self.average(first).mean,
        lastCents: last.isEmpty ? nil : Self.average(last).mean)
    }
  }

  /// Returns the mean, and one standard error of it if there are several values.
  static func average(_ values: [Double]) -> (mean: Double, error: Double?) {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (mean, values.count > 1 ? (squares / (count - 1) / count).squareRoot() : nil)
  }

  /// The number of notes of the score that were played right. Repeated notes that were played as one
  /// all count.
  public var rightCount: Int {
    notes.count { $0.cents != nil || $0.isPlayedAsOne }
  }

  /// The number of notes of the score that were played as other ones.
  public var wrongCount: Int { notes.count { $0.isWrong } }

  /// The number of notes of the score that were not played.
  public var missingCount: Int { notes.indices.count { isMissing(at: $0) } }

  /// Returns true if a note of the score was not played.
  ///
  /// Grace notes may be left out, and a repeated note that was played as one is not missing.
  ///
  /// - Parameter index: The index of the note in ``notes``.
  /// - Returns: Whether it is missing.
  public func isMissing(at index: Int) -> Bool {
    notes[index].played == nil && !notes[index].note.isGrace && !notes[index].isPlayedAsOne
  }

  /// Returns the index in ``notes`` of the note that was played; `nil` for one that is not in the score.
  package func index(of played: PlayedNote) -> Int? {
    notes.lastIndex { $0.played == played }
  }

  /// The largest deviation that counts as in tune, in cents: a tenth of a semitone.
  package static var tolerance: Double { 10 }

  /// Returns the player's own A4 in hertz, which notes are compared with.
  ///
  /// - Parameter concertPitch: The concert pitch that the playing was compared with.
  /// - Returns: The frequency of A4, moved by ``offset``.
  public func ownFrequency(under concertPitch: ConcertPitch) -> Double {
    concertPitch.frequency * Interval.ratio(ofCents: offset)
  }
}

extension Intonation.Note {
  /// True if it is right and within ``Intonation/tolerance``.
  package var isInTune: Bool { (cents?.magnitude).map { $0 <= Intonation.tolerance } ?? false }
}

extension PracticeScore {
  /// The spelling of the notes: as in the key, or with sharps.
  public var spelling: Spelling { key.map { .key($0) } ?? .sharps }

  /// Returns the name of a note of the score.
  public func name(of note: PracticeNote) -> Note {
    Note(midiNumber: note.midiNumber, spelling: spelling)
  }

  /// The note of a drone: the tonic in the octave below middle C, or else the first note an octave
  /// lower.
  package var drone: Note {
    key.map { Note($0.tonic, octave: 3) }
      ?? Note(midiNumber: (notes.first?.midiNumber ?? 60) - 12)
  }
}

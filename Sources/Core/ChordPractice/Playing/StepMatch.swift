internal import IntonationPractice

/// A pitch of a sound, as it is compared with a score.
struct HeardPitch: Sendable {
  /// The MIDI number, with a fraction, moved as the whole playing is.
  var number: Double
  /// True if it was heard for so long that it is no mistake of hearing.
  var isSure: Bool
  /// True if it was heard nearly all the time, and so is not the vibrato of a note beside it.
  var isSteady: Bool
  /// True if it began with the sound.
  var begins: Bool
}

/// The notes of a step found among pitches.
struct StepMatch: Sendable {
  /// What became of a note of the step.
  enum Found: Sendable, Equatable {
    /// It is the pitch of this index.
    case heard(Int)
    /// It is not heard, but may hide behind one that is.
    case hidden
    /// It is not heard.
    case missing
  }

  /// For each note of the step what became of it.
  private(set) var notes: [Found]
  /// The pitches that are in neither the step nor the notes held over it, and no overtones of its notes.
  private(set) var others: [Int] = []
  /// The deviations of the notes that were heard, as costs of a match.
  private var deviation = 0.0
  /// True if the sound is no beginning of the step: it has no attack, and too few of its notes begin.
  private let isNoBeginning: Bool
  /// The share of the notes of the step that begin with the sound.
  let beginningShare: Double

  /// The deviation beyond which a note is another one, in semitones.
  static let farthestRight = 0.7
  /// Within this distance, a vibrato makes two tones of one, in semitones.
  private static let besides = 1.3
  /// Within this distance, a note that is hardly heard is rather another one, in semitones.
  static let insteadOf = 2.5

  private static let (missing, hidden, other) = (1.0, 0.15, 1.0)
  /// Of a missing note and another one instead, less than both.
  private static let instead = 0.7
  /// The cost of what has nothing in common.
  private static let most = 1.5

  /// Finds notes among pitches: each takes the nearest one.
  ///
  /// - Parameters:
  ///   - step: The notes.
  ///   - pitches: The pitches, from the lowest.
  ///   - hasAttack: Whether they began with an attack.
  init(_ step: ChordScore.Step, _ pitches: [HeardPitch], hasAttack: Bool) {
    notes = step.notes.map { _ in .missing }
    var isTaken = pitches.map { _ in false }
    for (place, note) in step.notes.enumerated() {
      guard let nearest = Self.nearest(to: note.number, pitches, isTaken) else { continue }
      isTaken[nearest] = true
      notes[place] = .heard(nearest)
      let distance = pitches[nearest].number - note.number
      deviation += 0.5 * distance * distance
    }
    for note in step.held {
      if let nearest = Self.nearest(to: note.number, pitches, isTaken) { isTaken[nearest] = true }
    }
    for (place, note) in step.notes.enumerated() where notes[place] == .missing {
      let hides = pitches.indices.contains { index in
        isTaken[index] && Overtones.contain(note.number, of: pitches[index].number)
      }
      // Of six notes that sound, more may be there.
      if hides || pitches.count >= ChordScore.mostNotes { notes[place] = .hidden }
    }
    for index in pitches.indices
    where !isTaken[index] && pitches[index].begins && pitches[index].isSure {
      let pitch = pitches[index]
      let isDoubtful = pitches.indices.contains {
        guard isTaken[$0] else { return false }
        let number = pitches[$0].number
        // What has a note as its overtone may be the difference of several.
        return Overtones.contain(pitch.number, of: number)
          || Overtones.contain(number, of: pitch.number)
          || (!pitch.isSteady && (pitch.number - number).magnitude < Self.besides)
      }
      if !isDoubtful { others.append(index) }
    }
    var beginning = 0
    for place in notes.indices {
      guard case .heard(let index) = notes[place] else { continue }
      if pitches[index].begins { beginning += 1 }
      let number = pitches[index].number
      let isOther =
        !pitches[index].isSure
        && others.contains { (pitches[$0].number - number).magnitude < Self.insteadOf }
      if isOther { notes[place] = .missing }
    }
    isNoBeginning = !hasAttack && 2 * beginning < notes.count
    beginningShare = Double(beginning) / Double(max(1, notes.count))
  }

  /// How badly they match: 0 for the same notes, in tune, and ``most`` for others.
  var cost: Double {
    guard !isNoBeginning else { return Self.most }
    let missingCount = notes.count { $0 == .missing }
    let hiddenCount = notes.count { $0 == .hidden }
    let pairs = min(missingCount, others.count)
    let sum =
      deviation + Self.missing * Double(missingCount) + Self.hidden * Double(hiddenCount)
      + Self.other * Double(others.count) - Self.instead * Double(pairs)
    return min(Self.most, sum / Double(max(1, notes.count)))
  }

  /// True if a note of the step was heard.
  var hasNote: Bool {
    notes.contains {
      if case .heard = $0 { true } else { false }
    }
  }

  private static func nearest(
    to number: Double, _ pitches: [HeardPitch], _ isTaken: [Bool]
  ) -> Int? {
    var (nearest, distance): (Int?, Double) = (nil, farthestRight)
    for index in pitches.indices where !isTaken[index] {
      let away = (pitches[index].number - number).magnitude
      if away <= distance { (nearest, distance) = (index, away) }
    }
    return nearest
  }
}

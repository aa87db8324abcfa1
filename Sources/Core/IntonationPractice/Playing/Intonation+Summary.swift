public import MusicTheory
internal import SignalProcessing

extension Intonation {
  /// The notes of one pitch.
  public struct Pitch: Sendable, Hashable {
    /// Of the score.
    public var midiNumber: Int
    /// How often it was played right.
    public var count: Int
    /// Its deviation, without ``Intonation/offset``, in cents, on average.
    public var cents: Double
    /// One standard error of the average, in cents; `nil` if the pitch occurs once.
    public var error: Double?
  }

  /// The pitches that were played right, from the lowest.
  ///
  /// - Complexity: O(*n* log *n*) for *n* notes.
  public var pitches: [Pitch] {
    var values: [Int: [Double]] = [:]
    for note in notes {
      if let cents = note.cents { values[note.note.midiNumber, default: []].append(cents) }
    }
    return values.sorted { $0.key < $1.key }.map { number, cents in
      let (mean, error) = Self.average(cents)
      return Pitch(midiNumber: number, count: cents.count, cents: mean, error: error)
    }
  }

  /// The mean, and one standard error of it if there are several values.
  static func average(_ values: [Double]) -> (mean: Double, error: Double?) {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (mean, values.count > 1 ? (squares / (count - 1) / count).squareRoot() : nil)
  }

  /// How many notes of the score were played right.
  public var rightCount: Int { notes.count { $0.cents != nil } }

  /// How many notes of the score were played as other ones.
  public var wrongCount: Int { notes.count { $0.isWrong } }

  /// How many notes of the score were not played.
  public var missingCount: Int { notes.indices.count { isMissing(at: $0) } }

  /// Whether a note of the score was not played.
  ///
  /// Grace notes may be left out, and a repeated note that was played as one is not missing.
  ///
  /// - Parameter index: The index of the note in ``notes``.
  /// - Returns: Whether it is missing.
  public func isMissing(at index: Int) -> Bool {
    guard notes[index].played == nil, !notes[index].note.isGrace else { return false }
    let number = notes[index].note.midiNumber
    let follows = index > 0 && notes[index - 1].note.midiNumber == number
    let precedes = index + 1 < notes.count && notes[index + 1].note.midiNumber == number
    return !(follows || precedes)
  }

  /// A played note within this counts as in tune over the weeks, in cents: a tenth of a semitone.
  public static var tolerance: Double { 10 }

  /// The player's own A4 in hertz, which notes are compared with.
  ///
  /// - Parameter concertPitch: What the playing was compared with.
  /// - Returns: It, moved by ``offset``.
  public func ownFrequency(under concertPitch: ConcertPitch) -> Double {
    concertPitch.frequency * Interval.ratio(ofCents: offset)
  }
}

extension Intonation.Note {
  /// Whether it is right and within ``Intonation/tolerance``.
  public var isInTune: Bool { (cents?.magnitude).map { $0 <= Intonation.tolerance } ?? false }
}

extension PracticeScore {
  /// How the notes are spelled: as in the key, or with sharps.
  public var spelling: Spelling { key.map { .key($0) } ?? .sharps }

  /// The name of a note of the score.
  public func name(of note: PracticeNote) -> Note {
    Note(midiNumber: note.midiNumber, spelling: spelling)
  }

  /// The note of a drone: the tonic in the octave below middle C, or else the first note an octave
  /// lower.
  public var drone: Note {
    key.map { Note($0.tonic, octave: 3) }
      ?? Note(midiNumber: (notes.first?.midiNumber ?? 60) - 12)
  }
}

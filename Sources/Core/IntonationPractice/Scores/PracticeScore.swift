public import MusicTheory

/// A note of one voice, as it sounds.
public struct PracticeNote: Sendable, Hashable {
  /// 60 is middle C, in 0...127.
  public var midiNumber: Int
  /// Its onset, in quarter notes from the start.
  public var onset: Double
  /// Its duration, in quarter notes; 0 for a grace note.
  public var duration: Double
  /// True for a grace note, which may be left out.
  public var isGrace: Bool
  /// The cents by which it is written above the note of ``midiNumber``, in -50...50: 0 but for
  /// microtones.
  public var microtone: Double
  /// How it was played in a performance that is to be followed; `nil` for a note that is only written.
  package var performed: Performed?

  /// A note of a performance that is to be followed.
  package struct Performed: Sendable, Hashable {
    /// The cents by which it sounded above the note of ``PracticeNote/midiNumber``, which are wanted.
    package var cents: Double
    /// Whether its beginning is known: not without an attack, among notes that have one.
    package var hasTime = true
  }

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - midiNumber: 60 is middle C, in 0...127.
  ///   - onset: In quarter notes from the start.
  ///   - duration: In quarter notes.
  ///   - isGrace: Whether it is a grace note.
  ///   - microtone: The cents above the note of `midiNumber`, in -50...50.
  public init(
    midiNumber: Int, onset: Double, duration: Double, isGrace: Bool = false, microtone: Double = 0
  ) {
    self.midiNumber = midiNumber
    self.onset = onset
    self.duration = duration
    self.isGrace = isGrace
    self.microtone = microtone
  }

  /// Creates a note, however it is spelled: `PracticeNote(Note("Bb3"), onset: 0, duration: 1)`.
  ///
  /// - Parameters:
  ///   - note: A note from C-1 to G9.
  ///   - onset: In quarter notes from the start.
  ///   - duration: In quarter notes.
  ///   - isGrace: Whether it is a grace note.
  ///   - microtone: The cents above `note`, in -50...50.
  public init(
    _ note: Note, onset: Double, duration: Double, isGrace: Bool = false, microtone: Double = 0
  ) {
    self.init(
      midiNumber: note.midiNumber, onset: onset, duration: duration, isGrace: isGrace,
      microtone: microtone)
  }

  /// Its pitch as a MIDI number with a fraction.
  package var number: Double { Double(midiNumber) + microtone / 100 }
  /// The cents above the note of ``midiNumber`` that are wanted.
  package var wantedCents: Double { microtone + (performed?.cents ?? 0) }
}

/// A voice to practise: one note after another.
public struct PracticeScore: Sendable, Hashable {
  /// The largest number of notes of a score that is practised.
  public static var mostNotes: Int { 4000 }
  /// The largest number of notes of a score of which a passage is practised.
  public static var mostReadNotes: Int { 64_000 }

  /// A remark on something that was left out of the source.
  public enum Remark: Sendable, Hashable {
    /// One of several voices was chosen.
    case chosenVoice(number: Int, count: Int, name: String)
    /// This many notes were left out because they sounded with higher ones.
    case lowerNotesLeftOut(Int)
    /// Percussion was left out.
    case percussionLeftOut
    /// Jumps such as D.C. and D.S. are not played.
    case jumpsNotFollowed
    /// Bars that repeats and endings never reach, as they are numbered, such as `5-7, 9a`.
    case barsNotReached(String)
    /// This many notes have no end, and last to the end of their track.
    case notesWithoutEnd(Int)
  }

  /// The name of the piece; empty if it has none.
  public var title: String
  /// The notes, in the order in which they are played.
  public var notes: [PracticeNote]
  /// The key, which names the notes and is the root of temperaments; `nil` if it is not known.
  public var key: Key?
  /// The bars, in the order in which they are played.
  public var bars: [PracticeBar]
  /// The tempos that the source gives, in order of time; none if it gives none.
  public var tempos: [PracticeTempo]
  /// The remarks on what was left out of the source.
  public var remarks: [Remark]
  /// Whether its notes are those of a performance, whose pitches and times are wanted: then a quarter note
  /// is a second of it.
  package var isPerformance: Bool { notes.first?.performed != nil }

  /// Creates a score.
  ///
  /// - Parameters:
  ///   - title: The name of the piece.
  ///   - notes: The notes, in the order in which they are played.
  ///   - key: The key.
  ///   - bars: The bars, in the order in which they are played; `nil` for 4/4 throughout.
  ///   - tempos: The tempos that the source gives, in order of time.
  ///   - remarks: Remarks on what was left out of the source.
  public init(
    title: String = "", notes: [PracticeNote], key: Key? = nil, bars: [PracticeBar]? = nil,
    tempos: [PracticeTempo] = [], remarks: [Remark] = []
  ) {
    self.title = title
    self.notes = notes
    self.key = key
    self.bars = bars ?? Self.bars([], until: notes.last.map { $0.onset + $0.duration } ?? 0)
    self.tempos = tempos
    self.remarks = remarks
  }

  /// Reduces notes that may sound together to one voice: of those that start together the highest
  /// stays, and a note ends where the next one starts. Grace notes keep their order.
  ///
  /// Notes of a chord that was played start within a 64th note of its first one, and sound together
  /// for half of the shorter one or more.
  ///
  /// - Parameter notes: Notes by onset, in the order of the source where they start together.
  /// - Returns: One note after another, and the number of notes that were left out.
  /// - Complexity: O(*n*).
  public static func singleVoice(_ notes: [PracticeNote]) -> (notes: [PracticeNote], leftOut: Int) {
    var voice: [PracticeNote] = []
    var leftOut = 0
    var chord: PracticeNote?  // the first note of the chord that the last one may belong to
    for note in notes {
      if let last = voice.last, let first = chord, !note.isGrace, isChord(first, note) {
        leftOut += 1
        if note.number > last.number { voice[voice.count - 1] = note }
        continue
      }
      if let last = voice.last, !last.isGrace, last.onset + last.duration > note.onset {
        voice[voice.count - 1].duration = note.onset - last.onset
      }
      voice.append(note)
      chord = note.isGrace ? nil : note
    }
    return (voice, leftOut)
  }

  /// Returns true if a note belongs to the chord that began with another one.
  private static func isChord(_ first: PracticeNote, _ note: PracticeNote) -> Bool {
    if note.onset <= first.onset + 1e-6 { return true }
    guard note.onset - first.onset <= 1 / 16 else { return false }
    let together = min(first.onset + first.duration, note.onset + note.duration) - note.onset
    return together > 0 && together >= min(first.duration, note.duration) / 2
  }
}

/// A score that cannot be practised.
public enum PracticeScoreError: Error, Equatable, Sendable {
  /// The bytes are not a file of this kind.
  case notMIDI
  /// The file ends within a chunk or an event.
  case truncated
  /// The file is of format 2, independent sequences, or of an unknown one.
  case unknownFormat(Int)
  /// The division of a quarter note into ticks must not be 0.
  case invalidDivision
  /// There are no notes.
  case empty
  /// There are more notes than ``PracticeScore/mostNotes``.
  case tooManyNotes
  /// There is no voice of this number.
  case noVoice(Int, count: Int)
  /// The text does not name a scale.
  case unknownScale
  /// A note of this number would lie outside 0...127.
  case noteOutOfRange(Int)
  /// The scale does not have the note of this number, at which it is to begin or end.
  case notInScale(Int)
  /// The scale is to begin and to end with the same note.
  case noRange
}

#if !hasFeature(Embedded)
  extension PracticeScore.Remark: CustomStringConvertible {
    /// One or two sentences.
    public var description: String {
      switch self {
      case .chosenVoice(let number, let count, let name):
        "Voice \(number) of \(count)\(name.isEmpty ? "" : " (\(name))") was chosen. "
          + "For another one, add --voice."
      case .lowerNotesLeftOut(let count):
        "Of notes that sound together the highest was chosen. Left out: \(count). "
          + "To practise all of them, add --chords."
      case .percussionLeftOut: "Percussion was left out."
      case .jumpsNotFollowed: "Jumps (D.C., D.S.) are not followed; repeats and endings are."
      case .barsNotReached(let bars):
        "Repeats and endings never reach some bars, which are left out: \(bars)."
      case .notesWithoutEnd(let count):
        "Notes without an end last to the end of the track: \(count)."
      }
    }
  }

  extension PracticeScoreError: CustomStringConvertible {
    /// One or two sentences that say what to do.
    public var description: String {
      switch self {
      case .notMIDI: "This is not a standard MIDI file. Export the score as MIDI or MusicXML."
      case .truncated: "The file is truncated or damaged. Export it again."
      case .unknownFormat(let format):
        "MIDI files of format \(format) cannot be read. Export the score as format 0 or 1."
      case .invalidDivision: "The file has no ticks per quarter note. Export it again."
      case .empty: "The score has no notes. Choose another voice or file."
      case .tooManyNotes:
        "The score has more than \(PracticeScore.mostNotes) notes. Practise some bars of it, "
          + "such as --loop 1-40."
      case .noVoice(let number, let count):
        "There is no voice \(number). Give a number from 1 to \(count)."
      case .unknownScale:
        """
        This is not a scale. Write a tonic and a name such as C-major, Bb3-harmonic-minor or \
        D-dorian.
        """
      case .noteOutOfRange(let number):
        "Note \(number) is beyond the keys of MIDI, 0 to 127. Choose another octave."
      case .notInScale(let number):
        """
        The scale does not have the note \(Note(midiNumber: number, spelling: .mixed).asciiDescription). \
        Begin and end with notes of the scale.
        """
      case .noRange: "The scale begins and ends with the same note. Choose another one."
      }
    }
  }
#endif

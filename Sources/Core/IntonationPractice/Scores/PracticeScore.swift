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

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - midiNumber: 60 is middle C, in 0...127.
  ///   - onset: In quarter notes from the start.
  ///   - duration: In quarter notes.
  ///   - isGrace: Whether it is a grace note.
  public init(midiNumber: Int, onset: Double, duration: Double, isGrace: Bool = false) {
    self.midiNumber = midiNumber
    self.onset = onset
    self.duration = duration
    self.isGrace = isGrace
  }
}

/// A voice to practise: one note after another.
public struct PracticeScore: Sendable, Hashable {
  /// The largest number of notes of a score.
  public static var mostNotes: Int { 4000 }

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
  /// - Parameter notes: Notes by onset, in the order of the source where they start together.
  /// - Returns: One note after another, and the number of notes that were left out.
  /// - Complexity: O(*n*).
  public static func singleVoice(_ notes: [PracticeNote]) -> (notes: [PracticeNote], leftOut: Int) {
    var voice: [PracticeNote] = []
    var leftOut = 0
    for note in notes {
      if let last = voice.last, !note.isGrace, !last.isGrace, note.onset <= last.onset + 1e-6 {
        leftOut += 1
        if note.midiNumber > last.midiNumber { voice[voice.count - 1] = note }
        continue
      }
      if let last = voice.last, !last.isGrace, last.onset + last.duration > note.onset {
        voice[voice.count - 1].duration = note.onset - last.onset
      }
      voice.append(note)
    }
    return (voice, leftOut)
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
        "Of notes that sound together the highest was chosen. Left out: \(count)."
      case .percussionLeftOut: "Percussion was left out."
      case .jumpsNotFollowed: "Jumps (D.C., D.S.) are not followed; repeats and endings are."
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
        "The score has more than \(PracticeScore.mostNotes) notes. Practise a part of it."
      case .noVoice(let number, let count):
        "There is no voice \(number). Give a number from 1 to \(count)."
      case .unknownScale:
        """
        This is not a scale. Write a tonic and a name such as C-major, Bb3-harmonic-minor or \
        D-dorian.
        """
      case .noteOutOfRange(let number):
        "Note \(number) is beyond the keys of MIDI, 0 to 127. Choose another octave."
      }
    }
  }
#endif

/// The notes of a score that an instrument lacks, and the octave in which it has them all.
package struct ScoreRange: Sendable, Hashable {
  /// The lowest and the highest note of the score, as MIDI numbers.
  package let notes: ClosedRange<Int>
  /// The number of notes below the instrument's lowest.
  package let lowerCount: Int
  /// The number of notes above the instrument's highest.
  package let higherCount: Int
  /// The smallest move of the score in octaves, negative downwards, so that the instrument has all
  /// notes; 0 if it has them as they are written, `nil` if no octave fits. At most one octave is
  /// tried, because playing is followed no further.
  package let octaves: Int?

  /// Compares a score with an instrument; `nil` if the score has no notes.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - instrument: Its lowest and highest note, as MIDI numbers.
  /// - Complexity: O(*n*) for *n* notes.
  package init?(of score: PracticeScore, on instrument: ClosedRange<Int>) {
    let numbers = score.notes.map { $0.midiNumber }
    guard let lowest = numbers.min(), let highest = numbers.max() else { return nil }
    notes = lowest...highest
    lowerCount = numbers.count { $0 < instrument.lowerBound }
    higherCount = numbers.count { $0 > instrument.upperBound }
    octaves = [0, 1, -1].first {
      instrument.lowerBound <= lowest + 12 * $0 && highest + 12 * $0 <= instrument.upperBound
    }
  }
}

extension Key {
  /// Creates the key that has a signature; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - signature: The number of sharps, or the negative number of flats, in -7...7.
  ///   - isMinor: Whether it is a minor key.
  package init?(signature: Int, isMinor: Bool) {
    guard (-7...7).contains(signature) else { return nil }
    // Fifths above C; the tonic of a minor key is three semitones lower.
    let pitchClass = signature * 7 - (isMinor ? 3 : 0)
    for spelling in [Spelling.mixed, .sharps, .flats] {
      let key = try? Key(spelling.name(ofPitchClass: pitchClass), isMinor ? .minor : .major)
      if let key, key.signature == signature {
        self = key
        return
      }
    }
    return nil
  }
}

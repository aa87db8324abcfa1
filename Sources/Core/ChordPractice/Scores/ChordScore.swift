public import IntonationPractice
internal import MusicTheory

/// A score whose notes may sound together: double stops, chords, two hands.
///
/// Its steps follow each other: the notes of a step begin together. Grace notes are left out.
public struct ChordScore: Sendable {
  /// Notes that begin together.
  public struct Step: Sendable {
    /// The notes that begin, from the lowest; at most ``ChordScore/mostNotes``.
    public var notes: [PracticeNote]
    /// The notes that began before, and sound on: they may be heard, and need not.
    public var held: [PracticeNote]

    /// When it begins, in quarter notes from the start of the score.
    public var onset: Double { notes.first?.onset ?? 0 }
  }

  /// The largest number of notes that begin together.
  public static let mostNotes = 6
  /// The notes that can be heard, as MIDI numbers: A0 to C7.
  public static let range = 21...96
  /// Notes of a chord that a person played begin within a 64th note.
  private static let together = 1.0 / 16

  /// Title, key, bars and tempos; its notes are the highest one of each step.
  public let outline: PracticeScore
  /// The steps, in order.
  public let steps: [Step]

  /// Creates a score of notes that may sound together.
  ///
  /// - Parameter score: The notes, by onset.
  /// - Throws: ``ChordScoreError``.
  /// - Complexity: O(*n*) for *n* notes.
  public init(_ score: PracticeScore) throws(ChordScoreError) {
    var steps: [Step] = []
    var sounding: [PracticeNote] = []
    for note in score.notes where !note.isGrace {
      guard Self.range.contains(note.midiNumber) else {
        throw .noteOutOfRange(note.midiNumber, score.place(atQuarter: note.onset)?.bar)
      }
      if let first = steps.last?.onset, note.onset - first <= Self.together + 1e-6 {
        Self.add(note, to: &steps[steps.count - 1])
      } else {
        sounding.removeAll { $0.onset + $0.duration <= note.onset + Self.together }
        steps.append(Step(notes: [note], held: sounding))
      }
      sounding.append(note)
    }
    guard !steps.isEmpty else { throw .empty }
    guard steps.count <= PracticeScore.mostNotes else { throw .tooManySteps(steps.count) }
    for index in steps.indices {
      let step = steps[index]
      guard step.notes.count <= Self.mostNotes else {
        throw .tooManyNotes(step.notes.count, score.place(atQuarter: step.onset)?.bar)
      }
      steps[index].held.removeAll { note in
        step.notes.contains { $0.midiNumber == note.midiNumber }
      }
    }
    self.steps = steps
    var outline = score
    outline.notes = steps.compactMap { step in
      step.notes.last.map { top in
        PracticeNote(
          midiNumber: top.midiNumber, onset: step.onset,
          duration: step.notes.map { $0.duration }.max() ?? top.duration, microtone: top.microtone)
      }
    }
    self.outline = outline
  }

  /// Adds a note to a step from the lowest; one that two hands have together is one.
  private static func add(_ note: PracticeNote, to step: inout Step) {
    guard let place = step.notes.firstIndex(where: { $0.number >= note.number }) else {
      step.notes.append(note)
      return
    }
    guard step.notes[place].number == note.number else {
      step.notes.insert(note, at: place)
      return
    }
    step.notes[place].duration = max(step.notes[place].duration, note.duration)
  }

  /// The number of notes of all steps.
  public var noteCount: Int { steps.reduce(0) { $0 + $1.notes.count } }
}

/// A score that cannot be practised by chords.
public enum ChordScoreError: Error, Equatable, Sendable {
  /// There are no notes.
  case empty
  /// More than ``ChordScore/mostNotes`` notes begin together: their number, and the bar.
  case tooManyNotes(Int, BarNumber?)
  /// This note, as a MIDI number, is outside ``ChordScore/range``; the bar.
  case noteOutOfRange(Int, BarNumber?)
  /// There are more steps than `PracticeScore.mostNotes`.
  case tooManySteps(Int)
  /// This word of a text, from 1, is no chord such as `C4+E4+G4:2`.
  case notAChord(word: Int)
}

#if !hasFeature(Embedded)
  extension ChordScoreError: CustomStringConvertible {
    /// One or two sentences that say what to do.
    public var description: String {
      switch self {
      case .empty: "The score has no notes. Choose another voice, staff or file."
      case .tooManyNotes(let count, let bar):
        """
        \(count) notes begin together\(Self.text(bar)), and at most \(ChordScore.mostNotes) are told \
        apart. Practise one hand with --staff, or one voice with --voice.
        """
      case .noteOutOfRange(let number, let bar):
        """
        \(Note(midiNumber: number, spelling: .mixed).asciiDescription)\(Self.text(bar)) cannot be heard \
        in a chord, only A0 to C7. Choose a staff or a voice without it, or practise one voice without \
        --chords.
        """
      case .tooManySteps(let count):
        "The score has \(count) chords, more than \(PracticeScore.mostNotes). Cut a passage from it."
      case .notAChord(let word):
        """
        Word \(word) is not a chord. Write notes such as C4+E4+G4, with :2 behind them for two quarters, \
        and - for a rest.
        """
      }
    }

    private static func text(_ bar: BarNumber?) -> String {
      bar.map { " in bar \($0.label)" } ?? ""
    }
  }
#endif

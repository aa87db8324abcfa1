public import MusicTheory

/// What notes that sound together are called.
public enum ChordName: Sendable, Equatable {
  /// A chord, on a root and perhaps over another bass note; `lacksFifth` if its fifth is missing,
  /// as often in sevenths.
  case chord(Chord, lacksFifth: Bool)
  /// Two notes, whichever their octaves: the interval above the lower one, an octave at most.
  case interval(Interval)
  /// One note, none, or notes without a common name.
  case unnamed

  /// The chord, if it is one.
  public var chord: Chord? {
    if case .chord(let chord, _) = self { chord } else { nil }
  }

  /// Returns the name in letters of any notation, such as `G7/B`, `C7(no5)` or `M3`; empty for
  /// notes without a common name.
  ///
  /// - Parameter text: Writes a note without its octave.
  /// - Returns: The name.
  public func text(_ text: (NoteName) -> String) -> String {
    switch self {
    case .chord(let chord, let lacksFifth):
      var name = text(chord.root) + chord.quality.name + (lacksFifth ? "(no5)" : "")
      if let bass = chord.bass { name += "/" + text(bass) }
      return name
    case .interval(let interval): return interval.description
    case .unnamed: return ""
    }
  }

  /// The name in plain ASCII, such as `Bbm7/Db`; empty for notes without a common name.
  public var asciiDescription: String { text { $0.asciiDescription } }

  /// Returns a note as the chord spells it: A♯ in F♯ major is B♭ in G minor.
  ///
  /// - Parameters:
  ///   - midiNumber: Semitones above C-1.
  ///   - spelling: The spelling of notes that are not in a chord.
  /// - Returns: The note.
  public func note(_ midiNumber: Int, spelling: Spelling) -> Note {
    let plain = Note(midiNumber: midiNumber, spelling: spelling)
    guard let chord else { return plain }
    let root = Note(chord.root, octave: 4)
    for interval in chord.quality.intervals {
      let note = root.transposed(by: interval)
      guard note.pitchClass == plain.pitchClass else { continue }
      return Note(
        note.name, octave: note.octave + (midiNumber - note.midiNumber) / 12)
    }
    return plain
  }
}

extension ChordName: CustomStringConvertible {
  /// The name with musical signs, such as "B♭m7/D♭"; empty for notes without a common name.
  public var description: String { text { $0.description } }
}

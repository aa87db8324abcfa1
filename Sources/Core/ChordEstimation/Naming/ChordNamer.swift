public import MusicTheory

/// Names notes that sound together by their pitch classes and the lowest of them.
///
/// ```swift
/// print(ChordNamer().name(of: [52, 60, 67]))  // C/E
/// ```
///
/// Some notes have several names, of which the bass chooses: C, E, G and A are C6 over C, and Am7 over
/// A. So do chords that divide the octave equally, which are named after their bass. If the bass is no
/// root, a seventh is preferred to a sixth and a fourth to a second: Am7/E, Gsus4/D. Sevenths and ninths
/// over their root may lack the fifth.
public struct ChordNamer: Sendable {
  private struct Entry: Sendable {
    var quality: ChordQuality
    /// The pitch classes above the root, a bit each.
    var classes: UInt16
    /// The same without the fifth; 0 for chords that need it.
    var withoutFifth: UInt16
  }

  private let spelling: Spelling
  private let entries: [Entry]

  /// Qualities whose notes another quality on another root has, too: the other one is preferred.
  private static let secondary: [ChordQuality] = [.sixth, .minorSixth, .suspendedSecond]
  /// Qualities that are usual without their fifth.
  private static let open: [ChordQuality] = [
    .dominantSeventh, .majorSeventh, .minorSeventh, .dominantNinth, .majorNinth, .minorNinth,
  ]

  /// Prepares the table of all qualities.
  ///
  /// - Parameter spelling: Chooses between two names of a root that need equally many signs, F♯ and
  ///   G♭ major. The spelling of a key always decides.
  public init(spelling: Spelling = .sharps) {
    self.spelling = spelling
    var usual: [Entry] = []
    var others: [Entry] = []
    for quality in ChordQuality.allCases {
      var classes: UInt16 = 0
      for interval in quality.intervals { classes |= 1 << UInt16(interval.semitones % 12) }
      let isOpen = Self.open.contains(quality)
      let entry = Entry(
        quality: quality, classes: classes, withoutFifth: isOpen ? classes & ~(1 << 7) : 0)
      if Self.secondary.contains(quality) { others.append(entry) } else { usual.append(entry) }
    }
    entries = usual + others
  }

  /// Names notes.
  ///
  /// - Parameter midiNumbers: Semitones above C-1, in any order; repetitions and octaves change
  ///   nothing, except which note is the lowest.
  /// - Returns: The name.
  public func name(of midiNumbers: [Int]) -> ChordName {
    guard let bass = midiNumbers.min() else { return .unnamed }
    var classes: UInt16 = 0
    var hasOctave = false
    for number in midiNumbers {
      classes |= 1 << UInt16((number - bass) % 12)
      if number > bass { hasOctave = true }
    }
    if classes == 1 { return hasOctave ? .interval(Interval(semitones: 12)) : .unnamed }
    if let name = chord(classes, bass) { return name }
    guard classes.nonzeroBitCount == 2 else { return .unnamed }
    return .interval(Interval(semitones: (classes & ~1).trailingZeroBitCount))
  }

  /// The bass as a root first, then the other notes from the lowest quality in the table on.
  private func chord(_ classes: UInt16, _ bass: Int) -> ChordName? {
    for entry in entries where entry.classes == classes {
      return chord(entry, bass, above: 0, lacksFifth: false)
    }
    for entry in entries {
      for step in 1..<12 where rotated(classes, by: step) == entry.classes {
        return chord(entry, bass, above: step, lacksFifth: false)
      }
    }
    for entry in entries where entry.withoutFifth == classes {
      return chord(entry, bass, above: 0, lacksFifth: true)
    }
    return nil
  }

  /// The classes above a note that is `step` semitones above the bass.
  private func rotated(_ classes: UInt16, by step: Int) -> UInt16 {
    (classes >> UInt16(step) | classes << UInt16(12 - step)) & 0xFFF
  }

  private func chord(
    _ entry: Entry, _ bass: Int, above step: Int, lacksFifth: Bool
  ) -> ChordName {
    let root = root((bass + step) % 12, entry.quality)
    guard step > 0 else { return .chord(Chord(root, entry.quality), lacksFifth: lacksFifth) }
    let name = ChordName.chord(Chord(root, entry.quality), lacksFifth: lacksFifth)
    let lowest = name.note(bass, spelling: spelling).name
    return .chord(Chord(root, entry.quality, bass: lowest), lacksFifth: lacksFifth)
  }

  /// The name of a root with the fewest signs in its chord: E♭ major, not D♯ major.
  private func root(_ pitchClass: Int, _ quality: ChordQuality) -> NoteName {
    let own = spelling.name(ofPitchClass: pitchClass)
    if case .key = spelling { return own }
    let other = (own.accidental == .sharp ? Spelling.flats : .sharps).name(ofPitchClass: pitchClass)
    return signs(other, quality) < signs(own, quality) ? other : own
  }

  private func signs(_ root: NoteName, _ quality: ChordQuality) -> Int {
    let first = Note(root, octave: 4)
    var count = 0
    for interval in quality.intervals {
      let note = first.transposed(by: interval)
      count += abs(note.accidental.rawValue)
      // A note that had to be respelled has another letter.
      if (note.letter.rawValue - root.letter.rawValue - interval.steps) % 7 != 0 { count += 3 }
    }
    return count
  }
}

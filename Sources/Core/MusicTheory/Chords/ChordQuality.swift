/// The intervals above the root of a chord.
///
/// - SeeAlso: C. Brandt, C. Roemer, "Standardized Chord Symbol Notation", Roerick Music, 1976, for the
///   symbols; the intervals are those of any book on harmony.
public enum ChordQuality: Sendable, Hashable, CaseIterable {
  /// Major third and fifth.
  case major
  /// Minor third and fifth.
  case minor
  /// Minor third and diminished fifth.
  case diminished
  /// Major third and augmented fifth.
  case augmented
  /// Major second in place of the third.
  case suspendedSecond
  /// Fourth in place of the third.
  case suspendedFourth
  /// The fifth alone.
  case power
  /// A major triad with a major sixth.
  case sixth
  /// A minor triad with a major sixth.
  case minorSixth
  /// A major triad with a major sixth and a ninth.
  case sixthNinth
  /// A major triad with a minor seventh.
  case dominantSeventh
  /// A major triad with a major seventh.
  case majorSeventh
  /// A minor triad with a minor seventh.
  case minorSeventh
  /// A minor triad with a major seventh.
  case minorMajorSeventh
  /// A diminished triad with a minor seventh.
  case halfDiminishedSeventh
  /// A diminished triad with a diminished seventh.
  case diminishedSeventh
  /// An augmented triad with a minor seventh.
  case augmentedSeventh
  /// A fourth in place of the third, with a minor seventh.
  case suspendedSeventh
  /// A dominant seventh with a major ninth.
  case dominantNinth
  /// A major seventh with a major ninth.
  case majorNinth
  /// A minor seventh with a major ninth.
  case minorNinth
  /// A major triad with a major ninth.
  case addedNinth

  /// Finds a quality by its name; `nil` if there is none.
  ///
  /// Upper and lower case differ, because M is major and m is minor.
  ///
  /// - Parameter name: A name of ``names``.
  public init?(named name: String) {
    for quality in Self.allCases
    where quality.names.contains(where: { NearNames.areEqual($0, name) }) {
      self = quality
      return
    }
    return nil
  }

  /// The usual name; empty for a major triad.
  public var name: String { names[0] }

  /// Every name, the usual one first.
  public var names: [String] {
    switch self {
    case .major: ["", "M", "maj", "major"]
    case .minor: ["m", "min", "minor", "-"]
    case .diminished: ["dim", "°", "o"]
    case .augmented: ["aug", "+"]
    case .suspendedSecond: ["sus2"]
    case .suspendedFourth: ["sus4", "sus"]
    case .power: ["5"]
    case .sixth: ["6"]
    case .minorSixth: ["m6", "min6"]
    case .sixthNinth: ["6/9", "69"]
    case .dominantSeventh: ["7", "dom7"]
    case .majorSeventh: ["maj7", "M7", "Δ", "Δ7"]
    case .minorSeventh: ["m7", "min7", "-7"]
    case .minorMajorSeventh: ["mM7", "mmaj7", "m(maj7)"]
    case .halfDiminishedSeventh: ["m7b5", "m7♭5", "ø", "ø7"]
    case .diminishedSeventh: ["dim7", "°7", "o7"]
    case .augmentedSeventh: ["aug7", "+7", "7#5", "7♯5"]
    case .suspendedSeventh: ["7sus4", "7sus"]
    case .dominantNinth: ["9"]
    case .majorNinth: ["maj9", "M9"]
    case .minorNinth: ["m9", "min9", "-9"]
    case .addedNinth: ["add9"]
    }
  }

  /// The intervals from the root to each note, the root itself first, rising.
  public var intervals: [Interval] {
    sizes.map { Interval(steps: $0.steps, semitones: $0.semitones) }
  }

  private var sizes: [(steps: Int, semitones: Int)] {
    let root = (0, 0)
    let (second, fourth, sixth, ninth) = ((1, 2), (3, 5), (5, 9), (8, 14))
    let (majorThird, minorThird) = ((2, 4), (2, 3))
    let (fifth, lowFifth, highFifth) = ((4, 7), (4, 6), (4, 8))
    let (majorSeventh, minorSeventh, lowSeventh) = ((6, 11), (6, 10), (6, 9))
    return switch self {
    case .major: [root, majorThird, fifth]
    case .minor: [root, minorThird, fifth]
    case .diminished: [root, minorThird, lowFifth]
    case .augmented: [root, majorThird, highFifth]
    case .suspendedSecond: [root, second, fifth]
    case .suspendedFourth: [root, fourth, fifth]
    case .power: [root, fifth]
    case .sixth: [root, majorThird, fifth, sixth]
    case .minorSixth: [root, minorThird, fifth, sixth]
    case .sixthNinth: [root, majorThird, fifth, sixth, ninth]
    case .dominantSeventh: [root, majorThird, fifth, minorSeventh]
    case .majorSeventh: [root, majorThird, fifth, majorSeventh]
    case .minorSeventh: [root, minorThird, fifth, minorSeventh]
    case .minorMajorSeventh: [root, minorThird, fifth, majorSeventh]
    case .halfDiminishedSeventh: [root, minorThird, lowFifth, minorSeventh]
    case .diminishedSeventh: [root, minorThird, lowFifth, lowSeventh]
    case .augmentedSeventh: [root, majorThird, highFifth, minorSeventh]
    case .suspendedSeventh: [root, fourth, fifth, minorSeventh]
    case .dominantNinth: [root, majorThird, fifth, minorSeventh, ninth]
    case .majorNinth: [root, majorThird, fifth, majorSeventh, ninth]
    case .minorNinth: [root, minorThird, fifth, minorSeventh, ninth]
    case .addedNinth: [root, majorThird, fifth, ninth]
    }
  }
}

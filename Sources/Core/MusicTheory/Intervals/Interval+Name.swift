extension Interval {
  /// The difference between intervals with the same number.
  public enum Quality: Sendable, Hashable {
    /// A unison, fourth, fifth or octave of the major scale.
    case perfect
    /// A second, third, sixth or seventh of the major scale.
    case major
    /// A semitone less than major.
    case minor
    /// More than perfect or major by a number of semitones, at least 1.
    case augmented(Int)
    /// Less than perfect or minor by a number of semitones, at least 1.
    case diminished(Int)
  }

  /// The number in the name: 1 for a unison, 3 for a third, 10 for a tenth. Never negative.
  public var number: Int { abs(steps) + 1 }

  /// The quality in the name.
  public var quality: Quality {
    let ascendingSemitones = isDescending ? -semitones : semitones
    let step = abs(steps) % 7
    let natural = Note.Letter(rawValue: step)?.semitonesAboveC ?? 0
    let surplus = ascendingSemitones - natural - 12 * (abs(steps) / 7)
    let isPerfect = step == 0 || step == 3 || step == 4
    if surplus > 0 { return .augmented(surplus) }
    if surplus == 0 { return isPerfect ? .perfect : .major }
    if isPerfect { return .diminished(-surplus) }
    return surplus == -1 ? .minor : .diminished(-surplus - 1)
  }
}

extension Interval.Quality: CustomStringConvertible {
  /// The abbreviation: P, M, m, A, d; several letters for doubly augmented and diminished ones.
  public var description: String {
    switch self {
    case .perfect: "P"
    case .major: "M"
    case .minor: "m"
    case .augmented(let semitones): String(repeating: "A", count: semitones)
    case .diminished(let semitones): String(repeating: "d", count: semitones)
    }
  }
}

extension Interval: CustomStringConvertible {
  /// The short name, such as "m3", "P5", "A4" (augmented fourth) or "M10"; "-m3" going down.
  public var description: String {
    (isDescending ? "-" : "") + quality.description + number.description
  }
}

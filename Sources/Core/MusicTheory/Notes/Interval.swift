import SignalProcessing

/// The distance between two written notes, such as a minor third.
///
/// An interval counts the steps between the letters as well as the semitones between the sounds, so
/// that C to D♯ (an augmented second) differs from C to E♭ (a minor third). Downward intervals have
/// negative steps and semitones.
public struct Interval: Sendable, Hashable {
  /// The number of letters from one note to the other: 0 for a unison, 2 for a third, 7 for an
  /// octave.
  public let steps: Int
  /// The number of semitones from one note to the other.
  public let semitones: Int

  /// Creates an interval from its two sizes.
  ///
  /// - Parameters:
  ///   - steps: Letters from one note to the other; negative downwards.
  ///   - semitones: Semitones from one note to the other; negative downwards.
  public init(steps: Int, semitones: Int) {
    self.steps = steps
    self.semitones = semitones
  }

  /// Creates the usual interval with this number of semitones: perfect, major or minor, or the
  /// augmented fourth.
  ///
  /// - Parameter semitones: Semitones; negative downwards.
  public init(semitones: Int) {
    let size = abs(semitones)
    let stepsInOctave =
      switch size % 12 {
      case 0: 0
      case 1, 2: 1
      case 3, 4: 2
      case 5, 6: 3
      case 7: 4
      case 8, 9: 5
      default: 6
      }
    let steps = size / 12 * 7 + stepsInOctave
    self.init(steps: semitones < 0 ? -steps : steps, semitones: semitones)
  }

  /// Creates the interval between two notes.
  ///
  /// - Parameters:
  ///   - first: The note to measure from.
  ///   - second: The note to measure to.
  public init(from first: Note, to second: Note) {
    self.init(
      steps: 7 * (second.octave - first.octave) + second.letter.rawValue - first.letter.rawValue,
      semitones: second.midiNumber - first.midiNumber)
  }

  /// The size in cents, in equal temperament.
  public var cents: Double { 100 * Double(semitones) }

  /// The ratio of the frequencies, in equal temperament: 2 for an octave up.
  public var ratio: Double { Elementary.exp2(Double(semitones) / 12) }

  /// True if the interval goes down: by its steps, or by its semitones if both notes have the same
  /// letter.
  public var isDescending: Bool { steps < 0 || steps == 0 && semitones < 0 }

  /// The same interval within an octave: a tenth becomes a third, a fifteenth an octave.
  public var simple: Interval {
    let octaves = isDescending ? -((-steps - 1) / 7) : (steps - 1) / 7
    return Interval(steps: steps - 7 * octaves, semitones: semitones - 12 * octaves)
  }

  /// The complement to an octave: the inversion of a major third is a minor sixth.
  ///
  /// An interval beyond an octave is reduced to its ``simple`` form first. A downward interval
  /// stays downward.
  public var inversion: Interval {
    let simple = self.simple
    let octave = isDescending ? -1 : 1
    return Interval(
      steps: 7 * octave - simple.steps, semitones: 12 * octave - simple.semitones)
  }

  /// Returns the distance between two frequencies.
  ///
  /// - Parameters:
  ///   - first: The frequency to measure from, in hertz, greater than zero.
  ///   - second: The frequency to measure to, in hertz, greater than zero.
  /// - Returns: Cents; positive if `second` is higher.
  public static func cents(from first: Double, to second: Double) -> Double {
    Elementary.cents(ofRatio: second / first)
  }

  /// Returns the frequency ratio of a distance in cents.
  ///
  /// - Parameter cents: The distance.
  /// - Returns: The ratio: 2 for 1200 cents.
  public static func ratio(ofCents cents: Double) -> Double {
    Elementary.ratio(ofCents: cents)
  }
}

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

extension Note {
  /// Returns the note an interval away, spelled by the interval's steps.
  ///
  /// - Parameter interval: The distance; downwards if its steps are negative.
  /// - Returns: The transposed note, respelled with sharps or flats if its own letter would need
  ///   more than two.
  public func transposed(by interval: Interval) -> Note {
    let position = letter.rawValue + interval.steps
    let target = midiNumber &+ interval.semitones
    guard let letter = Letter(rawValue: floorModulo(position, 7)) else { return self }
    let natural = Note(letter, octave: octave &+ floorQuotient(position, 7))
    guard let accidental = Accidental(rawValue: target &- natural.midiNumber) else {
      return Note(midiNumber: target, spelling: ownSpelling)
    }
    return Note(letter, accidental, octave: natural.octave)
  }
}

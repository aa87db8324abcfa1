public import MusicTheory

/// The target of a player: a string or a note.
public struct TuningTarget: Sendable, Hashable {
  /// The target pitch.
  public let pitch: TargetPitch
  /// The number of the string, or `nil` for a note without one.
  public let string: Int?
  /// The degree of a scale, counted from its root; `nil` if the target is a note.
  public let degree: Int?

  /// Creates a target.
  ///
  /// - Parameters:
  ///   - pitch: The target pitch.
  ///   - string: The number of the string, or `nil` for a note without one.
  ///   - degree: The degree of a scale, counted from its root; `nil` by default.
  public init(pitch: TargetPitch, string: Int? = nil, degree: Int? = nil) {
    self.pitch = pitch
    self.string = string
    self.degree = degree
  }

  /// Creates the target of a string.
  ///
  /// - Parameter string: The string.
  public init(_ string: TuningString) {
    self.init(pitch: string.pitch, string: string.number)
  }

  /// The note.
  public var note: Note { pitch.note }

  /// Returns the deviation of a frequency from the target.
  ///
  /// - Parameters:
  ///   - frequency: Hertz, greater than zero.
  ///   - concertPitch: The frequency of A4.
  /// - Returns: Cents; negative below.
  @inline(never)
  public func cents(to frequency: Double, under concertPitch: ConcertPitch) -> Double {
    concertPitch.cents(from: note, to: frequency) - pitch.cents
  }
}

/// The source of a tuner's targets.
public enum TargetMode: Sendable, Hashable {
  /// Every note of the chromatic scale.
  case chromatic
  /// Every degree of a scale, which may have any number of degrees and any period. The concert
  /// pitch is that of the tuner; its temperament is ignored.
  case scale(Scale, root: NoteName)
  /// The strings of a tuning; the nearest one is chosen.
  case strings(Tuning)
  /// One string of a tuning, by its number. If its course has several, the nearest of them.
  case string(Int, of: Tuning)
  /// One note, whatever is played.
  case note(TargetPitch)

  /// The targets; none for the chromatic mode and a scale, which have no end, and for the number of
  /// a string that does not exist.
  public var targets: [TuningTarget] {
    switch self {
    case .chromatic, .scale: []
    case .strings(let tuning): Self.targets(of: tuning, number: nil)
    case .string(let number, let tuning): Self.targets(of: tuning, number: number)
    case .note(let pitch): [TuningTarget(pitch: pitch)]
    }
  }

  @inline(never)
  private static func targets(of tuning: Tuning, number: Int?) -> [TuningTarget] {
    // An array that grows would be more code.
    Array(unsafeUninitializedCapacity: Tuning.mostStringsOfACourse * tuning.courses.count) {
      targets, count in
      tuning.forEachString {
        guard number == nil || $0.number == number else { return }
        targets.initializeElement(at: count, to: TuningTarget($0))
        count += 1
      }
    }
  }
}

extension TargetMode {
  /// The distance from a string, or from the only note, at which a tone is probably a different
  /// note, in cents.
  public static var farDistance: Double { 300 }

  /// Returns `true` if a tone is so far from its string, or from the only note, that it is probably
  /// another note: advice to tune it would be wrong, and could break a string.
  ///
  /// - Parameter cents: The deviation of the tone from its target, which may be the nearest string.
  /// - Returns: `true` from ``farDistance`` on; `false` for every note and every degree of a scale.
  public func isFar(_ cents: Double) -> Bool {
    switch self {
    case .chromatic, .scale: false
    case .strings, .string, .note: cents.magnitude >= Self.farDistance
    }
  }

  /// Returns the target nearest to a frequency, regardless of earlier readings.
  ///
  /// - Parameters:
  ///   - frequency: Hertz, greater than zero.
  ///   - concertPitch: The frequency of A4.
  /// - Returns: The target; `nil` beyond the notes of ``TargetPitch/noteLimits``, or for the number
  ///   of a string that does not exist.
  public func nearestTarget(
    to frequency: Double, under concertPitch: ConcertPitch
  ) -> TuningTarget? {
    if var degrees = DegreeSelector(mode: self, concertPitch: concertPitch) {
      return degrees.select(frequency)
    }
    if case .chromatic = self {
      let note = concertPitch.nearestNote(to: frequency)
      return note.flatMap { try? TargetPitch($0) }.map { TuningTarget(pitch: $0) }
    }
    return targets.min {
      $0.cents(to: frequency, under: concertPitch).magnitude
        < $1.cents(to: frequency, under: concertPitch).magnitude
    }
  }
}

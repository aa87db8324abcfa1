internal import InstrumentTuning
internal import MusicTheory
internal import SignalProcessing

/// The tuner's settings and targets, as numbers at fixed positions.
struct TunerSettings {
  /// The positions of the settings. After the last come the temperament's twelve.
  enum Field: Int, CaseIterable {
    case concertPitch
    case tolerance
    case mode  // as Mode counts
    case target  // the locked string or 0; the note; the pitch class of the root
    case cents  // of the note
    case stringCount  // or that of the degrees of a scale
    /// Three numbers for each string: its number, its MIDI note, and cents; or the degrees of a scale from 1
    /// on, in cents, the last of them the period.
    case strings
  }

  /// The kinds of targets.
  enum Mode: Int, CaseIterable {
    case chromatic
    case strings
    case note
    case scale
  }

  static let stringSize = 3
  static let mostStrings = Tuning.mostCourses * Tuning.mostStringsOfACourse
  /// The most degrees of a scale: as many numbers as strings may have.
  static let mostDegrees = stringSize * mostStrings
  static var temperament: Int { Field.strings.rawValue + mostDegrees }
  static var count: Int { temperament + pitchClassCount }

  let concertPitch: ConcertPitch
  let tolerance: Double
  let mode: TargetMode

  /// Reads the settings; `nil` if one of them is out of its range.
  init?(_ values: UnsafeMutableBufferPointer<Double>) {
    guard
      let concertPitch = sharedPitch(
        values[Field.concertPitch], offsets: values, from: Self.temperament),
      Tuner.toleranceLimits.contains(values[Field.tolerance]),
      let mode = Self.mode(values)
    else { return nil }
    self.concertPitch = concertPitch
    tolerance = values[Field.tolerance]
    self.mode = mode
  }

  private static func mode(_ values: UnsafeMutableBufferPointer<Double>) -> TargetMode? {
    switch Int(exactly: values[Field.mode]).flatMap({ Mode(rawValue: $0) }) {
    case .chromatic: return .chromatic
    case .strings:
      guard let tuning = tuning(values), let locked = Int(exactly: values[Field.target]) else {
        return nil
      }
      if locked == 0 { return .strings(tuning) }
      return tuning.stringNumbers.contains(locked) ? .string(locked, of: tuning) : nil
    case .note: return pitch(values[Field.target], cents: values[Field.cents]).map { .note($0) }
    case .scale: return scale(values)
    case nil: return nil
    }
  }

  private static func scale(_ values: UnsafeMutableBufferPointer<Double>) -> TargetMode? {
    guard let count = Int(exactly: values[Field.stringCount]), (1...mostDegrees).contains(count),
      let root = Int(exactly: values[Field.target]), (0..<12).contains(root)
    else { return nil }
    var degrees = [Double](repeating: 0, count: count)
    for degree in 0..<count { degrees[degree] = values[Field.strings.rawValue + degree] }
    guard let scale = try? Scale(title: "", cents: degrees) else { return nil }
    return .scale(scale, root: Spelling.sharps.name(ofPitchClass: root))
  }

  private static func tuning(_ values: UnsafeMutableBufferPointer<Double>) -> Tuning? {
    guard let count = Int(exactly: values[Field.stringCount]), (1...mostStrings).contains(count)
    else { return nil }
    let last = stringSize * (count - 1)
    var courseCount = 0
    for offset in stride(from: 0, through: last, by: stringSize) {
      guard let number = Int(exactly: values[Field.strings.rawValue + offset]),
        (1...Tuning.mostCourses).contains(number)
      else { return nil }
      courseCount = max(courseCount, number)
    }
    var courses = [[TargetPitch]](repeating: [], count: courseCount)
    for course in 0..<courseCount {
      var isValid = true
      // An array that grows would be more code.
      courses[course] = Array(unsafeUninitializedCapacity: count) { pitches, pitchCount in
        for offset in stride(from: 0, through: last, by: stringSize) {
          let position = Field.strings.rawValue + offset
          // Players count from the last one listed.
          guard Int(values[position]) == courseCount - course else { continue }
          guard let pitch = pitch(values[position + 1], cents: values[position + 2]) else {
            isValid = false
            return
          }
          pitches.initializeElement(at: pitchCount, to: pitch)
          pitchCount += 1
        }
      }
      guard isValid else { return nil }
    }
    return try? Tuning(courses: courses)
  }

  private static func pitch(_ midiNumber: Double, cents: Double) -> TargetPitch? {
    guard let number = Int(exactly: midiNumber) else { return nil }
    return try? TargetPitch(Note(midiNumber: number, spelling: .sharps), cents: cents)
  }
}

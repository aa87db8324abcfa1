internal import InstrumentTuning
internal import MusicTheory
internal import SignalProcessing

/// How to listen and what to tune to, as numbers at fixed positions.
struct TunerSettings {
  /// The positions of the settings. After the last come three numbers a string: its number, its MIDI
  /// note, and cents.
  enum Field: Int, CaseIterable {
    case concertPitch
    case tolerance
    case temperament  // and eleven more
    case mode = 14  // as Mode counts
    case target  // the locked string or 0; the note
    case cents  // of the note
    case stringCount
    case strings
  }

  /// What is tuned to.
  enum Mode: Int, CaseIterable {
    case chromatic
    case strings
    case note
  }

  static let stringSize = 3
  static let mostStrings = Tuning.mostCourses * Tuning.mostStringsOfACourse
  static var count: Int { Field.strings.rawValue + stringSize * mostStrings }

  let concertPitch: ConcertPitch
  let tolerance: Double
  let mode: TargetMode

  /// Reads the settings; `nil` if one of them is out of its range.
  init?(_ values: UnsafeMutableBufferPointer<Double>) {
    let temperament = (0..<12).map { values[Field.temperament.rawValue + $0] }
    guard let temperament = try? Temperament(deviations: temperament),
      let concertPitch = try? ConcertPitch(values[Field.concertPitch], temperament: temperament),
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
    case nil: return nil
    }
  }

  private static func tuning(_ values: UnsafeMutableBufferPointer<Double>) -> Tuning? {
    guard let count = Int(exactly: values[Field.stringCount]), (1...mostStrings).contains(count)
    else { return nil }
    var courses: [[TargetPitch]] = []
    for index in 0..<count {
      let position = Field.strings.rawValue + stringSize * index
      guard let number = Int(exactly: values[position]), (1...Tuning.mostCourses).contains(number),
        let pitch = pitch(values[position + 1], cents: values[position + 2])
      else { return nil }
      while courses.count < number { courses.append([]) }
      courses[number - 1].append(pitch)
    }
    courses.reverse()  // players count from the last one listed
    return try? Tuning(courses: courses)
  }

  private static func pitch(_ midiNumber: Double, cents: Double) -> TargetPitch? {
    guard let number = Int(exactly: midiNumber) else { return nil }
    return try? TargetPitch(Note(midiNumber: number, spelling: .sharps), cents: cents)
  }
}

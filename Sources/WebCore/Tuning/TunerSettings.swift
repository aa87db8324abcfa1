internal import InstrumentTuning
internal import MusicTheory
internal import SignalProcessing

/// How to listen and what to tune to, as numbers at fixed places.
struct TunerSettings {
  /// The places of the settings. After the last come three numbers a string: its number, its MIDI
  /// note, and cents.
  enum Place {
    static let concertPitch = 0
    static let tolerance = 1
    static let temperament = 2  // and eleven more
    static let mode = 14
    static let target = 15  // the locked string or 0; the note
    static let cents = 16  // of the note
    static let stringCount = 17
    static let strings = 18
  }

  static let mostStrings = Tuning.mostCourses * Tuning.mostStringsOfACourse
  static var count: Int { Place.strings + 3 * mostStrings }

  let concertPitch: ConcertPitch
  let tolerance: Double
  let mode: TargetMode

  /// Reads the settings; `nil` if one of them is out of its range.
  init?(_ values: UnsafeMutableBufferPointer<Double>) {
    let temperament = (0..<12).map { values[Place.temperament + $0] }
    guard let temperament = try? Temperament(deviations: temperament),
      let concertPitch = try? ConcertPitch(values[Place.concertPitch], temperament: temperament),
      Tuner.toleranceLimits.contains(values[Place.tolerance]),
      let mode = Self.mode(values)
    else { return nil }
    self.concertPitch = concertPitch
    tolerance = values[Place.tolerance]
    self.mode = mode
  }

  private static func mode(_ values: UnsafeMutableBufferPointer<Double>) -> TargetMode? {
    switch values[Place.mode] {
    case 0: return .chromatic
    case 1:
      guard let tuning = tuning(values), let locked = Int(exactly: values[Place.target]) else {
        return nil
      }
      if locked == 0 { return .strings(tuning) }
      return tuning.stringNumbers.contains(locked) ? .string(locked, of: tuning) : nil
    case 2: return pitch(values[Place.target], cents: values[Place.cents]).map { .note($0) }
    default: return nil
    }
  }

  private static func tuning(_ values: UnsafeMutableBufferPointer<Double>) -> Tuning? {
    guard let count = Int(exactly: values[Place.stringCount]), (1...mostStrings).contains(count)
    else { return nil }
    var courses: [[TargetPitch]] = []
    for index in 0..<count {
      let place = Place.strings + 3 * index
      guard let number = Int(exactly: values[place]), (1...Tuning.mostCourses).contains(number),
        let pitch = pitch(values[place + 1], cents: values[place + 2])
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

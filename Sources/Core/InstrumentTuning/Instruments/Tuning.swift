public import MusicTheory

/// The target pitches of an instrument's strings.
public struct Tuning: Sendable, Hashable {
  /// The largest number of courses in a tuning; a concert harp has 47.
  public static var mostCourses: Int { 100 }
  /// The largest number of strings in a course.
  public static var mostStringsOfACourse: Int { 4 }
  /// The largest number of courses that fingers can stop; lutes have up to 13.
  public static var mostStoppedCourses: Int { 13 }
  /// The frets that a capo can be at; 0 is none.
  public static var capoLimits: ClosedRange<Int> { 0...12 }

  /// The name, such as "Drop D"; empty if it has none.
  public let name: String
  /// The courses as a player lists them, mostly from the lowest. A course has one string or several
  /// that are played as one; unisons need no second entry.
  public let courses: [[TargetPitch]]

  /// Creates a tuning.
  ///
  /// - Parameters:
  ///   - name: One line of 1...80 bytes without control characters or blanks at its ends.
  ///   - courses: 1...``mostCourses`` courses of 1...``mostStringsOfACourse`` strings.
  /// - Throws: ``InstrumentError/invalidName(_:)`` or ``InstrumentError/courseCountOutOfRange(_:)``.
  public init(name: String, courses: [[TargetPitch]]) throws(InstrumentError) {
    guard InstrumentName.isValid(name) else { throw .invalidName(name) }
    self.name = name
    self.courses = try Self.valid(courses)
  }

  /// Creates a tuning without a name.
  ///
  /// - Parameter courses: 1...``mostCourses`` courses of 1...``mostStringsOfACourse`` strings.
  /// - Throws: ``InstrumentError/courseCountOutOfRange(_:)``.
  public init(courses: [[TargetPitch]]) throws(InstrumentError) {
    name = ""
    self.courses = try Self.valid(courses)
  }

  /// Creates a tuning from a name and courses that have been checked before.
  private init(unchecked name: String, courses: [[TargetPitch]]) {
    self.name = name
    self.courses = courses
  }

  private static func valid(
    _ courses: [[TargetPitch]]
  ) throws(InstrumentError) -> [[TargetPitch]] {
    let counts = 1...mostStringsOfACourse
    guard (1...mostCourses).contains(courses.count),
      courses.allSatisfy({ counts.contains($0.count) })
    else { throw .courseCountOutOfRange(courses.count) }
    return courses
  }

  /// Creates a tuning whose courses have one string each.
  ///
  /// - Parameters:
  ///   - name: One line of 1...80 bytes without control characters or blanks at its ends.
  ///   - strings: 1...``mostCourses`` strings, in the order in which a player lists them.
  /// - Throws: ``InstrumentError/invalidName(_:)`` or
  ///   ``InstrumentError/courseCountOutOfRange(_:)``.
  public init(name: String, strings: [TargetPitch]) throws(InstrumentError) {
    try self.init(name: name, courses: strings.map { [$0] })
  }

  /// Returns the tuning with every string transposed, like with a capo.
  ///
  /// - Parameter semitones: The number of semitones up; negative for strings that are tuned down.
  /// - Returns: The tuning, with the same name and offsets.
  /// - Throws: ``InstrumentError/noteOutOfRange(_:)`` if a string would leave
  ///   ``TargetPitch/noteLimits``.
  public func transposed(by semitones: Int) throws(InstrumentError) -> Tuning {
    guard semitones != 0 else { return self }
    var moved: [[TargetPitch]] = []
    for course in courses {
      var pitches: [TargetPitch] = []
      for pitch in course { pitches.append(try pitch.transposed(by: semitones)) }
      moved.append(pitches)
    }
    return Tuning(unchecked: name, courses: moved)
  }

  /// Returns the tuning as it sounds with a capo.
  ///
  /// - Parameter fret: The fret that the capo is at, in ``capoLimits``.
  /// - Returns: The tuning with every string as many semitones higher.
  /// - Throws: ``InstrumentError/capoOutOfRange(_:)``, or ``InstrumentError/noteOutOfRange(_:)`` if a
  ///   string would leave ``TargetPitch/noteLimits``.
  public func withCapo(fret: Int) throws(InstrumentError) -> Tuning {
    guard Self.capoLimits.contains(fret) else { throw .capoOutOfRange(fret) }
    return try transposed(by: fret)
  }

  /// The strings in the order of ``courses``, with their numbers.
  public var strings: [TuningString] {
    var strings: [TuningString] = []
    forEachString { strings.append($0) }
    return strings
  }

  /// Calls a body for each of ``strings`` in turn.
  func forEachString(_ body: (TuningString) -> Void) {
    for (index, course) in courses.enumerated() {
      for pitch in course { body(TuningString(number: courses.count - index, pitch: pitch)) }
    }
  }

  /// The numbers of the strings: 1 up to the count of courses.
  public var stringNumbers: ClosedRange<Int> { 1...courses.count }
}

/// A string of a tuning.
public struct TuningString: Sendable, Hashable {
  /// The number of its course. Players count from the last one listed: a guitar's string 6 is E2,
  /// and 1 is E4.
  public let number: Int
  /// The target pitch.
  public let pitch: TargetPitch

  /// Creates a string.
  ///
  /// - Parameters:
  ///   - number: The number of its course, from 1.
  ///   - pitch: The target pitch.
  public init(number: Int, pitch: TargetPitch) {
    self.number = number
    self.pitch = pitch
  }
}

/// The target of a string: a note with an offset in cents.
///
/// The offset is stored in thousandths of a cent, so that a file contains it exactly.
public struct TargetPitch: Sendable, Hashable {
  /// The accepted offsets, in cents.
  public static var offsetLimits: ClosedRange<Double> { -100...100 }
  /// The accepted MIDI numbers of a note: C-1 to G9.
  public static var noteLimits: ClosedRange<Int> { 0...127 }

  /// The note.
  public let note: Note
  let thousandths: Int

  /// Creates a pitch.
  ///
  /// - Parameters:
  ///   - note: The note, with a MIDI number in ``noteLimits``.
  ///   - cents: The offset from the note, in cents, in ``offsetLimits``; rounded to a thousandth.
  ///     "Sweetened" tunings have such offsets; 0 by default.
  /// - Throws: ``InstrumentError/noteOutOfRange(_:)`` or ``InstrumentError/offsetOutOfRange(_:)``.
  public init(_ note: Note, cents: Double = 0) throws(InstrumentError) {
    guard Self.noteLimits.contains(note.midiNumber), (-99...99).contains(note.octave) else {
      throw .noteOutOfRange(note)
    }
    guard Self.offsetLimits.contains(cents) else { throw .offsetOutOfRange(cents) }
    self.note = note
    thousandths = Int((cents * 1000).rounded())
  }

  /// The offset of the pitch from ``note``, in cents; negative below.
  public var cents: Double { Double(thousandths) / 1000 }

  /// Returns the pitch this many semitones higher, with the same offset.
  ///
  /// - Parameter semitones: The number of semitones up; negative for down.
  /// - Returns: The transposed pitch.
  /// - Throws: ``InstrumentError/noteOutOfRange(_:)``.
  public func transposed(by semitones: Int) throws(InstrumentError) -> TargetPitch {
    try TargetPitch(note.transposed(by: Interval(semitones: semitones)), cents: cents)
  }

  /// Returns the frequency to tune to.
  ///
  /// - Parameter concertPitch: The frequency of A4, and the temperament that the note is in; 440 Hz
  ///   and equal by default.
  /// - Returns: Hertz.
  public func frequency(under concertPitch: ConcertPitch = .standard) -> Double {
    let offset = concertPitch.temperament.offset(ofPitchClass: note.pitchClass)
    return concertPitch.frequency(
      ofMIDINumber: Double(note.midiNumber) + offset / 100 + Double(thousandths) / 100_000)
  }
}

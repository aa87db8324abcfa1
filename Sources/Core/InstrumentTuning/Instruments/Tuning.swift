/// The target pitches of an instrument's strings.
public struct Tuning: Sendable, Hashable {
  /// The most courses of one tuning; a concert harp has 47.
  public static var mostCourses: Int { 100 }
  /// The most strings of one course.
  public static var mostStringsOfACourse: Int { 4 }
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

  /// With a name, or without one, that was accepted before.
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

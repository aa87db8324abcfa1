public import MusicTheory
import SignalProcessing

/// An instrument and its tunings.
public struct Instrument: Sendable, Hashable {
  /// The group of an instrument that names none.
  public static var defaultGroup: String { "Other" }

  /// The name, such as "Guitar".
  public let name: String
  /// The group in a list, such as "Guitars".
  public let group: String
  /// Other names that find it.
  public let otherNames: [String]
  /// The tunings, at least one; the first one is the default.
  public let tunings: [Tuning]

  /// Creates an instrument.
  ///
  /// - Parameters:
  ///   - name: One line of 1...80 bytes without control characters or blanks at its ends.
  ///   - group: The group in a list, with the rules of a name.
  ///   - otherNames: Other names, with the rules of a name, and without commas.
  ///   - tunings: At least one tuning; their names must differ.
  /// - Throws: ``InstrumentError``.
  public init(
    name: String, group: String = Instrument.defaultGroup, otherNames: [String] = [],
    tunings: [Tuning]
  ) throws(InstrumentError) {
    for text in [name, group] where !InstrumentName.isValid(text) { throw .invalidName(text) }
    for text in otherNames where !InstrumentName.isValid(text) || text.utf8.contains(0x2C) {
      throw .invalidName(text)
    }
    guard !tunings.isEmpty else { throw .noTuning(instrument: name) }
    for (index, tuning) in tunings.enumerated() {
      let isRepeated = tunings[..<index].contains { InstrumentName.areAlike($0.name, tuning.name) }
      if isRepeated { throw .repeatedName(tuning.name) }
    }
    self.name = name
    self.group = group
    self.otherNames = otherNames
    self.tunings = tunings
  }

  /// The usual tuning.
  public var standardTuning: Tuning { tunings[0] }
}

extension Instrument {
  /// The notes that a player can reach in a tuning, as MIDI numbers.
  ///
  /// From the lowest open string up to 24 frets above the highest; bowed fingerboards reach 29
  /// semitones, an A7 on the violin. Instruments of more than ``Tuning/mostStoppedCourses`` courses,
  /// such as harps, have a string for each note; pedals and levers raise it by at most 2 semitones.
  ///
  /// - Parameter tuning: One of ``tunings``.
  /// - Returns: The lowest and the highest note.
  public func playableNotes(in tuning: Tuning) -> ClosedRange<Int> {
    let open = tuning.strings.map { $0.pitch.note.midiNumber }
    let lowest = open.min() ?? TargetPitch.noteLimits.lowerBound
    let highest = open.max() ?? TargetPitch.noteLimits.upperBound
    let isStopped = tuning.courses.count <= Tuning.mostStoppedCourses
    let reach = !isStopped ? 2 : InstrumentName.areAlike(group, "Bowed") ? 29 : 24
    return lowest...min(TargetPitch.noteLimits.upperBound, highest + reach)
  }
}

/// An error for an invalid part of an instrument.
public enum InstrumentError: Error, Equatable, Sendable {
  /// A name is one line of 1...80 bytes, without control characters or blanks at its ends.
  case invalidName(String)
  /// The MIDI number of a note must be in ``TargetPitch/noteLimits``.
  case noteOutOfRange(Note)
  /// The offset of a string, in cents, must be in ``TargetPitch/offsetLimits``.
  case offsetOutOfRange(Double)
  /// A tuning has 1...``Tuning/mostCourses`` courses of 1...``Tuning/mostStringsOfACourse`` strings.
  case courseCountOutOfRange(Int)
  /// The fret of a capo must lie in ``Tuning/capoLimits``.
  case capoOutOfRange(Int)
  /// An instrument needs at least one tuning.
  case noTuning(instrument: String)
  /// Two tunings of an instrument, or two instruments, have the same name.
  case repeatedName(String)
}

#if !hasFeature(Embedded)
  extension InstrumentError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .invalidName(let name):
        "'\(name)' is not a name. Write one line of 1 to 80 bytes without control characters."
      case .noteOutOfRange(let note):
        "The note \(note.asciiDescription) is out of range. Write one from C-1 to G9."
      case .offsetOutOfRange(let cents):
        outOfRange("The offset of a string", cents, TargetPitch.offsetLimits, "cents")
      case .courseCountOutOfRange(let count) where (1...Tuning.mostCourses).contains(count):
        "A course must have 1 to \(Tuning.mostStringsOfACourse) strings, but one has none or more."
      case .courseCountOutOfRange(let count):
        "A tuning must have 1 to \(Tuning.mostCourses) courses, but this one has \(count)."
      case .capoOutOfRange(let fret):
        "A capo can be at fret 0 to 12, but \(fret) was given. 0 is no capo."
      case .noTuning(let instrument):
        "The instrument '\(instrument)' has no tuning. Write 'tuning:' and 'strings:' below it."
      case .repeatedName(let name):
        "The name '\(name)' is already taken. Write another one."
      }
    }
  }
#endif

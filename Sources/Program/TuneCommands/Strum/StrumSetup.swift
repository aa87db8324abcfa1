package import InstrumentTuning
package import MusicTheory

/// What a strum is tuned to: the strings, and how they are named.
package struct StrumSetup: Sendable {
  /// The strings in the order of the tuning, with their numbers. Two that are tuned alike follow each
  /// other.
  let strings: [TuningString]
  /// What is tuned, for people.
  let title: String
  package let reference: ConcertPitch
  let tolerance: Double
  private let setup: TunerSetup

  /// The strings of the chosen instrument, or of a guitar.
  ///
  /// - Parameters:
  ///   - setup: Instrument, capo, concert pitch, temperament and notation.
  ///   - notes: The strings of each course, if they are given one by one, from the highest number.
  ///   - catalog: Where the guitar comes from.
  /// - Throws: `InstrumentError` for more strings than a tuning may have.
  package init(
    _ setup: TunerSetup, notes: [[Note]]?, catalog: InstrumentCatalog = .builtIn
  ) throws {
    var setup = setup
    if let notes {
      let tuning = try Tuning(courses: notes.map { try $0.map { try TargetPitch($0) } })
      strings = tuning.strings
      title = "\(strings.count) strings"
    } else {
      if setup.mode.tuning == nil {
        let guitar = try catalog.instrument(named: "guitar")
        setup.target = .instrument(guitar, guitar.standardTuning, string: nil)
      }
      strings = setup.mode.tuning.map { Self.strings(of: $0, setup.target) } ?? []
      title = setup.tuningTitle ?? ""
    }
    reference = setup.reference
    tolerance = setup.tolerance
    self.setup = setup
  }

  /// Tunings of built-in instruments list two strings in unison once.
  private static func strings(of tuning: Tuning, _ target: TunerSetup.Target) -> [TuningString] {
    guard case .instrument(let instrument, _, _) = target, let twice = instrument.unisonCourses
    else { return tuning.strings }
    return tuning.strings.flatMap { string in
      let isAlone = tuning.strings.count { $0.number == string.number } == 1
      return isAlone && twice.contains(string.number) ? [string, string] : [string]
    }
  }

  /// The numbers of the strings' courses.
  var numbers: [Int] { strings.map(\.number) }

  /// The frequencies to tune to, in hertz.
  var targets: [Double] { strings.map { $0.pitch.frequency(under: reference) } }

  /// What a string is called.
  func name(_ string: TuningString, hasUnicode: Bool) -> String {
    setup.noteDisplay(hasUnicode: hasUnicode).written(string.pitch.note)
  }
}

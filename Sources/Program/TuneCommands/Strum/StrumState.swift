import CommandKit
import InstrumentTuning
import LiveAudio
import MusicTheory
import PolyphonicTuning
import SignalProcessing

/// The readings of a strum, for lines and for the screen.
struct StrumState: Hashable, Sendable {
  /// The view that suits a reading best.
  enum View: Equatable, Sendable {
    /// All strings.
    case strings
    /// The only course that sounds, whose first string is at this index.
    case string(Int)
  }

  /// One string.
  struct Row: Hashable, Sendable {
    var string: TuningString
    var target: Double
    /// `nil` while it does not sound.
    var cents: Double?
    var frequency = 0.0
    /// One standard error, in cents.
    var error = 0.0
    /// True while it moves by more than 3 cents per second.
    var isGliding = false
    /// The beat with the other strings of its course.
    var beat = StringBeat()
  }

  var rows: [Row]
  /// The end and the middle of the samples that were measured, in seconds.
  var time = 0.0
  var center = 0.0
  var isClipped = false
  /// True if the sound is not that of the open strings.
  var isOther = false
  /// The number of strums so far.
  var strumCount = 0

  init(_ setup: StrumSetup) {
    rows = zip(setup.strings, setup.targets).map { Row(string: $0, target: $1) }
  }

  var presentIndices: [Int] { rows.indices.filter { rows[$0].cents != nil } }

  var view: View {
    let present = presentIndices
    guard let first = present.first,
      present.allSatisfy({ rows[$0].string.number == rows[first].string.number })
    else { return .strings }
    return .string(first)
  }

  /// A problem that makes the readings unreliable; `nil` for none.
  var problem: String? {
    if isOther { return "These are not the open strings, or something else sounds too." }
    return isClipped ? InputAdvice.clipped : nil
  }

  /// Shows a measurement; a sound that is not a strum leaves no string.
  mutating func show(_ tuner: borrowing StrumTuner) {
    (time, center) = (tuner.time, tuner.center)
    isClipped = tuner.isClipped
    isOther = tuner.sound == .other
    strumCount = tuner.strumCount
    for index in rows.indices {
      let heard = tuner.strings[index]
      let isPresent = heard.isPresent && !isOther
      rows[index].frequency = heard.frequency
      rows[index].error = heard.error
      rows[index].cents = isPresent ? heard.cents : nil
      rows[index].beat = isPresent ? tuner.beats[index] : StringBeat()
      rows[index].isGliding = isPresent && tuner.isGliding(index)
    }
  }
}

/// The target of a strum: the strings and their names.
package struct StrumSetup: Hashable, Sendable {
  /// The strings in the order of the tuning, with their numbers. Two that are tuned alike follow each
  /// other.
  let strings: [TuningString]
  /// The instrument and its tuning, or the number of strings, for people.
  let title: String
  let reference: ConcertPitch
  let tolerance: Double
  private let setup: TunerSetup

  /// Creates a setup with the strings of the chosen instrument, or of a guitar.
  ///
  /// - Parameters:
  ///   - setup: Instrument, capo, concert pitch, temperament and notation.
  ///   - notes: The strings of each course, if they are given one by one, from the highest number.
  ///   - catalog: The catalog that contains the guitar.
  /// - Throws: `InstrumentError` for more strings than a tuning may have.
  init(
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

  /// Returns every string: tunings of built-in instruments list two strings in unison once.
  private static func strings(of tuning: Tuning, _ target: TunerSetup.Target) -> [TuningString] {
    guard case .instrument(let instrument, _, _) = target else { return tuning.strings }
    return instrument.everyString(of: tuning)
  }

  /// The numbers of the strings' courses.
  var numbers: [Int] { strings.map(\.number) }

  /// The frequencies to tune to, in hertz.
  var targets: [Double] { strings.map { $0.pitch.frequency(under: reference) } }

  /// Returns the name of a string.
  func name(_ string: TuningString, hasUnicode: Bool) -> String {
    setup.noteDisplay(hasUnicode: hasUnicode).written(string.pitch.note)
  }
}

/// Measures the strings of each strum.
struct StrumListener: SampleAnalysis {
  private var tuner: StrumTuner
  private var state: StrumState
  private var ready: [StrumState] = []

  /// - Throws: `PolyphonicTunerError` if the strings or the sample rate are not supported.
  init(_ setup: StrumSetup, sampleRate: Double) throws {
    tuner = try StrumTuner(
      targets: setup.targets, numbers: setup.numbers, sampleRate: sampleRate)
    state = StrumState(setup)
  }

  mutating func append(_ block: Span<Float>) {
    var (state, ready) = (state, ready)
    tuner.append(block) { tuner in
      state.show(tuner)
      ready.append(state)
    }
    (self.state, self.ready) = (state, ready)
  }

  mutating func next() -> StrumState? { ready.isEmpty ? nil : ready.removeFirst() }

  mutating func interrupt() { tuner.interrupt() }

  mutating func finish() {}

  static func delayed(_ state: StrumState, by seconds: Double) -> StrumState {
    var state = state
    state.time += seconds
    state.center += seconds
    return state
  }
}

extension StrumSetup {
  /// Returns the strums of a source.
  func strums(of source: any AudioSource) -> Live<StrumListener> {
    Live(source: source) { [self] in try StrumListener(self, sampleRate: $0) }
  }
}

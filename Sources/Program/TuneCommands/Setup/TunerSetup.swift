package import CommandKit
import InstrumentTuning
package import MusicTheory

/// The choices of the user: everything about the tuner that options, settings and keys can change.
package struct TunerSetup: Hashable, Sendable {
  /// The notes, strings or degrees to tune to.
  enum Target: Hashable, Sendable {
    /// Every note, or every degree of ``TunerSetup/scale``.
    case everything
    /// The strings of an instrument, or the one with a number.
    case instrument(Instrument, Tuning, string: Int?)
    /// One note.
    case note(TargetPitch)

    /// The instrument, if there is one.
    var instrument: Instrument? {
      if case .instrument(let instrument, _, _) = self { instrument } else { nil }
    }
  }

  /// The frequency of A4, in hertz.
  package var concertPitch = 440.0
  /// The temperament, or a scale with any number of degrees.
  package var scale = ScaleChoice.equal
  /// The note of degree 0.
  package var root = NoteName(.c)
  /// The spelling of black keys.
  var spelling = Spelling.sharps
  /// The notation of notes.
  var notation = NoteNotation()
  /// The transposition from the written or fingered note to the sounding one.
  var transposition = TranspositionChoice.none
  /// The largest deviation that counts as in tune, in cents.
  var tolerance = 3.0
  /// The notes, strings or degrees to tune to. Another instrument has no capo, and strings that are
  /// not tuned down.
  var target = Target.everything {
    didSet {
      if target.instrument?.name != oldValue.instrument?.name, transposition.movesStrings {
        transposition = .none
      }
    }
  }
  /// The view to show.
  var view = TunerViewKind.needle

  /// Creates the defaults, without options, settings and keys.
  package init() {}

  /// The temperament on its root; `nil` for a scale that does not fit the twelve notes of a
  /// keyboard.
  private var temperament: Temperament? { try? Temperament(scale.scale, root: root) }

  /// Concert pitch and temperament.
  package var reference: ConcertPitch {
    let temperament = temperament ?? .equal
    return (try? ConcertPitch(concertPitch, temperament: temperament)) ?? .standard
  }

  /// True if single degrees are shown, because notes cannot name them.
  var hasDegrees: Bool { target == .everything && temperament == nil }

  /// The targets that the tuner chooses from.
  var mode: TargetMode {
    switch target {
    case .everything: temperament == nil ? .scale(scale.scale, root: root) : .chromatic
    case .note(let pitch): .note(pitch)
    case .instrument(_, let tuning, let string):
      string.map { .string($0, of: moved(tuning)) } ?? .strings(moved(tuning))
    }
  }

  /// Returns the strings as they sound with a capo or tuned down; unchanged if a string would leave
  /// the range of notes.
  private func moved(_ tuning: Tuning) -> Tuning {
    guard transposition.movesStrings else { return tuning }
    let semitones = transposition.transposition.interval.semitones
    let moved =
      semitones > 0
      ? try? tuning.withCapo(fret: semitones) : try? tuning.transposed(by: semitones)
    return moved ?? tuning
  }

  /// Chooses a transposition.
  ///
  /// - Parameter choice: The transposition.
  /// - Throws: ``NoFretsError`` for a capo on an instrument without frets.
  mutating func transpose(_ choice: TranspositionChoice) throws(NoFretsError) {
    if let instrument = target.instrument, !instrument.isFretted, choice.isCapo {
      throw NoFretsError(instrument: instrument.name)
    }
    transposition = choice
  }

  /// Instrument and tuning, for people.
  var tuningTitle: String? {
    guard case .instrument(let instrument, let tuning, _) = target else { return nil }
    return "\(instrument.name), \(tuning.name)"
  }

  /// Concert pitch, spelling and tolerance.
  var tuner: Tuner {
    let tuner = try? Tuner(concertPitch: reference, spelling: spelling, tolerance: tolerance)
    return tuner ?? Tuner(concertPitch: reference, spelling: spelling)
  }

  /// The calm note for players, before anything sounds.
  var playingNote: PlayingNote {
    PlayingNote(concertPitch: reference, spelling: spelling, tolerance: tolerance)
  }

  /// The tolerances that a key steps through, in cents.
  static let tolerances = [1.0, 2, 3, 5, 10]

  /// Steps to the next of ``tolerances``; the last one stays.
  mutating func stepTolerance(by step: Int) {
    let next =
      step > 0
      ? Self.tolerances.first { $0 > tolerance } : Self.tolerances.last { $0 < tolerance }
    tolerance = next ?? tolerance
  }
}

/// The views in the lower part of the screen.
enum TunerViewKind: String, CaseIterable, Hashable, Sendable {
  case needle, strobe, knob, history, playing, strum, chord, spectrum, wave

  /// True if it shows several notes at once, so that no single note is read.
  var isOfSeveralNotes: Bool { self == .strum || self == .chord }

  /// Returns the view this many steps further, wrapping around.
  func stepped(by step: Int, among all: [TunerViewKind] = allCases) -> TunerViewKind {
    let index = (all.firstIndex(of: self) ?? 0) + step
    return all[(index % all.count + all.count) % all.count]
  }
}

/// A transposing instrument, a capo, or strings that are tuned down.
struct TranspositionChoice: Hashable, Sendable {
  /// The name to type: `bb-trumpet`, `capo-2`, `drop-1`, or `none`.
  let name: String
  /// The name in words.
  let title: String
  /// The transposition from the written note to the sounding one.
  let transposition: Transposition
  /// True if the strings of an instrument move too: with a capo, but not for a trumpet, which has
  /// none.
  let movesStrings: Bool

  /// Sounds as written.
  static let none = TranspositionChoice(
    name: "none", title: "as written", transposition: .none, movesStrings: false)

  /// The frets of a capo, and the semitones that strings can be tuned down.
  static let steps = 1...12

  private init(name: String, title: String, transposition: Transposition, movesStrings: Bool) {
    self.name = name
    self.title = title
    self.transposition = transposition
    self.movesStrings = movesStrings
  }

  init(_ instrument: TransposingInstrument) {
    self.init(
      name: instrument.name, title: instrument.title, transposition: instrument.transposition,
      movesStrings: false)
  }

  static func capo(_ fret: Int) -> TranspositionChoice {
    TranspositionChoice(
      name: "capo-\(fret)", title: "Capo \(fret)", transposition: .capo(fret), movesStrings: true)
  }

  static func drop(_ semitones: Int) -> TranspositionChoice {
    TranspositionChoice(
      name: "drop-\(semitones)", title: "\(semitones) semitone\(semitones == 1 ? "" : "s") down",
      transposition: .drop(semitones), movesStrings: true)
  }

  /// True for a capo.
  var isCapo: Bool { name.hasPrefix("capo-") }

  /// All choices that the list offers.
  static var all: [TranspositionChoice] {
    [.none] + steps.map(capo) + steps.map(drop)
      + TransposingInstrument.all.map { TranspositionChoice($0) }
  }
}

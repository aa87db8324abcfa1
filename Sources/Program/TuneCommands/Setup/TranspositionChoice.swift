package import MusicTheory

/// A transposing instrument, a capo, or strings that are tuned down.
package struct TranspositionChoice: Hashable, Sendable {
  /// What was typed: `bb-trumpet`, `capo-2`, `drop-1`, or `none`.
  package let name: String
  /// The same in words.
  package let title: String
  /// From what is written to what sounds.
  package let transposition: Transposition
  /// Whether the strings of an instrument sound elsewhere too: a capo moves them, a trumpet has none.
  let movesStrings: Bool

  /// Sounds as written.
  package static let none = TranspositionChoice(
    name: "none", title: "as written", transposition: .none, movesStrings: false)

  /// The frets that a capo can be at, and the semitones that strings are tuned down.
  package static let steps = 1...12

  private init(name: String, title: String, transposition: Transposition, movesStrings: Bool) {
    self.name = name
    self.title = title
    self.transposition = transposition
    self.movesStrings = movesStrings
  }

  package init(_ instrument: TransposingInstrument) {
    self.init(
      name: instrument.name, title: instrument.title, transposition: instrument.transposition,
      movesStrings: false)
  }

  package static func capo(_ fret: Int) -> TranspositionChoice {
    TranspositionChoice(
      name: "capo-\(fret)", title: "Capo \(fret)", transposition: .capo(fret), movesStrings: true)
  }

  package static func drop(_ semitones: Int) -> TranspositionChoice {
    TranspositionChoice(
      name: "drop-\(semitones)", title: "\(semitones) semitone\(semitones == 1 ? "" : "s") down",
      transposition: .drop(semitones), movesStrings: true)
  }

  /// All that a list offers.
  package static var all: [TranspositionChoice] {
    [.none] + steps.map(capo) + steps.map(drop)
      + TransposingInstrument.all.map { TranspositionChoice($0) }
  }
}

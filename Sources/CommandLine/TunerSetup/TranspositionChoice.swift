import ArgumentParser
import MusicTheory

/// A transposing instrument, a capo, or strings that are tuned down.
struct TranspositionChoice: Hashable, Sendable {
  /// What was typed: `bb-trumpet`, `capo-2`, `drop-1`, or `none`.
  let name: String
  /// The same in words.
  let title: String
  /// From what is written to what sounds.
  let transposition: Transposition
  /// Whether the strings of an instrument sound elsewhere too: a capo moves them, a trumpet has none.
  let movesStrings: Bool

  /// Sounds as written.
  static let none = TranspositionChoice(
    name: "none", title: "as written", transposition: .none, movesStrings: false)

  /// The frets that a capo can be at, and the semitones that strings are tuned down.
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

  /// Reads a name.
  ///
  /// - Throws: `ValidationError` that offers near names.
  init(argument: String) throws {
    let typed = argument.lowercased()
    if typed == "none" {
      self = .none
    } else if let fret = try Self.number(typed, after: "capo") {
      self = .capo(fret)
    } else if let semitones = try Self.number(typed, after: "drop") {
      self = .drop(semitones)
    } else {
      do {
        self.init(try TransposingInstrument(named: argument))
      } catch {
        throw ValidationError("\(error.description) Also capo-1 or drop-1 and so on, or none.")
      }
    }
  }

  /// The number of `capo-2` or `capo2`; `nil` without the word.
  private static func number(_ text: String, after word: String) throws -> Int? {
    guard text.hasPrefix(word) else { return nil }
    let digits = text.dropFirst(word.count).drop { $0 == "-" || $0 == " " }
    guard let number = Int(digits), steps.contains(number) else {
      throw ValidationError("Write \(word)-1 to \(word)-12.")
    }
    return number
  }

  /// All that a list offers.
  static var all: [TranspositionChoice] {
    [.none] + steps.map(capo) + steps.map(drop)
      + TransposingInstrument.all.map { TranspositionChoice($0) }
  }
}

// The one table of note names. Letters are in the order C D E F G A B.

extension NoteNotation.Names {
  /// Returns the name of a note without its octave, in two parts; not for MIDI numbers.
  func parts(_ name: NoteName) -> (stem: String, sign: String) {
    let letter = letters[name.letter.rawValue]
    let accidental = name.accidental
    switch self {
    case .ascii: return (letter, accidental.asciiDescription)
    case .german: return german(name).map { ($0, "") } ?? (letter, suffix(accidental))
    case .scandinavian:
      let isB = name.letter == .b && accidental.rawValue < 0
      return (isB ? "B" : letter, accidental.description)
    case .solfege: return syllable(name).map { ($0, "") } ?? (letter, accidental.description)
    case .hindustani: return (Self.sargam[name.pitchClass], "")
    case .carnatic: return (swara(name) ?? Self.swaras[name.pitchClass], "")
    default: return (letter, accidental.description)
    }
  }

  private var letters: [String] {
    switch self {
    case .english, .ascii, .midi: ["C", "D", "E", "F", "G", "A", "B"]
    case .german, .scandinavian: ["C", "D", "E", "F", "G", "A", "H"]
    case .fixedDo: ["Do", "Re", "Mi", "Fa", "Sol", "La", "Si"]
    case .french: ["Do", "Ré", "Mi", "Fa", "Sol", "La", "Si"]
    case .fixedDoTi, .solfege: ["Do", "Re", "Mi", "Fa", "Sol", "La", "Ti"]
    case .hindustani, .carnatic: ["S", "R", "G", "M", "P", "D", "N"]
    case .byzantine: ["Ni", "Pa", "Vou", "Ga", "Di", "Ke", "Zo"]
    case .vietnamese: ["Đô", "Rê", "Mi", "Fa", "Sol", "La", "Si"]
    }
  }

  private func suffix(_ accidental: Note.Accidental) -> String {
    switch accidental {
    case .doubleFlat: "eses"
    case .flat: "es"
    case .natural: ""
    case .sharp: "is"
    case .doubleSharp: "isis"
    }
  }

  /// The irregular German names.
  private func german(_ name: NoteName) -> String? {
    switch (name.letter, name.accidental) {
    case (.b, .flat): "B"
    case (.e, .flat): "Es"
    case (.e, .doubleFlat): "Eses"
    case (.a, .flat): "As"
    case (.a, .doubleFlat): "Asas"
    default: nil
    }
  }

  /// The syllables of altered notes; rarer alterations keep their sign.
  private func syllable(_ name: NoteName) -> String? {
    switch (name.letter, name.accidental) {
    case (.c, .sharp): "Di"
    case (.d, .flat): "Ra"
    case (.d, .sharp): "Ri"
    case (.e, .flat): "Me"
    case (.f, .sharp): "Fi"
    case (.g, .flat): "Se"
    case (.g, .sharp): "Si"
    case (.a, .flat): "Le"
    case (.a, .sharp): "Li"
    case (.b, .flat): "Te"
    default: nil
    }
  }

  /// The swaras that share a pitch class with another one.
  private func swara(_ name: NoteName) -> String? {
    switch (name.letter, name.accidental) {
    case (.d, .sharp): "R3"
    case (.e, .doubleFlat): "G1"
    case (.a, .sharp): "D3"
    case (.b, .doubleFlat): "N1"
    default: nil
    }
  }

  private static var sargam: [String] {
    ["S", "r", "R", "g", "G", "m", "M", "P", "d", "D", "n", "N"]
  }

  private static var swaras: [String] {
    ["S", "R1", "R2", "G2", "G3", "M1", "M2", "P", "D1", "D2", "N2", "N3"]
  }
}

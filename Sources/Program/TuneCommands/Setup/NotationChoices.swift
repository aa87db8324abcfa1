package import MusicTheory

extension NoteNotation {
  /// The text that reads as this notation.
  package var argument: String {
    octaves == .scientific ? names.name : "\(names.name)-\(octaves.name)"
  }

  /// All that a list offers.
  package static var all: [NoteNotation] {
    let scientific = Names.allCases.map { NoteNotation($0) }
    return scientific + [
      NoteNotation(.english, octaves: .middleC3), NoteNotation(.english, octaves: .helmholtz),
      NoteNotation(.german, octaves: .helmholtz), NoteNotation(.fixedDo, octaves: .middleC3),
    ]
  }
}

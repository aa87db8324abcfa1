import CommandKit
package import MusicTheory

/// How notes are named for people: in a notation, as a transposing instrument writes them, with the
/// signs that a terminal has.
struct NoteDisplay: Hashable, Sendable {
  var notation = NoteNotation()
  var transposition = Transposition.none
  /// How notes are spelled whose names come from their frequency.
  var spelling = Spelling.sharps
  var hasUnicode = true

  /// The name of a sounding note as its player reads it; a string of a tuning gets its name back.
  func written(_ sounding: Note) -> String {
    text(transposition == .none ? sounding : transposition.written(sounding))
  }

  /// The same for a note that was named by its frequency.
  func written(heard note: Note) -> String {
    text(transposition == .none ? note : transposition.written(note, spelling: spelling))
  }

  /// The name of a note as it is.
  func text(_ note: Note) -> String { plain(notation.text(note)) }

  /// The name of a note without its octave.
  func text(_ name: NoteName) -> String { plain(notation.text(name)) }

  /// Without the signs that a terminal lacks.
  func plain(_ text: String) -> String {
    guard !hasUnicode else { return text }
    return String(
      text.compactMap { character in
        switch character {
        case "♯": "#"
        case "♭": "b"
        case "𝄪": "x"
        case "𝄫": "B"
        case "′": "'"
        case "Đ": "D"
        case "ô", "ê": character == "ô" ? "o" : "e"
        default: character.isASCII ? character : "?"
        }
      })
  }
}

extension TunerSetup {
  /// How notes are named on a terminal.
  func noteDisplay(hasUnicode: Bool) -> NoteDisplay {
    NoteDisplay(
      notation: notation, transposition: transposition.transposition, spelling: spelling,
      hasUnicode: hasUnicode)
  }

  /// The nearest note, whatever is tuned to.
  func nearestNote(to frequency: Double) -> Note? {
    reference.nearestNote(to: frequency, spelling: spelling)
  }

  /// A sounding note as the spelling has it: a capo makes an F♭ of the E♭ that a string is called.
  func sounding(_ note: Note) -> Note {
    transposition.movesStrings ? Note(midiNumber: note.midiNumber, spelling: spelling) : note
  }

  /// What a degree of the scale is called: a note with arrows in a division of the octave, or its
  /// number and that of the period, as in `7.0`. Period 0 starts at the root below A4.
  package func name(ofDegree degree: Int, hasUnicode: Bool) -> String {
    let rooted = RootedScale(scale.scale, root: root, concertPitch: reference)
    if scale.scale.isEqualDivisionOfOctave, let names = try? UpsAndDowns(count: scale.scale.count) {
      let spelling = spelling == .sharps ? Spelling.mixed : spelling
      let name = names.name(ofDegree: degree, root: rooted.root, spelling: spelling)
      return noteDisplay(hasUnicode: hasUnicode).plain(name.text(in: notation))
    }
    let count = scale.scale.count
    let position = ((degree % count) + count) % count
    return "\(position).\((degree - position) / count)"
  }
}

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

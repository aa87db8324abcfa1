import CommandKit
import MusicTheory

/// The names of notes for people: in a notation, as a transposing instrument writes them, with the
/// signs that a terminal can show.
struct NoteDisplay: Hashable, Sendable {
  var notation = NoteNotation()
  var transposition = Transposition.none
  /// The spelling of notes that are named by their frequency.
  var spelling = Spelling.sharps
  var hasUnicode = true

  /// Returns the name of a sounding note as its player reads it; a string gets back its name in the
  /// tuning.
  func written(_ sounding: Note) -> String {
    text(transposition == .none ? sounding : transposition.written(sounding))
  }

  /// Returns the name, as its player reads it, of a note that was named by its frequency.
  func written(heard note: Note) -> String {
    text(transposition == .none ? note : transposition.written(note, spelling: spelling))
  }

  /// Returns the name of a note without transposition.
  func text(_ note: Note) -> String { plain(notation.text(note)) }

  /// Returns the name of a note without its octave.
  func text(_ name: NoteName) -> String { plain(notation.text(name)) }

  /// Replaces the signs that the terminal cannot show.
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
        case "ô": "o"
        case "é", "ê": "e"
        default: character.isASCII ? character : "?"
        }
      })
  }
}

extension TunerSetup {
  /// Returns the names of notes on a terminal.
  func noteDisplay(hasUnicode: Bool) -> NoteDisplay {
    NoteDisplay(
      notation: notation, transposition: transposition.transposition, spelling: spelling,
      hasUnicode: hasUnicode)
  }

  /// Returns the nearest note, whatever the target.
  func nearestNote(to frequency: Double) -> Note? {
    reference.nearestNote(to: frequency, spelling: spelling)
  }

  /// Returns a sounding note in the chosen spelling: a capo makes an F♭ of a string that is called
  /// E♭.
  func sounding(_ note: Note) -> Note {
    transposition.movesStrings ? Note(midiNumber: note.midiNumber, spelling: spelling) : note
  }

  /// Returns the name of a degree: a note with arrows in an equal division of the octave, else the
  /// numbers of degree and period, such as `7.0`. Period 0 starts at the root below A4.
  func name(ofDegree degree: Int, hasUnicode: Bool) -> String {
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
  /// The argument that is parsed as this notation.
  var argument: String {
    octaves == names.usualOctaves ? names.name : "\(names.name)-\(octaves.name)"
  }

  /// All notations that the list offers.
  static var all: [NoteNotation] {
    let usual = Names.allCases.map { NoteNotation($0) }
    return usual + [
      NoteNotation(.english, octaves: .middleC3), NoteNotation(.english, octaves: .helmholtz),
      NoteNotation(.german, octaves: .helmholtz), NoteNotation(.fixedDo, octaves: .middleC3),
    ]
  }
}

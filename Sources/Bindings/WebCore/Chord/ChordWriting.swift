internal import ChordEstimation
internal import MusicTheory

/// How the page writes a chord: in a notation, as it is written for an instrument.
struct ChordWriting {
  private(set) var spelling = Spelling.sharps
  private var notation = NoteNotation()
  private var transposition = 0
  private var namer = ChordNamer()

  init() {}

  /// Reads the settings; `nil` if one of them is out of its range.
  init?(_ settings: borrowing Record<ChordCore.Setting>) {
    let (names, octaves) = (NoteNotation.Names.allCases, NoteNotation.Octaves.allCases)
    guard let spelling = Int(exactly: settings[.spelling]).flatMap({ NameSpelling(rawValue: $0) }),
      let words = Int(exactly: settings[.names]), names.indices.contains(words),
      let marks = Int(exactly: settings[.octaves]), octaves.indices.contains(marks),
      let transposition = Int(exactly: settings[.transposition]), (-48...48).contains(transposition)
    else { return nil }
    self.spelling = spelling.spelling
    self.transposition = transposition
    notation = NoteNotation(names[words], octaves: octaves[marks])
    namer = ChordNamer(spelling: spelling.spelling)
  }

  /// Returns the name of notes that sound, as it is written.
  func name(of numbers: [Int]) -> ChordName { namer.name(of: numbers.map { $0 - transposition }) }

  /// Returns lines of UTF-8: the name of the chord, which is empty for notes without a common name, and of each
  /// note its name without and with its octave.
  func lines(_ name: ChordName, _ numbers: [Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    if name.chord != nil { bytes += Array(name.text { notation.text($0) }.utf8) }
    for number in numbers {
      let note = name.note(number - transposition, spelling: spelling)
      bytes.append(UInt8(ascii: "\n"))
      bytes += notation.utf8(note.name)
      bytes.append(UInt8(ascii: "\n"))
      bytes += notation.utf8(note)
    }
    return bytes
  }
}

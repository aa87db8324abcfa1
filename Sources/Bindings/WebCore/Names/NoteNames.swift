import InstrumentTuning
import MusicTheory

/// The spellings that the page may choose.
enum NameSpelling: Int, CaseIterable {
  case sharps
  case flats
  case mixed

  var spelling: Spelling {
    switch self {
    case .sharps: .sharps
    case .flats: .flats
    case .mixed: .mixed
    }
  }
}

/// Writes the name of a note as UTF-8.
///
/// - Parameters:
///   - midiNumber: The note.
///   - names: The index of the words among `NoteNotation.Names.allCases`.
///   - octaves: The index of the marks among `NoteNotation.Octaves.allCases`, or -1 for no octave.
///   - spelling: As `NameSpelling` counts.
///   - buffer: Takes the bytes.
///   - capacity: How many bytes it may take.
/// - Returns: How many bytes the name has; 0 if a parameter is out of its range, or there is no room.
@_cdecl("names_write")
func writeNoteName(
  _ midiNumber: Int32, _ names: Int32, _ octaves: Int32, _ spelling: Int32,
  _ buffer: UnsafeMutablePointer<UInt8>, _ capacity: Int32
) -> Int32 {
  let allNames = NoteNotation.Names.allCases
  let allOctaves = NoteNotation.Octaves.allCases
  guard midiNumbers.contains(midiNumber), allNames.indices.contains(Int(names)),
    (-1..<allOctaves.count).contains(Int(octaves)),
    let spelling = NameSpelling(rawValue: Int(spelling))
  else { return 0 }
  let note = Note(midiNumber: Int(midiNumber), spelling: spelling.spelling)
  let notation = NoteNotation(
    allNames[Int(names)], octaves: octaves < 0 ? .scientific : allOctaves[Int(octaves)])
  let bytes = octaves < 0 ? notation.utf8(note.name) : notation.utf8(note)
  guard bytes.count <= Int(capacity) else { return 0 }
  for index in bytes.indices { buffer[index] = bytes[index] }
  return Int32(bytes.count)
}

/// The notes that have names.
let midiNumbers: ClosedRange<Int32> = 0...127

/// The most bytes of a name.
let nameCapacity = 64

/// Returns room for a name, which the page keeps.
@_cdecl("names_buffer")
func nameBuffer() -> UnsafeMutablePointer<UInt8> { .allocate(capacity: nameCapacity) }

/// Returns the note that a string sounds with a capo at `fret`, or -1 if one of the two is out of
/// its range.
@_cdecl("names_capo")
func noteWithCapo(_ midiNumber: Int32, _ fret: Int32) -> Int32 {
  guard midiNumbers.contains(midiNumber),
    let open = try? TargetPitch(Note(midiNumber: Int(midiNumber), spelling: .sharps)),
    let tuning = try? Tuning(courses: [[open]]).withCapo(fret: Int(fret))
  else { return -1 }
  return Int32(tuning.courses[0][0].note.midiNumber)
}

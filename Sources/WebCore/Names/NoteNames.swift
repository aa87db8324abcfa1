internal import MusicTheory

/// Writes the name of a note as UTF-8.
///
/// - Parameters:
///   - midiNumber: The note.
///   - names: The index of the words among `NoteNotation.Names.allCases`.
///   - octaves: The index of the marks among `NoteNotation.Octaves.allCases`, or -1 for no octave.
///   - spelling: 0 for sharps, 1 for flats, 2 for the signs that occur most often.
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
  let spellings = [Spelling.sharps, .flats, .mixed]
  guard (0...127).contains(midiNumber), allNames.indices.contains(Int(names)),
    (-1..<allOctaves.count).contains(Int(octaves)), spellings.indices.contains(Int(spelling))
  else { return 0 }
  let note = Note(midiNumber: Int(midiNumber), spelling: spellings[Int(spelling)])
  let notation = NoteNotation(
    allNames[Int(names)], octaves: octaves < 0 ? .scientific : allOctaves[Int(octaves)])
  let bytes = octaves < 0 ? notation.utf8(note.name) : notation.utf8(note)
  guard bytes.count <= Int(capacity) else { return 0 }
  for index in bytes.indices { buffer[index] = bytes[index] }
  return Int32(bytes.count)
}

/// Room for a name: 64 bytes that the page's side keeps.
@_cdecl("names_buffer")
func nameBuffer() -> UnsafeMutablePointer<UInt8> { .allocate(capacity: 64) }

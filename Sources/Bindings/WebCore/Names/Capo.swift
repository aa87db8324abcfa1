internal import InstrumentTuning
internal import MusicTheory

/// The note that a string sounds with a capo.
///
/// - Parameters:
///   - midiNumber: The open string's.
///   - fret: Where the capo is; 0 for none.
/// - Returns: Its MIDI number, or -1 if one of the two is out of its range.
@_cdecl("names_capo")
func noteWithCapo(_ midiNumber: Int32, _ fret: Int32) -> Int32 {
  guard midiNumbers.contains(midiNumber),
    let open = try? TargetPitch(Note(midiNumber: Int(midiNumber), spelling: .sharps)),
    let tuning = try? Tuning(courses: [[open]]).withCapo(fret: Int(fret))
  else { return -1 }
  return Int32(tuning.courses[0][0].note.midiNumber)
}

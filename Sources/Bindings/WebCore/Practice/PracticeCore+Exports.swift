internal import IntonationPractice
internal import MusicTheory

@_cdecl("practice_create")
func createPractice() -> UnsafeMutableRawPointer { handle(PracticeCore()) }

@_cdecl("practice_release")
func releasePractice(_ practice: UnsafeMutableRawPointer) { release(PracticeCore.self, practice) }

/// Room for so many bytes; `nil` if they are too many.
@_cdecl("practice_room")
func practiceRoom(
  _ practice: UnsafeMutableRawPointer, _ count: Int32
) -> UnsafeMutableRawPointer? {
  (object(practice) as PracticeCore).makeRoom(Int(count))
}

@_cdecl("practice_write")
func practiceWrite(
  _ practice: UnsafeMutableRawPointer, _ text: Int32
) -> UnsafeMutableRawPointer? {
  guard let text = PracticeCore.Text(rawValue: Int(text)) else { return nil }
  return (object(practice) as PracticeCore).write(text)
}

@_cdecl("practice_fields")
func practiceFields(_ practice: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(practice) as PracticeCore).fields.address
}

/// Where the notes are: elsewhere for every score.
@_cdecl("practice_notes")
func practiceNotes(_ practice: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(practice) as PracticeCore).notes.address
}

@_cdecl("practice_pitches")
func practicePitches(_ practice: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(practice) as PracticeCore).pitches.address
}

@_cdecl("practice_steps")
func practiceSteps(_ practice: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(practice) as PracticeCore).steps.address
}

@_cdecl("practice_degrees")
func practiceDegrees(_ practice: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(practice) as PracticeCore).degrees.address
}

@_cdecl("practice_input")
func practiceInput(_ practice: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(practice) as PracticeCore).input.address
}

/// Takes a scale: its place among the patterns; the tonic's letter, accidental in semitones, and octave.
@_cdecl("practice_scale")
func practiceScale(
  _ practice: UnsafeMutableRawPointer, _ pattern: Int32, _ letter: Int32, _ accidental: Int32,
  _ octave: Int32, _ octaves: Int32
) -> Int32 {
  let patterns = ScalePattern.all
  guard patterns.indices.contains(Int(pattern)), (-1...9).contains(octave),
    let letter = Note.Letter(rawValue: Int(letter)),
    let accidental = Note.Accidental(rawValue: Int(accidental))
  else { return 0 }
  return choose(practice) {
    $0.takeScale(
      patterns[Int(pattern)], on: Note(letter, accidental, octave: Int(octave)),
      octaves: Int(octaves))
  }
}

/// Takes the MIDI file in the room.
@_cdecl("practice_midi")
func practiceMIDI(_ practice: UnsafeMutableRawPointer) -> Int32 {
  let bytes = (object(practice) as PracticeCore).takeRoom()
  return choose(practice) { $0.takeMIDI(bytes) }
}

/// Chooses another voice of the file, from 1.
@_cdecl("practice_voice")
func practiceVoice(_ practice: UnsafeMutableRawPointer, _ number: Int32) -> Int32 {
  choose(practice) { $0.choose(voice: Int(number)) }
}

/// Begins a document: a score, or (1) the container of an archive.
@_cdecl("practice_begin")
func practiceBegin(_ practice: UnsafeMutableRawPointer, _ isContainer: Int32) {
  (object(practice) as PracticeCore).document.begin(isContainer: isContainer != 0)
}

/// Takes the events in the room.
@_cdecl("practice_events")
func practiceEvents(_ practice: UnsafeMutableRawPointer) -> Int32 {
  let bytes = (object(practice) as PracticeCore).takeRoom()
  return read(practice) { $0.takeEvents(bytes) }
}

/// Ends the container of an archive.
@_cdecl("practice_end_container")
func practiceEndContainer(_ practice: UnsafeMutableRawPointer) -> Int32 {
  read(practice) { $0.end() }
}

/// Ends the document of a score, and takes it.
@_cdecl("practice_end")
func practiceEnd(_ practice: UnsafeMutableRawPointer) -> Int32 {
  choose(practice) {
    $0.closeArchive()
    return $0.end()
  }
}

/// Whether the bytes in the room, four or more, begin as an archive does.
@_cdecl("practice_is_archive")
func practiceIsArchive(_ practice: UnsafeMutableRawPointer) -> Int32 {
  ArchiveDirectory.isArchive((object(practice) as PracticeCore).takeRoom()) ? 1 : 0
}

/// Opens the archive in the room.
@_cdecl("practice_archive")
func practiceArchive(_ practice: UnsafeMutableRawPointer) -> Int32 {
  let bytes = (object(practice) as PracticeCore).takeRoom()
  return read(practice) { $0.open(archive: bytes) }
}

/// Finds a file of the archive: the container (1), or the score that it has named.
@_cdecl("practice_find")
func practiceFind(_ practice: UnsafeMutableRawPointer, _ isContainer: Int32) -> Int32 {
  let core = object(practice) as PracticeCore
  let file = core.document.find(isContainer: isContainer != 0)
  core.tell(isNewScore: false)
  guard let file else { return 0 }
  core.fields[PracticeCore.Field.fileStart] = Double(file.range.lowerBound)
  core.fields[PracticeCore.Field.fileEnd] = Double(file.range.upperBound)
  core.fields[PracticeCore.Field.fileIsDeflated] = file.isDeflated ? 1 : 0
  core.fields[PracticeCore.Field.fileCount] = Double(file.count)
  return 1
}

/// Compares the file in the room, inflated, with what the archive says of it.
@_cdecl("practice_check")
func practiceCheck(_ practice: UnsafeMutableRawPointer) -> Int32 {
  let bytes = (object(practice) as PracticeCore).takeRoom()
  return read(practice) { $0.check(bytes) }
}

/// Takes A4, the temperament of `degrees`, and what measured frequencies are to be multiplied by.
@_cdecl("practice_tune")
func practiceTune(
  _ practice: UnsafeMutableRawPointer, _ frequency: Double, _ clock: Double
) -> Int32 {
  (object(practice) as PracticeCore).tune(to: frequency, clock: clock) ? 1 : 0
}

@_cdecl("practice_start")
func startPractice(_ practice: UnsafeMutableRawPointer, _ sampleRate: Double) -> Int32 {
  (object(practice) as PracticeCore).start(sampleRate: sampleRate) ? 1 : 0
}

@_cdecl("practice_push")
func pushPractice(_ practice: UnsafeMutableRawPointer, _ count: Int32) {
  (object(practice) as PracticeCore).push(Int(count))
}

@_cdecl("practice_finish")
func finishPractice(_ practice: UnsafeMutableRawPointer) {
  (object(practice) as PracticeCore).finish()
}

/// Reads a part of a file; says why not.
private func read(
  _ practice: UnsafeMutableRawPointer, _ take: (inout PracticeDocument) -> Bool
) -> Int32 {
  let core = object(practice) as PracticeCore
  let isRead = take(&core.document)
  core.tell(isNewScore: false)
  return isRead ? 1 : 0
}

/// Takes another score; says why not.
private func choose(
  _ practice: UnsafeMutableRawPointer, _ take: (inout PracticeDocument) -> Bool
) -> Int32 {
  let core = object(practice) as PracticeCore
  let isTaken = take(&core.document)
  core.tell(isNewScore: isTaken)
  return isTaken ? 1 : 0
}

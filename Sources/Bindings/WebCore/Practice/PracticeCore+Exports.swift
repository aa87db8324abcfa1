internal import IntonationPractice
internal import Metronome
internal import MusicTheory

@_cdecl("practice_create")
func createPractice() -> Handle? { handle(PracticeCore()) }

/// Returns room for this many bytes; `nil` if they are too many.
@_cdecl("practice_room")
func practiceRoom(_ practice: Handle, _ count: Int32) -> Address {
  (object(practice) as PracticeCore).makeRoom(Int(count))
}

@_cdecl("practice_write")
func practiceWrite(_ practice: Handle, _ text: Int32) -> Address {
  guard let text = PracticeCore.Text(rawValue: Int(text)) else { return nil }
  return (object(practice) as PracticeCore).write(text)
}

/// Takes a scale: its place among the patterns; the tonic's letter, accidental in semitones, and octave.
@_cdecl("practice_scale")
func practiceScale(
  _ practice: Handle, _ pattern: Int32, _ letter: Int32, _ accidental: Int32,
  _ octave: Int32, _ octaves: Int32
) -> Int32 {
  let patterns = ScalePattern.all
  guard patterns.indices.contains(Int(pattern)), (-1...9).contains(octave),
    let letter = Note.Letter(rawValue: Int(letter)),
    let accidental = Note.Accidental(rawValue: Int(accidental))
  else { return 0 }
  return read(practice, isScore: true) {
    $0.readScale(
      patterns[Int(pattern)], on: Note(letter, accidental, octave: Int(octave)),
      octaves: Int(octaves))
  }
}

/// Takes a rhythm: the beats of its bar, their note value, the sounds in each, and a bit for each of the
/// first 16 beats that is played, or 0 for all.
@_cdecl("practice_rhythm")
func practiceRhythm(
  _ practice: Handle, _ beatCount: Int32, _ beatUnit: Int32, _ subdivision: Int32, _ played: Int32
) -> Int32 {
  guard let meter = PracticeMeter(beatCount: Int(beatCount), beatUnit: Int(beatUnit)),
    (1...16).contains(subdivision)
  else { return 0 }
  let beats = played == 0 ? nil : (0..<meter.beatCount).map { $0 > 15 || played >> $0 & 1 == 1 }
  return read(practice, isScore: true) {
    $0.readRhythm(
      RhythmPattern(meter: meter, subdivision: Int(subdivision), beats: beats), barCount: 8)
  }
}

/// Chooses bars by their written numbers, from the first to the last; all of them if the last is before
/// the first.
@_cdecl("practice_passage")
func practicePassage(_ practice: Handle, _ first: Int32, _ last: Int32) -> Int32 {
  read(practice, isScore: true) {
    $0.choose(passage: first <= last ? Int(first)...Int(last) : nil)
  }
}

/// Takes how the score is gone through, as `PracticeMode` counts, and whether a note that is waited for is
/// right in any octave.
@_cdecl("practice_mode")
func practiceMode(_ practice: Handle, _ mode: Int32, _ ignoresOctaves: Int32) -> Int32 {
  let modes = PracticeMode.allCases
  guard modes.indices.contains(Int(mode)) else { return 0 }
  (object(practice) as PracticeCore).choose(modes[Int(mode)], ignoresOctaves: ignoresOctaves != 0)
  return 1
}

/// Leaves out the note that is waited for.
@_cdecl("practice_skip")
func practiceSkip(_ practice: Handle) {
  (object(practice) as PracticeCore).skip()
}

/// Takes how times are judged: the tempo in quarter notes per minute, or 0 for that of the score; whether
/// there are clicks, and of how many bars (`sounding` and then `silent`) these are silent, or 0; whether a
/// curve that follows the player is the beat; and the share of the beat at which second eighths are
/// expected, or 0 for where the player puts them.
@_cdecl("practice_plan")
func practicePlan(
  _ practice: Handle, _ isTimed: Int32, _ tempo: Double, _ hasClick: Int32, _ sounding: Int32,
  _ silent: Int32, _ isRubato: Int32, _ swing: Double
) -> Int32 {
  guard tempo == 0 || TimingPlan.tempos.contains(tempo), (0...1000).contains(sounding),
    (0...1000).contains(silent), swing == 0 || (0.5...0.8).contains(swing)
  else { return 0 }
  var plan = PracticePlan(
    isTimed: isTimed != 0, tempo: tempo == 0 ? nil : tempo, followsRubato: isRubato != 0,
    swing: swing == 0 ? .own : swing == 0.5 ? .straight : .share(swing),
    companion: hasClick == 0 ? nil : .clicks)
  if sounding > 0, silent > 0 {
    plan.rests = .alternating(sounding: Int(sounding), silent: Int(silent))
  }
  (object(practice) as PracticeCore).follow(plan)
  return 1
}

/// Takes when the score starts, in seconds of what is heard, with the latency in it; and the latency with
/// its spread, in seconds, which are not a number if they are not known.
@_cdecl("practice_click")
func practiceClick(_ practice: Handle, _ start: Double, _ latency: Double, _ spread: Double) {
  let core = object(practice) as PracticeCore
  core.session.setStart(
    start.isFinite ? start : nil, latency: latency.isFinite ? (latency, spread) : nil)
  core.judge()
}

/// Writes the sound of a click, and returns the number of its samples.
@_cdecl("practice_sound")
func practiceSound(_ practice: Handle, _ sampleRate: Double, _ isStrong: Int32) -> Int32 {
  let core = object(practice) as PracticeCore
  return Int32(core.writeClick(sampleRate: sampleRate, isStrong: isStrong != 0))
}

/// Writes the tone of a cue, by its place among all, and returns the number of its samples.
@_cdecl("practice_cue")
func practiceCue(_ practice: Handle, _ sampleRate: Double, _ cue: Int32) -> Int32 {
  let cues = PracticeCue.allCases
  guard cues.indices.contains(Int(cue)) else { return 0 }
  return Int32(
    (object(practice) as PracticeCore).writeCueTone(cues[Int(cue)], sampleRate: sampleRate))
}

/// Takes the MIDI file in the room.
@_cdecl("practice_midi")
func practiceMIDI(_ practice: Handle) -> Int32 {
  let bytes = (object(practice) as PracticeCore).emptyRoom()
  return read(practice, isScore: true) { $0.readMIDI(bytes) }
}

/// Chooses another voice of the file, from 1.
@_cdecl("practice_voice")
func practiceVoice(_ practice: Handle, _ number: Int32) -> Int32 {
  read(practice, isScore: true) { $0.choose(voice: Int(number)) }
}

/// Begins a document: a score, or (1) the container of an archive.
@_cdecl("practice_begin")
func practiceBegin(_ practice: Handle, _ isContainer: Int32) {
  (object(practice) as PracticeCore).document.begin(isContainer: isContainer != 0)
}

/// Takes the events in the room.
@_cdecl("practice_events")
func practiceEvents(_ practice: Handle) -> Int32 {
  let bytes = (object(practice) as PracticeCore).emptyRoom()
  return read(practice) { $0.readEvents(bytes) }
}

/// Ends the container of an archive.
@_cdecl("practice_end_container")
func practiceEndContainer(_ practice: Handle) -> Int32 {
  read(practice) { $0.end() }
}

/// Ends the document of a score, and takes it.
@_cdecl("practice_end")
func practiceEnd(_ practice: Handle) -> Int32 {
  read(practice, isScore: true) {
    $0.closeArchive()
    return $0.end()
  }
}

/// Returns 1 if the bytes in the room, four or more, begin as an archive does.
@_cdecl("practice_is_archive")
func practiceIsArchive(_ practice: Handle) -> Int32 {
  ArchiveDirectory.isArchive((object(practice) as PracticeCore).emptyRoom()) ? 1 : 0
}

/// Opens the archive in the room.
@_cdecl("practice_archive")
func practiceArchive(_ practice: Handle) -> Int32 {
  let bytes = (object(practice) as PracticeCore).emptyRoom()
  return read(practice) { $0.open(archive: bytes) }
}

/// Finds a file of the archive: the container (1), or the score that it has named.
@_cdecl("practice_find")
func practiceFind(_ practice: Handle, _ isContainer: Int32) -> Int32 {
  let core = object(practice) as PracticeCore
  let file = core.document.find(isContainer: isContainer != 0)
  core.writeReport(isNewScore: false)
  guard let file else { return 0 }
  core.file[.start] = Double(file.range.lowerBound)
  core.file[.end] = Double(file.range.upperBound)
  core.file[.isDeflated] = file.isDeflated ? 1 : 0
  core.file[.count] = Double(file.count)
  return 1
}

/// Compares the file in the room, inflated, with what the archive says of it.
@_cdecl("practice_check")
func practiceCheck(_ practice: Handle) -> Int32 {
  let bytes = (object(practice) as PracticeCore).emptyRoom()
  return read(practice) { $0.check(bytes) }
}

/// Takes A4 and the temperament of `degrees`.
@_cdecl("practice_tune")
func practiceTune(_ practice: Handle, _ frequency: Double) -> Int32 {
  (object(practice) as PracticeCore).tune(to: frequency) ? 1 : 0
}

@_cdecl("practice_start")
func startPractice(_ practice: Handle, _ sampleRate: Double) -> Int32 {
  (object(practice) as PracticeCore).start(sampleRate: sampleRate) ? 1 : 0
}

@_cdecl("practice_push")
func pushPractice(_ practice: Handle, _ count: Int32) {
  (object(practice) as PracticeCore).push(Int(count))
}

/// Samples are missing here; silence replaces those whose number is known.
@_cdecl("practice_interrupt")
func interruptPractice(_ practice: Handle) {
  (object(practice) as PracticeCore).interrupt()
}

@_cdecl("practice_finish")
func finishPractice(_ practice: Handle) {
  (object(practice) as PracticeCore).finish()
}

/// Reads a part of a file, or another score, and reports a refusal.
private func read(
  _ practice: Handle, isScore: Bool = false, _ read: (inout PracticeDocument) -> Bool
) -> Int32 {
  let core = object(practice) as PracticeCore
  let isRead = read(&core.document)
  core.writeReport(isNewScore: isScore && isRead)
  return isRead ? 1 : 0
}

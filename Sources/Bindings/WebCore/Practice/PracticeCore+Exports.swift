internal import IntonationPractice
internal import Metronome
internal import MusicTheory

/// Creates a practice without a score.
@_cdecl("practice_create")
func createPractice() -> Handle? { handle(PracticeCore()) }

/// Returns room for at most 32 MB.
@_cdecl("practice_room")
func practiceRoom(_ practice: Handle, _ count: Int32) -> Room {
  (object(practice) as PracticeCore).makeRoom(Int(count))
}

/// Writes a text or a file, whose length is in `report`, and returns its address.
@_cdecl("practice_write")
func practiceWrite(_ practice: Handle, _ text: Code<PracticeCore.Text>) -> Address {
  guard let text = PracticeCore.Text(rawValue: Int(text)) else { return nil }
  return (object(practice) as PracticeCore).write(text)
}

/// Takes a scale: its pattern; the letter of the tonic, its accidental in semitones, and its
/// octave; and which way it goes.
@_cdecl("practice_scale")
func practiceScale(
  _ practice: Handle, _ pattern: Code<ScalePattern>, _ letter: Int32, _ accidental: Int32,
  _ octave: Int32, _ octaves: Int32, _ direction: Code<ScaleForm.Direction>
) -> Legible {
  let patterns = ScalePattern.all
  let directions = ScaleForm.Direction.allCases
  guard patterns.indices.contains(Int(pattern)), (-1...9).contains(octave),
    directions.indices.contains(Int(direction)),
    let letter = Note.Letter(rawValue: Int(letter)),
    let accidental = Note.Accidental(rawValue: Int(accidental))
  else { return false }
  return read(practice, isScore: true) {
    $0.readScale(
      patterns[Int(pattern)], on: Note(letter, accidental, octave: Int(octave)),
      ScaleForm(directions[Int(direction)], octaves: Int(octaves)))
  }
}

/// Takes a rhythm: the beats of its bar, their note value, the sounds in each, and in `played` a
/// bit for each of the first 16 beats that is played, or 0 for all.
@_cdecl("practice_rhythm")
func practiceRhythm(
  _ practice: Handle, _ beats: Int32, _ unit: Int32, _ subdivision: Int32, _ played: Int32
) -> Accepted {
  guard let meter = PracticeMeter(beatCount: Int(beats), beatUnit: Int(unit)),
    (1...16).contains(subdivision)
  else { return false }
  let pattern = played == 0 ? nil : (0..<meter.beatCount).map { $0 > 15 || played >> $0 & 1 == 1 }
  return read(practice, isScore: true) {
    $0.readRhythm(
      RhythmPattern(meter: meter, subdivision: Int(subdivision), beats: pattern), barCount: 8)
  }
}

/// Chooses bars by their written numbers, from the first to the last; all of them if the last is
/// before the first.
@_cdecl("practice_passage")
func practicePassage(_ practice: Handle, _ first: Int32, _ last: Int32) -> Bool {
  read(practice, isScore: true) {
    $0.choose(passage: first <= last ? Int(first)...Int(last) : nil)
  }
}

/// Takes how the score is gone through, and whether a note that is waited for is right in any
/// octave.
@_cdecl("practice_mode")
func practiceMode(_ practice: Handle, _ mode: Code<PracticeMode>, _ ignoresOctaves: Bool) -> Bool {
  let modes = PracticeMode.allCases
  guard modes.indices.contains(Int(mode)) else { return false }
  (object(practice) as PracticeCore).choose(modes[Int(mode)], ignoresOctaves: ignoresOctaves)
  return true
}

/// Leaves out the note that is waited for.
@_cdecl("practice_skip")
func practiceSkip(_ practice: Handle) {
  (object(practice) as PracticeCore).skip()
}

/// Takes how times are judged, and writes `clicks`. A tempo of 0 is that of the score; `sounding`
/// bars and then `silent` ones alternate if both are above 0; with `isRubato`, a curve that
/// follows the player is the beat; `swing` is the share of the beat at which second eighths are
/// expected, or 0 for where the player puts them.
@_cdecl("practice_plan")
func practicePlan(
  _ practice: Handle, _ isTimed: Bool, _ tempo: PerMinute, _ hasClick: Bool, _ sounding: Int32,
  _ silent: Int32, _ isRubato: Bool, _ swing: Double
) -> Accepted {
  guard tempo == 0 || TimingPlan.tempos.contains(tempo), (0...1000).contains(sounding),
    (0...1000).contains(silent), swing == 0 || (0.5...0.8).contains(swing)
  else { return false }
  var plan = PracticePlan(
    isTimed: isTimed, tempo: tempo == 0 ? nil : tempo, followsRubato: isRubato,
    swing: swing == 0 ? .own : swing == 0.5 ? .straight : .share(swing),
    companion: hasClick ? .clicks : nil)
  if sounding > 0, silent > 0 {
    plan.rests = .alternating(sounding: Int(sounding), silent: Int(silent))
  }
  (object(practice) as PracticeCore).follow(plan)
  return true
}

/// Takes when the score starts on the clock of what is heard, with the latency in it, and the
/// latency with its spread, which are not a number if they are not known.
@_cdecl("practice_click")
func practiceClick(_ practice: Handle, _ start: Seconds, _ latency: Seconds, _ spread: Seconds) {
  let core = object(practice) as PracticeCore
  core.session.setStart(
    start.isFinite ? start : nil, latency: latency.isFinite ? (latency, spread) : nil)
  core.judge()
}

/// Writes a click to `samples`, and returns the number of its samples.
@_cdecl("practice_sound")
func practiceSound(_ practice: Handle, _ sampleRate: Hertz, _ isStrong: Bool) -> Int32 {
  let core = object(practice) as PracticeCore
  return Int32(core.writeClick(sampleRate: sampleRate, isStrong: isStrong))
}

/// Writes the tone of a cue to `samples`, and returns the number of its samples.
@_cdecl("practice_cue")
func practiceCue(_ practice: Handle, _ sampleRate: Hertz, _ cue: Code<PracticeCue>) -> Int32 {
  let cues = PracticeCue.allCases
  guard cues.indices.contains(Int(cue)) else { return 0 }
  return Int32(
    (object(practice) as PracticeCore).writeCueTone(cues[Int(cue)], sampleRate: sampleRate))
}

/// Reads the MIDI file in the room.
@_cdecl("practice_midi")
func practiceMIDI(_ practice: Handle) -> Legible {
  let bytes = (object(practice) as PracticeCore).emptyRoom()
  return read(practice, isScore: true) { $0.readMIDI(bytes) }
}

/// Chooses another voice of the file, from 1.
@_cdecl("practice_voice")
func practiceVoice(_ practice: Handle, _ number: Int32) -> Legible {
  read(practice, isScore: true) { $0.choose(voice: Int(number)) }
}

/// Begins a document: a score, or the container of an archive.
@_cdecl("practice_begin")
func practiceBegin(_ practice: Handle, _ isContainer: Bool) {
  (object(practice) as PracticeCore).document.begin(isContainer: isContainer)
}

/// Takes the events of a document that are in the room.
@_cdecl("practice_events")
func practiceEvents(_ practice: Handle) -> Legible {
  let bytes = (object(practice) as PracticeCore).emptyRoom()
  return read(practice) { $0.readEvents(bytes) }
}

/// Ends the container of an archive.
@_cdecl("practice_end_container")
func practiceEndContainer(_ practice: Handle) -> Legible {
  read(practice) { $0.end() }
}

/// Ends the document of a score, and takes it.
@_cdecl("practice_end")
func practiceEnd(_ practice: Handle) -> Legible {
  read(practice, isScore: true) {
    $0.closeArchive()
    return $0.end()
  }
}

/// Returns whether the bytes in the room, four or more, begin as an archive does.
@_cdecl("practice_is_archive")
func practiceIsArchive(_ practice: Handle) -> Bool {
  ArchiveDirectory.isArchive((object(practice) as PracticeCore).emptyRoom())
}

/// Opens the archive in the room.
@_cdecl("practice_archive")
func practiceArchive(_ practice: Handle) -> Legible {
  let bytes = (object(practice) as PracticeCore).emptyRoom()
  return read(practice) { $0.open(archive: bytes) }
}

/// Writes to `file` where a file is in the archive: the container, or the score that it has named.
@_cdecl("practice_find")
func practiceFind(_ practice: Handle, _ isContainer: Bool) -> Legible {
  let core = object(practice) as PracticeCore
  let file = core.document.find(isContainer: isContainer)
  core.writeReport(isNewScore: false)
  guard let file else { return false }
  core.file[.start] = Double(file.range.lowerBound)
  core.file[.end] = Double(file.range.upperBound)
  core.file[.isDeflated] = file.isDeflated ? 1 : 0
  core.file[.count] = Double(file.count)
  return true
}

/// Compares the file in the room, inflated, with what the archive says of it.
@_cdecl("practice_check")
func practiceCheck(_ practice: Handle) -> Legible {
  let bytes = (object(practice) as PracticeCore).emptyRoom()
  return read(practice) { $0.check(bytes) }
}

/// Begins to hear a recording that is followed: the first time, and then once more.
@_cdecl("practice_begin_reference")
func practiceBeginReference(
  _ practice: Handle, _ sampleRate: Hertz, _ isSecond: Bool
) -> Accepted {
  (object(practice) as PracticeCore)
    .document.beginReference(sampleRate: sampleRate, isSecond: isSecond)
}

/// Hears the first samples of `input` as the next ones of the recording.
@_cdecl("practice_hear_reference")
func practiceHearReference(_ practice: Handle, _ count: Int32) {
  guard (1...Int32(blockLimit)).contains(count) else { return }
  let core = object(practice) as PracticeCore
  core.document.hearReference(UnsafeBufferPointer(rebasing: core.input.values[..<Int(count)]).span)
}

/// Ends the recording; the second time, takes its notes as the score.
@_cdecl("practice_end_reference")
func practiceEndReference(_ practice: Handle, _ isSecond: Bool) -> Legible {
  read(practice, isScore: isSecond) { $0.endReference(isSecond: isSecond) }
}

/// Applies A4 and the temperament of `degrees`.
@_cdecl("practice_tune")
func practiceTune(_ practice: Handle, _ frequency: Hertz) -> Bool {
  (object(practice) as PracticeCore).tune(to: frequency)
}

/// Begins to listen.
@_cdecl("practice_start")
func startPractice(_ practice: Handle, _ sampleRate: Hertz) -> Accepted {
  (object(practice) as PracticeCore).start(sampleRate: sampleRate)
}

/// Compares the first samples of `input` with the score; `readings` has the newest ones, and
/// `frozen` the first pitch of the note that sounds.
@_cdecl("practice_push")
func pushPractice(_ practice: Handle, _ count: Int32) {
  (object(practice) as PracticeCore).push(Int(count))
}

/// Samples are missing here; silence replaces those whose number is known.
@_cdecl("practice_interrupt")
func interruptPractice(_ practice: Handle) {
  (object(practice) as PracticeCore).interrupt()
}

/// Ends the playing.
@_cdecl("practice_finish")
func finishPractice(_ practice: Handle) {
  (object(practice) as PracticeCore).finish()
}

/// Reads a part of a file, or another score, and reports a refusal.
private func read(
  _ practice: Handle, isScore: Bool = false, _ read: (inout PracticeDocument) -> Bool
) -> Bool {
  let core = object(practice) as PracticeCore
  let isRead = read(&core.document)
  core.writeReport(isNewScore: isScore && isRead)
  return isRead
}

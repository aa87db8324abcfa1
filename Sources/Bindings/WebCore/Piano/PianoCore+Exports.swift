@_cdecl("piano_create")
func createPiano() -> UnsafeMutableRawPointer { handle(PianoCore()) }

/// Room for a text of so many bytes; `nil` if it is too long.
@_cdecl("piano_room")
func pianoRoom(_ piano: UnsafeMutableRawPointer, _ count: Int32) -> UnsafeMutableRawPointer? {
  (object(piano) as PianoCore).document.makeRoom(Int(count))
}

/// Takes the text in the room: which one is counted as in `PianoDocument.Text`.
@_cdecl("piano_take")
func pianoTake(_ piano: UnsafeMutableRawPointer, _ text: Int32) -> Int32 {
  let core = object(piano) as PianoCore
  guard let text = PianoDocument.Text(rawValue: Int(text)), core.document.take(text) else {
    return 0
  }
  core.retarget()
  return 1
}

@_cdecl("piano_set")
func pianoSet(_ piano: UnsafeMutableRawPointer, _ setting: Int32, _ value: Double) -> Int32 {
  let core = object(piano) as PianoCore
  guard let setting = PianoDocument.Setting(rawValue: Int(setting)),
    core.document.set(setting, value)
  else { return 0 }
  core.retarget()
  return 1
}

@_cdecl("piano_write")
func pianoWrite(_ piano: UnsafeMutableRawPointer, _ text: Int32) -> UnsafeMutableRawPointer? {
  guard let text = PianoDocument.Text(rawValue: Int(text)) else { return nil }
  return (object(piano) as PianoCore).document.write(text)
}

@_cdecl("piano_fields")
func pianoFields(_ piano: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(piano) as PianoCore).document.fields.address
}

@_cdecl("piano_keys")
func pianoKeys(_ piano: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(piano) as PianoCore).document.keys.address
}

@_cdecl("piano_state")
func pianoState(_ piano: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(piano) as PianoCore).state.address
}

@_cdecl("piano_input")
func pianoInput(_ piano: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(piano) as PianoCore).input.address
}

@_cdecl("piano_start")
func startPiano(_ piano: UnsafeMutableRawPointer, _ sampleRate: Double) -> Int32 {
  (object(piano) as PianoCore).start(sampleRate: sampleRate) ? 1 : 0
}

/// What the sound is for, as `PianoCore.Mode` counts; the key, or 0; and the clock.
@_cdecl("piano_aim")
func aimPiano(
  _ piano: UnsafeMutableRawPointer, _ mode: Int32, _ midi: Int32, _ clock: Double
) {
  guard let mode = PianoCore.Mode(rawValue: Int(mode)) else { return }
  (object(piano) as PianoCore).aim(mode, midi: Int(midi), clock: clock)
}

@_cdecl("piano_push")
func pushPiano(_ piano: UnsafeMutableRawPointer, _ count: Int32) {
  (object(piano) as PianoCore).push(Int(count))
}

@_cdecl("piano_interrupt")
func interruptPiano(_ piano: UnsafeMutableRawPointer) {
  (object(piano) as PianoCore).interrupt()
}

/// Keeps what was measured last, whose date is in the room: as `PianoCore.Kept` counts.
@_cdecl("piano_keep")
func keepPiano(_ piano: UnsafeMutableRawPointer) -> Int32 {
  Int32((object(piano) as PianoCore).keep().rawValue)
}

/// Drops the newest measurement.
@_cdecl("piano_drop")
func dropPiano(_ piano: UnsafeMutableRawPointer) -> Int32 {
  let core = object(piano) as PianoCore
  guard core.document.dropLast() else { return 0 }
  core.retarget()
  return 1
}

@_cdecl("piano_release")
func releasePiano(_ piano: UnsafeMutableRawPointer) { release(PianoCore.self, piano) }

import MusicTheory

/// What `kammerton note` tells about a tone.
struct NoteReport: Sendable {
  let pitch: Pitch
  let wave: AcousticWave
  let harmonics: [Pitch]
  /// The scale whose nearest degree is shown.
  var scale: ScaleReport?
  /// How notes are named for people.
  var notation = NoteNotation()
  /// The instrument whose written note is shown.
  var instrument: TransposingInstrument?

  init(pitch: Pitch, speedOfSound: SpeedOfSound, harmonicCount: Int) {
    self.pitch = pitch
    wave = pitch.wave(speedOfSound: speedOfSound)
    harmonics = wave.harmonics(
      harmonicCount, concertPitch: pitch.concertPitch, spelling: pitch.spelling)
  }

  var closest: PitchOffset { pitch.offsets.closest }
}

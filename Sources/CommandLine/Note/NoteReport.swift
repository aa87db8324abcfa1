import MusicTheory

/// What `kammerton note` tells about a tone.
struct NoteReport: Hashable, Sendable {
  let pitch: Pitch
  let wave: AcousticWave
  let harmonics: [Pitch]

  init(pitch: Pitch, speedOfSound: SpeedOfSound, harmonicCount: Int) {
    self.pitch = pitch
    wave = pitch.wave(speedOfSound: speedOfSound)
    harmonics = wave.harmonics(
      harmonicCount, concertPitch: pitch.concertPitch, spelling: pitch.spelling)
  }

  var closest: PitchOffset { pitch.offsets.closest }
}

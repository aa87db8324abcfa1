package import MusicTheory

/// What `kammerton note` tells about a tone.
package struct NoteReport: Sendable {
  package let pitch: Pitch
  package let wave: AcousticWave
  let harmonics: [Pitch]
  /// The scale whose nearest degree is shown.
  package var scale: ScaleReport?
  /// How notes are named for people.
  package var notation = NoteNotation()
  /// The instrument whose written note is shown.
  package var instrument: TransposingInstrument?

  package init(pitch: Pitch, speedOfSound: SpeedOfSound, harmonicCount: Int) {
    self.pitch = pitch
    wave = pitch.wave(speedOfSound: speedOfSound)
    harmonics = wave.harmonics(
      harmonicCount, concertPitch: pitch.concertPitch, spelling: pitch.spelling)
  }

  var closest: PitchOffset { pitch.offsets.closest }
}

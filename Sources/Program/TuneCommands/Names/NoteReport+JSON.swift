import CommandKit
import MusicTheory

extension NoteReport {
  /// The report as one JSON object on one line, every number in full precision.
  package var json: String {
    let members: [(key: String, value: String)] =
      [
        ("frequency", "\(pitch.frequency)"),
        ("note", quoted(pitch.note.name)),
        ("octave", "\(pitch.note.octave)"),
        ("cents", "\(closest.cents)"),
        ("midi", "\(pitch.note.midiNumber)"),
        ("index", "\(pitch.note.index)"),
        ("noteFrequency", "\(closest.noteFrequency)"),
        ("concertPitch", "\(pitch.concertPitch.frequency)"),
        ("wavelength", "\(wave.wavelength)"),
        ("period", "\(wave.period)"),
        ("speedOfSound", "\(wave.speedOfSound.metersPerSecond)"),
      ] + degree + written + [
        ("lower", object(pitch.offsets.lower)),
        ("higher", object(pitch.offsets.higher)),
        ("harmonics", "[" + harmonics.enumerated().map(object).joined(separator: ",") + "]"),
      ]
    return object(members)
  }

  private var degree: [(key: String, value: String)] {
    guard let scale, let reading = scale.rooted.nearestDegree(to: pitch.frequency) else {
      return []
    }
    return [
      ("temperament", scale.name.jsonQuoted), ("root", quoted(scale.rooted.root.name)),
      ("degree", "\(reading.degree)"), ("degreeFrequency", "\(reading.degreeFrequency)"),
      ("degreeCents", "\(reading.cents)"),
    ]
  }

  private var written: [(key: String, value: String)] {
    guard let instrument else { return [] }
    let note = instrument.transposition.written(pitch.note, spelling: pitch.spelling)
    return [
      ("instrument", instrument.name.jsonQuoted), ("written", quoted(note.name)),
      ("writtenOctave", "\(note.octave)"),
    ]
  }

  private func object(_ offset: PitchOffset) -> String {
    object([
      ("note", quoted(offset.note.name)),
      ("octave", "\(offset.note.octave)"),
      ("noteFrequency", "\(offset.noteFrequency)"),
      ("offset", "\(offset.frequency)"),
      ("percentOfGap", "\(offset.percentOfGap)"),
      ("cents", "\(offset.cents)"),
    ])
  }

  private func object(index: Int, harmonic: Pitch) -> String {
    object([
      ("number", "\(index + 1)"),
      ("frequency", "\(harmonic.frequency)"),
      ("note", quoted(harmonic.note.name)),
      ("octave", "\(harmonic.note.octave)"),
      ("cents", "\(harmonic.cents)"),
    ])
  }

  private func object(_ members: [(key: String, value: String)]) -> String {
    "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  /// Names hold letters, "#" and "b" only, so that nothing needs escaping.
  private func quoted(_ name: NoteName) -> String { "\"\(name.asciiDescription)\"" }
}

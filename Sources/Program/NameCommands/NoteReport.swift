import CommandKit
import MusicTheory

/// The facts about a tone that `kammerton note` prints.
struct NoteReport: Sendable {
  let pitch: Pitch
  let wave: AcousticWave
  let harmonics: [Pitch]
  /// The scale whose nearest degree is shown.
  var scale: ScaleReport?
  /// The notation of notes in the table.
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

extension NoteReport {
  /// The report as an aligned table for people.
  var text: String {
    let sections = harmonics.isEmpty ? [facts, neighbours] : [facts, neighbours, harmonicTable]
    return ([[heading]] + sections).map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private var heading: String {
    "\(notation.text(pitch.note)) \(closest.cents.signed(decimals: 2)) cents"
  }

  private var facts: [String] {
    let concertPitch = pitch.concertPitch.frequency.brief
    let speed = wave.speedOfSound.metersPerSecond.brief
    return [
      fact("MIDI note", "\(pitch.note.midiNumber)"),
      fact("from A4", "\(pitch.note.index) semitones"),
      fact("frequency", "\(pitch.frequency.hertz) Hz"),
      fact("exact note", "\(closest.noteFrequency.hertz) Hz", "A4 = \(concertPitch) Hz"),
      fact("wavelength", "\(wave.wavelength.significant(digits: 4)) m", "sound at \(speed) m/s"),
      fact("period", "\((1000 * wave.period).significant(digits: 5)) ms"),
    ] + degreeFacts + writtenFacts
  }

  /// The nearest degree of the scale.
  private var degreeFacts: [String] {
    guard let scale, let reading = scale.rooted.nearestDegree(to: pitch.frequency) else {
      return []
    }
    let name = "\(scale.name.printable) on \(scale.rooted.root.name)"
    let label = scale.label(reading.degree)
    return [
      fact("degree", "\(reading.degree) \(label)", name),
      fact(
        "its pitch", "\(reading.degreeFrequency.hertz) Hz",
        "\(reading.cents.signed(decimals: 2)) cents"),
    ]
  }

  /// The note that a player of the instrument reads.
  private var writtenFacts: [String] {
    guard let instrument else { return [] }
    let note = instrument.transposition.written(pitch.note, spelling: pitch.spelling)
    return [fact("written", notation.text(note), "for \(instrument.title)")]
  }

  private func fact(_ name: String, _ value: String, _ condition: String? = nil) -> String {
    let line = "  " + name.left(12) + value
    return if let condition { line.left(31) + " (\(condition))" } else { line }
  }

  private var neighbours: [String] {
    let rows = [pitch.offsets.lower, pitch.offsets.higher].map { offset in
      "  " + notation.text(offset.note).left(12) + offset.noteFrequency.hertz.right(11)
        + offset.frequency.signed(decimals: 3).right(12)
        + "\(offset.percentOfGap.signed(decimals: 2)) %".right(12)
        + offset.cents.signed(decimals: 2).right(11)
    }
    return [
      "  " + "neighbour".left(12) + "Hz".right(11) + "off by Hz".right(12) + "of the gap".right(12)
        + "cents".right(11)
    ] + rows
  }

  private var harmonicTable: [String] {
    let rows = harmonics.enumerated().map { index, harmonic in
      "  " + "\(index + 1)".left(12) + harmonic.frequency.hertz.right(11)
        + "   " + notation.text(harmonic.note).left(9)
        + harmonic.cents.signed(decimals: 2).right(12)
    }
    return [
      "  " + "harmonic".left(12) + "Hz".right(11) + "   " + "note".left(9) + "cents".right(12)
    ] + rows
  }
}

extension Double {
  /// A frequency to a millihertz; below 0.1 Hz with all its digits.
  fileprivate var hertz: String { magnitude < 0.1 ? description : formatted(decimals: 3) }

  /// Returns a positive number with this many significant digits, or more before its decimal point.
  fileprivate func significant(digits: Int) -> String {
    guard self >= 1e-4, self < 1e15 else { return description }
    var decimals = digits - 1
    var rest = self
    while rest >= 10, decimals > 0 {
      rest /= 10
      decimals -= 1
    }
    while rest < 1 {
      rest *= 10
      decimals += 1
    }
    return formatted(decimals: decimals)
  }

  /// A number with at most two decimals: 440, 430.54.
  fileprivate var brief: String {
    var text = formatted(decimals: 2)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }
}

extension NoteReport {
  /// The report as one JSON object on one line, every number in full precision.
  var json: String {
    let object: JSON =
      [
        "frequency": .number(pitch.frequency), "note": .text(pitch.note.name.asciiDescription),
        "octave": .number(pitch.note.octave), "cents": .number(closest.cents),
        "midi": .number(pitch.note.midiNumber), "index": .number(pitch.note.index),
        "noteFrequency": .number(closest.noteFrequency),
        "concertPitch": .number(pitch.concertPitch.frequency),
        "wavelength": .number(wave.wavelength), "period": .number(wave.period),
        "speedOfSound": .number(wave.speedOfSound.metersPerSecond),
      ] + degreeMembers + writtenMembers + [
        "lower": Self.object(pitch.offsets.lower), "higher": Self.object(pitch.offsets.higher),
        "harmonics": .array(harmonics.enumerated().map(Self.object)),
      ]
    return object.line()
  }

  private var degreeMembers: JSON {
    guard let scale, let reading = scale.rooted.nearestDegree(to: pitch.frequency) else {
      return [:]
    }
    return [
      "temperament": .text(scale.name), "root": .text(scale.rooted.root.name.asciiDescription),
      "degree": .number(reading.degree), "degreeFrequency": .number(reading.degreeFrequency),
      "degreeCents": .number(reading.cents),
    ]
  }

  private var writtenMembers: JSON {
    guard let instrument else { return [:] }
    let note = instrument.transposition.written(pitch.note, spelling: pitch.spelling)
    return [
      "instrument": .text(instrument.name), "written": .text(note.name.asciiDescription),
      "writtenOctave": .number(note.octave),
    ]
  }

  private static func object(_ offset: PitchOffset) -> JSON {
    [
      "note": .text(offset.note.name.asciiDescription), "octave": .number(offset.note.octave),
      "noteFrequency": .number(offset.noteFrequency), "offset": .number(offset.frequency),
      "percentOfGap": .number(offset.percentOfGap), "cents": .number(offset.cents),
    ]
  }

  private static func object(index: Int, harmonic: Pitch) -> JSON {
    [
      "number": .number(index + 1), "frequency": .number(harmonic.frequency),
      "note": .text(harmonic.note.name.asciiDescription), "octave": .number(harmonic.note.octave),
      "cents": .number(harmonic.cents),
    ]
  }
}

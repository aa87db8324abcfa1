package import InstrumentTuning
package import MusicTheory
package import PitchEstimation

/// One reading as a line of JSON: the feed that other programs read.
///
/// Every line has the same keys in the same order. The tuner adds `string`, `degree`, `target`,
/// `targetFrequency`, `targetCents`, `inTune`, `sound`, `temperament`, `inharmonicity` and `chord`. Without a
/// pitch, `frequency`, `note`, `octave` and `cents` are `null`, and `confidence` is 0; it is `null` if
/// the estimator has none. `level` and `peak` are `null` for digital silence, because JSON has no
/// infinity.
package struct ReadingLine {
  /// The note of a voiced reading.
  package struct NotePart {
    package var note: Note
    package var cents: Double

    package init(_ note: Note, cents: Double) {
      self.note = note
      self.cents = cents
    }
  }

  /// The state of a tuner: its target, and its decision.
  package struct TargetPart {
    /// `nil` while nothing sounds.
    package var target: TuningTarget?
    package var concertPitch: ConcertPitch
    /// The name of the temperament, as the user gave it.
    package var temperament: String
    package var isInTune: Bool
    /// What the target's note belongs to; `nil` while nothing sounds.
    package var sound: TunerSound?
    /// The chord that sounds instead of a single note; `nil` for none.
    package var chord: JSON?

    package init(
      target: TuningTarget? = nil, concertPitch: ConcertPitch, temperament: String, isInTune: Bool,
      sound: TunerSound? = nil
    ) {
      self.target = target
      self.concertPitch = concertPitch
      self.temperament = temperament
      self.isInTune = isInTune
      self.sound = sound
    }
  }

  package var reading: PitchReading
  package var frequency: Double?
  package var note: NotePart?
  package var target: TargetPart?

  /// - Parameters:
  ///   - reading: Time, periodicity, confidence and level.
  ///   - note: The note that the frequency belongs to.
  ///   - target: The ten keys that a tuner adds; `nil` to leave them out.
  package init(_ reading: PitchReading, note: NotePart?, target: TargetPart? = nil) {
    self.target = target
    self.reading = reading
    self.frequency = reading.frequency
    self.note = note
  }

  /// Appends the object and the end of the line.
  package func append(to buffer: inout TextBuffer) {
    appendObject(to: &buffer)
    buffer.append("\n")
  }

  /// Appends the object alone.
  ///
  /// - Parameters:
  ///   - estimator: The name of the estimator for a first key; `nil` to leave it out.
  ///   - buffer: The buffer to append to.
  package func appendObject(estimator: String? = nil, to buffer: inout TextBuffer) {
    buffer.append("{")
    if let estimator { buffer.append(text: "\"estimator\":\(estimator.jsonQuoted),") }
    buffer.append("\"time\":")
    buffer.append(reading.time, decimals: 6)
    buffer.append(",\"frequency\":")
    buffer.append(json: frequency, decimals: 3)
    buffer.append(",\"note\":")
    if let note, frequency != nil {
      buffer.append("\"")
      buffer.append(text: note.note.name.asciiDescription)
      buffer.append("\",\"octave\":")
      buffer.append(note.note.octave)
    } else {
      buffer.append("null,\"octave\":null")
    }
    buffer.append(",\"cents\":")
    buffer.append(json: frequency == nil ? nil : note?.cents, decimals: 2)
    buffer.append(",\"periodicity\":")
    buffer.append(json: reading.periodicity, decimals: 4)
    buffer.append(",\"confidence\":")
    buffer.append(json: reading.confidence, decimals: 4)
    buffer.append(",\"level\":")
    buffer.append(json: reading.level, decimals: 2)
    buffer.append(",\"peak\":")
    buffer.append(json: reading.peakLevel, decimals: 2)
    if let target { append(target, to: &buffer) }
    buffer.append("}")
  }

  private func append(_ part: TargetPart, to buffer: inout TextBuffer) {
    let target = part.target
    buffer.append(",\"string\":")
    buffer.append(text: target?.string.map { "\($0)" } ?? "null")
    buffer.append(",\"degree\":")
    buffer.append(text: target?.degree.map { "\($0)" } ?? "null")
    buffer.append(",\"target\":")
    buffer.append(text: target.map { "\"\($0.note.asciiDescription)\"" } ?? "null")
    buffer.append(",\"targetFrequency\":")
    buffer.append(json: target?.pitch.frequency(under: part.concertPitch), decimals: 3)
    buffer.append(",\"targetCents\":")
    let cents = frequency.flatMap { target?.cents(to: $0, under: part.concertPitch) }
    buffer.append(json: cents, decimals: 2)
    buffer.append(part.isInTune ? ",\"inTune\":true" : ",\"inTune\":false")
    buffer.append(",\"sound\":")
    buffer.append(text: part.sound?.word.jsonQuoted ?? "null")
    buffer.append(",\"temperament\":")
    buffer.append(text: part.temperament.jsonQuoted)
    buffer.append(",\"inharmonicity\":")
    buffer.append(json: reading.candidate?.inharmonicity, decimals: 7)
    buffer.append(text: ",\"chord\":" + (part.chord?.line() ?? "null"))
  }
}

extension TunerSound {
  /// The word of a line for programs.
  fileprivate var word: String {
    switch self {
    case .tone: "tone"
    case .strikeNote: "strike"
    case .unexpectedBell: "bell"
    case .commonDivisor: "several"
    }
  }
}

/// Names frequencies under a concert pitch.
package struct NoteNaming: Sendable {
  let concertPitch: ConcertPitch
  let spelling: Spelling

  package init(concertPitch: ConcertPitch = .standard, spelling: Spelling = .sharps) {
    (self.concertPitch, self.spelling) = (concertPitch, spelling)
  }

  /// Returns the nearest note and the cents above it; `nil` without a frequency.
  package func note(at frequency: Double?) -> ReadingLine.NotePart? {
    guard let frequency,
      let note = concertPitch.nearestNote(to: frequency, spelling: spelling)
    else { return nil }
    return ReadingLine.NotePart(note, cents: concertPitch.cents(from: note, to: frequency))
  }

  /// Returns the nearest note in ASCII, such as `Bb4`.
  package func name(at frequency: Double) -> String {
    note(at: frequency)?.note.asciiDescription ?? ""
  }
}

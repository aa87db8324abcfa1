internal import DecimalText
package import PianoTuning

extension BellFile {
  /// What the frequency and the clearness of a partial follow, in the line of its strongest line.
  fileprivate static let heard: StaticString = "heard"

  /// The words that lines begin with.
  private enum Word: RecordWord {
    case name, object, concertPitch, temperament, third, temperature, beat, stroke, line

    var text: StaticString {
      switch self {
      case .name: "name:"
      case .object: "object:"
      case .concertPitch: "concert-pitch:"
      case .temperament: "temperament:"
      case .third: "third:"
      case .temperature: "temperature:"
      case .beat: "beat:"
      case .stroke: "stroke:"
      case .line: "line:"
      }
    }
  }

  /// Reads a file.
  ///
  /// - Throws: ``MeasurementFileError`` with the line that is wrong. A file without its last line was cut.
  package init(bytes: [UInt8]) throws(MeasurementFileError) {
    try RecordText.read(bytes, .bells) {
      (word: Word, words) throws(MeasurementFileError.Problem) in
      guard take(word, words) else {
        throw .badValue(RecordText.text(CollectionOfOne(word.text.bytes)))
      }
      return entries.count
    }
  }

  /// Takes a line; returns false if it does not belong here.
  private mutating func take(_ word: Word, _ words: [ArraySlice<UInt8>]) -> Bool {
    let value = Array(words.joined(separator: [UInt8(ascii: " ")]))
    switch word {
    case .name: return setName(value)
    case .object:
      guard let object: ResonatorKind = RecordText.choice(value) else { return false }
      self.object = object
    case .concertPitch:
      guard let number = DecimalText.number(value[...]) else { return false }
      return setConcertPitch(number)
    case .temperament: return setTemperament(value)
    case .third:
      guard let third: BellThird = RecordText.choice(value) else { return false }
      self.third = third
    case .temperature:
      guard let number = Self.number(words, in: Self.temperatures) else { return false }
      temperature = number
    case .beat:
      guard words.count == 2, let note = Self.note(words[0]),
        let rate = Self.number([words[1]], in: Self.beatRates), (beats.last?.note ?? -1) < note
      else { return false }
      beats.append(Beat(note: note, rate: rate))
    case .stroke: return takeStroke(words)
    case .line: return takeLine(words)
    }
    return true
  }

  private static func number(
    _ words: [ArraySlice<UInt8>], in range: ClosedRange<Double>
  ) -> Double? {
    guard words.count == 1, let number = DecimalText.number(words[0]), range.contains(number) else {
      return nil
    }
    return number
  }

  private static func note(_ word: ArraySlice<UInt8>) -> Int? {
    guard let note = DecimalText.whole(word), (0...127).contains(note) else { return nil }
    return note
  }

  /// `stroke: 60 before 2026-11-22T10:15:00Z bell 261.625565 4.000 0.912 18.5`: MIDI number, stage,
  /// date, object, strike note, seconds, score, and the temperature or `-`.
  private mutating func takeStroke(_ words: [ArraySlice<UInt8>]) -> Bool {
    guard words.count == 8, let note = Self.note(words[0]),
      let stage: MeasurementStage = RecordText.choice(words[1]),
      let date = RecordText.date(words[2]),
      let object: ResonatorKind = RecordText.choice(words[3]),
      let strike = Self.number([words[4]], in: 5...30_000),
      let duration = Self.number([words[5]], in: 0...1000),
      let score = Self.number([words[6]], in: 0...1)
    else { return false }
    var temperature: Double?
    if !words[7].elementsEqual([UInt8(ascii: "-")]) {
      guard let degrees = Self.number([words[7]], in: Self.temperatures) else { return false }
      temperature = degrees
    }
    entries.append(
      Entry(
        note: note,
        ResonatorMeasurement(
          object: object, strike: strike, partials: [], duration: duration, score: score),
        stage: stage, date: date, temperature: temperature))
    return true
  }

  /// `line: 4 523.251131 0.0021 0.184211 6.20 heard 523.251131 48.2`: the mode's number from 1, the
  /// line's frequency, one standard error, amplitude and seconds for 60 dB (or `-`); for the
  /// strongest line of the mode also the frequency that is heard, and its clearness in decibels.
  private mutating func takeLine(_ words: [ArraySlice<UInt8>]) -> Bool {
    guard words.count == 5 || words.count == 8, !entries.isEmpty,
      let number = DecimalText.whole(words[0]),
      let frequency = Self.number([words[1]], in: 5...30_000),
      let error = Self.number([words[2]], in: 0...1000),
      let amplitude = Self.number([words[3]], in: 0...1000)
    else { return false }
    let last = entries.count - 1
    guard (1...entries[last].measurement.object.modes.count).contains(number) else { return false }
    var decayTime: Double?
    if !words[4].elementsEqual([UInt8(ascii: "-")]) {
      guard let seconds = Self.number([words[4]], in: 0.001...100_000) else { return false }
      decayTime = seconds
    }
    let line = ObjectPartial.Line(
      frequency: frequency, error: error, amplitude: amplitude, decayTime: decayTime)
    var heard: (frequency: Double, clearness: Double)?
    if words.count == 8 {
      guard words[5].elementsEqual(Self.heard.bytes),
        let frequency = Self.number([words[6]], in: 5...30_000),
        let clearness = Self.number([words[7]], in: -100...1000)
      else { return false }
      heard = (frequency, clearness)
    }
    entries[last].measurement.add(line, mode: number - 1, heard: heard)
    return true
  }
}

extension ResonatorMeasurement {
  /// Adds a line that was read from a file to its partial.
  fileprivate mutating func add(
    _ line: ObjectPartial.Line, mode: Int, heard: (frequency: Double, clearness: Double)?
  ) {
    if partials.last?.mode != mode {
      partials.append(
        ObjectPartial(mode: mode, frequency: line.frequency, lines: [], strongest: 0, clearness: 0))
    }
    let last = partials.count - 1
    if let heard {
      partials[last].strongest = partials[last].lines.count
      partials[last].frequency = heard.frequency
      partials[last].clearness = heard.clearness
    }
    partials[last].lines.append(line)
  }
}

extension BellFile {
  /// The text of the file, in UTF-8.
  package var bytes: [UInt8] {
    var lines = RecordLines(.bells)
    lines.add(
      "# Bells, bars, reeds or pipes for kammerton bell: docs/formats.md describes this file.")
    lines.end()
    lines.add(line: Word.name.text, utf8: name.utf8)
    lines.add(line: Word.object.text, utf8: object.rawValue.utf8)
    lines.add(line: Word.concertPitch.text, concertPitch, decimals: 3)
    lines.add(line: Word.temperament.text, utf8: temperament.utf8)
    if let third { lines.add(line: Word.third.text, utf8: third.rawValue.utf8) }
    lines.add(line: Word.temperature.text, temperature, decimals: 1)
    for beat in beats {
      lines.add(Word.beat.text)
      lines.add(beat.note)
      lines.add(beat.rate, decimals: 3)
      lines.end()
    }
    for entry in entries { lines.add(entry, stroke: Word.stroke.text, line: Word.line.text) }
    return lines.bytes(endingWith: entries.count)
  }
}

extension RecordLines {
  fileprivate mutating func add(
    _ entry: BellFile.Entry, stroke: StaticString, line word: StaticString
  ) {
    let measurement = entry.measurement
    add(stroke)
    add(entry.note)
    add(utf8: entry.stage.rawValue.utf8)
    add(utf8: entry.date.utf8)
    add(utf8: measurement.object.rawValue.utf8)
    add(measurement.strike, decimals: 6)
    add(measurement.duration, decimals: 3)
    add(min(1, max(0, measurement.score)), decimals: 3)
    add(entry.temperature, decimals: 1)
    end()
    for partial in measurement.partials {
      for (index, line) in partial.lines.enumerated() {
        add(word)
        add(partial.mode + 1)
        add(line.frequency, decimals: 6)
        add(min(1000, line.error), decimals: 6)
        add(min(1000, line.amplitude), decimals: 6)
        add(line.decayTime.map { min(100_000, max(0.001, $0)) }, decimals: 3)
        if index == partial.strongest {
          add(BellFile.heard)
          add(partial.frequency, decimals: 6)
          add(min(1000, max(-100, partial.clearness)), decimals: 1)
        }
        end()
      }
    }
  }

  private mutating func add(_ number: Double?, decimals: Int) {
    if let number { add(number, decimals: decimals) } else { add("-") }
  }
}

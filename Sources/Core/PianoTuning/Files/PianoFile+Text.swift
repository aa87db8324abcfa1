internal import DecimalText

extension PianoFile {
  /// The words that lines begin with.
  enum Word: RecordWord {
    case name, concertPitch, style, temperament, lowestPlainKey, temperature, key

    var text: StaticString {
      switch self {
      case .name: "name:"
      case .concertPitch: "concert-pitch:"
      case .style: "style:"
      case .temperament: "temperament:"
      case .lowestPlainKey: "lowest-plain-key:"
      case .temperature: "temperature:"
      case .key: "key:"
      }
    }
  }

  /// Reads a file.
  ///
  /// - Throws: ``MeasurementFileError`` with the line that is wrong. A file without its last line was
  ///   cut.
  package init(text: String) throws(MeasurementFileError) { try self.init(bytes: Array(text.utf8)) }

  /// Reads a file.
  ///
  /// - Throws: ``MeasurementFileError`` with the line that is wrong. A file without its last line was
  ///   cut.
  package init(bytes: [UInt8]) throws(MeasurementFileError) {
    try RecordText.read(bytes, .piano) {
      (word: Word, words) throws(MeasurementFileError.Problem) in
      try process(word, words)
      return entries.count
    }
  }

  private mutating func process(
    _ word: Word, _ words: [ArraySlice<UInt8>]
  ) throws(MeasurementFileError.Problem) {
    let value = Array(words.joined(separator: [UInt8(ascii: " ")]))[...]
    let problem = MeasurementFileError.Problem.badValue(
      RecordText.text(CollectionOfOne(word.text.bytes)))
    switch word {
    case .name: guard setName(value) else { throw problem }
    case .concertPitch:
      guard let pitch = DecimalText.number(value), setConcertPitch(pitch) else { throw problem }
    case .style:
      guard let style: TuningStyle = RecordText.choice(value) else { throw problem }
      self.style = style
    case .temperament: guard setTemperament(value) else { throw problem }
    case .lowestPlainKey:
      guard let lowest = PianoKey(spelling: value) else { throw problem }
      lowestPlainKey = lowest
    case .temperature:
      guard let degrees = DecimalText.number(value), setTemperature(degrees) else { throw problem }
    case .key:
      guard let entry = Entry(words) else { throw problem }
      entries.append(entry)
    }
  }

  /// Sets the temperature in degrees Celsius, if it is in ``temperatures``.
  package mutating func setTemperature(_ degrees: Double) -> Bool {
    guard Self.temperatures.contains(degrees) else { return false }
    temperature = degrees
    return true
  }
}

extension PianoFile.Entry {
  fileprivate init?(_ words: [ArraySlice<UInt8>]) {
    guard (9...16).contains(words.count), let key = PianoKey(spelling: words[0]),
      let stage: MeasurementStage = RecordText.choice(words[1]),
      let date = RecordText.date(words[2]),
      let count = DecimalText.whole(words[7])
    else { return nil }
    var numbers: [Double] = []
    for word in words.dropFirst(3) {
      guard let number = DecimalText.number(word) else { return nil }
      numbers.append(number)
    }
    guard (1...1000).contains(count), numbers[0] > 10, numbers[0] < 10_000,
      (0...Self.largestError).contains(numbers[1]), (0...1).contains(numbers[2]),
      numbers[3] >= 0, (0...100).contains(numbers[5]),
      numbers[6...].allSatisfy({ $0.magnitude < 200 })
    else { return nil }
    self.init(
      KeyMeasurement(
        key: key, frequency: numbers[0], frequencyError: numbers[1], inharmonicity: numbers[2],
        inharmonicityError: min(Self.largestError, numbers[3]), partialCount: count,
        strings: Array(numbers[6...]),
        beatLimit: numbers[5]),
      stage: stage, date: date)
  }
}

extension PianoFile {
  /// The text of the file.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The text of the file, in UTF-8.
  package var bytes: [UInt8] {
    var lines = RecordLines(.piano)
    lines.add(
      "# A piano for kammerton piano and kammerton tune --piano: docs/piano.md describes this file."
    )
    lines.end()
    lines.add(line: Word.name.text, utf8: name.utf8)
    lines.add(line: Word.concertPitch.text, concertPitch, decimals: 3)
    lines.add(line: Word.style.text, utf8: style.rawValue.utf8)
    lines.add(line: Word.temperament.text, utf8: temperament.utf8)
    lines.add(line: Word.lowestPlainKey.text, utf8: lowestPlainKey.spelling)
    if let temperature { lines.add(line: Word.temperature.text, temperature, decimals: 1) }
    for entry in entries { lines.add(entry) }
    return lines.bytes(endingWith: entries.count)
  }
}

extension RecordLines {
  /// `key: C4 before 2026-11-22T10:15:00Z 262.25901 0.063 0.00033429 0.0026 25 0.0210 -0.60 0.94`:
  /// f1 and its error in cents, B and its error as a share, partials, slowest beat, strings in
  /// cents.
  fileprivate mutating func add(_ entry: PianoFile.Entry) {
    let measurement = entry.measurement
    add(PianoFile.Word.key.text)
    add(utf8: measurement.key.spelling)
    add(utf8: entry.stage.rawValue.utf8)
    add(utf8: entry.date.utf8)
    add(measurement.frequency, decimals: 6)
    add(min(PianoFile.Entry.largestError, measurement.frequencyError), decimals: 4)
    add(measurement.inharmonicity, decimals: 9)
    add(min(PianoFile.Entry.largestError, measurement.inharmonicityError), decimals: 6)
    add(measurement.partialCount)
    add(measurement.beatLimit, decimals: 4)
    for string in measurement.strings { add(string, decimals: 4) }
    end()
  }
}

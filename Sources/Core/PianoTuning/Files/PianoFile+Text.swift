internal import DecimalText

extension PianoFile {
  /// The words that lines begin with.
  enum Word: CaseIterable {
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

    init?(_ bytes: some Collection<UInt8>) {
      for word in Self.allCases where bytes.elementsEqual(word.text.bytes) {
        self = word
        return
      }
      return nil
    }
  }

  static let magic: StaticString = "kammerton-piano"

  /// Reads a file.
  ///
  /// - Throws: ``PianoFileError`` with the line that is wrong. A file without its last line was
  ///   cut.
  package init(text: String) throws(PianoFileError) { try self.init(bytes: Array(text.utf8)) }

  /// Reads a file.
  ///
  /// - Throws: ``PianoFileError`` with the line that is wrong. A file without its last line was
  ///   cut.
  package init(bytes: [UInt8]) throws(PianoFileError) {
    try RecordText.read(bytes, magic: Self.magic, version: Self.version) {
      (first, words) throws(PianoFileError.Problem) in
      guard let word = Word(first) else { throw .unknownWord(Self.text(first)) }
      try process(word, words)
      return entries.count
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private mutating func process(
    _ word: Word, _ words: [ArraySlice<UInt8>]
  ) throws(PianoFileError.Problem) {
    let value = Array(words.joined(separator: [UInt8(ascii: " ")]))[...]
    let problem = PianoFileError.Problem.badValue(Self.text(word.text.bytes))
    switch word {
    case .name: guard setName(value) else { throw problem }
    case .concertPitch:
      guard let pitch = DecimalText.number(value), setConcertPitch(pitch) else { throw problem }
    case .style:
      guard let style = TuningStyle.allCases.first(where: { $0.rawValue.utf8.elementsEqual(value) })
      else { throw problem }
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

  /// Sets the name, in UTF-8, if it is one line of at most 200 bytes.
  package mutating func setName(_ bytes: ArraySlice<UInt8>) -> Bool {
    let words = bytes.split(separator: UInt8(ascii: " "))
    guard !words.isEmpty, bytes.count <= 200, !bytes.contains(UInt8(ascii: "\n")) else {
      return false
    }
    name = Self.text(Array(words.joined(separator: [UInt8(ascii: " ")]))[...])
    return true
  }

  /// Sets the frequency of A4 in hertz, if it is in ``concertPitches``.
  package mutating func setConcertPitch(_ pitch: Double) -> Bool {
    guard Self.concertPitches.contains(pitch) else { return false }
    concertPitch = pitch
    return true
  }

  /// Sets the temperament by its name, if it has twelve degrees.
  package mutating func setTemperament(_ name: ArraySlice<UInt8>) -> Bool {
    let before = temperament
    temperament = Self.text(name)
    guard (try? temperamentOffsets()) == nil else { return true }
    temperament = before
    return false
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
      let stage = PianoFile.Stage.allCases.first(where: {
        $0.rawValue.utf8.elementsEqual(words[1])
      }),
      words[2].count <= 32, words[2].allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
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
      stage: stage, date: String(decoding: words[2], as: UTF8.self))
  }
}

extension PianoFile {
  /// The text of the file.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The text of the file, in UTF-8.
  package var bytes: [UInt8] {
    var lines = RecordLines(magic: Self.magic, version: Self.version)
    lines.add(
      "# A piano for kammerton piano and kammerton tune --piano: docs/piano.md describes this file."
    )
    lines.end()
    lines.add(Word.name.text)
    lines.add(utf8: name.utf8)
    lines.end()
    lines.add(Word.concertPitch.text)
    lines.add(concertPitch, decimals: 3)
    lines.end()
    lines.add(Word.style.text)
    lines.add(utf8: style.rawValue.utf8)
    lines.end()
    lines.add(Word.temperament.text)
    lines.add(utf8: temperament.utf8)
    lines.end()
    lines.add(Word.lowestPlainKey.text)
    lines.add(utf8: lowestPlainKey.spelling)
    lines.end()
    if let temperature {
      lines.add(Word.temperature.text)
      lines.add(temperature, decimals: 1)
      lines.end()
    }
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

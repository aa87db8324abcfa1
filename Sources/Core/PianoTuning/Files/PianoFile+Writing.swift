internal import DecimalText

extension PianoFile {
  /// The text of the file.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The text of the file, in UTF-8.
  package var bytes: [UInt8] {
    var lines = Lines()
    lines.add(Self.magic)
    lines.add(Self.version)
    lines.end()
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
    lines.add(Word.end.text)
    lines.add(entries.count)
    lines.end()
    return lines.bytes
  }

  /// Lines of words.
  private struct Lines {
    private(set) var bytes: [UInt8] = []

    mutating func end() { bytes.append(UInt8(ascii: "\n")) }

    mutating func add(utf8: some Collection<UInt8>) {
      if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: " ")) }
      bytes += utf8
    }

    mutating func add(_ word: StaticString) { add(utf8: word.bytes) }

    mutating func add(_ number: Int) {
      add(utf8: EmptyCollection())
      DecimalText.append(number, to: &bytes)
    }

    mutating func add(_ number: Double, decimals: Int) {
      add(utf8: EmptyCollection())
      let isWritten = DecimalText.append(number, decimals: decimals, to: &bytes)
      precondition(isWritten, "measurements are finite")
    }

    /// `key: C4 before 2026-11-22T10:15:00Z 262.25901 0.063 0.00033429 0.0026 25 0.0210 -0.60 0.94`:
    /// f1 and its error in cents, B and its error as a share, partials, slowest beat, strings in cents.
    mutating func add(_ entry: Entry) {
      let measurement = entry.measurement
      add(Word.key.text)
      add(utf8: measurement.key.spelling)
      add(utf8: entry.stage.rawValue.utf8)
      add(utf8: entry.date.utf8)
      add(measurement.frequency, decimals: 6)
      add(min(Entry.largestError, measurement.frequencyError), decimals: 4)
      add(measurement.inharmonicity, decimals: 9)
      add(min(Entry.largestError, measurement.inharmonicityError), decimals: 6)
      add(measurement.partialCount)
      add(measurement.beatLimit, decimals: 4)
      for string in measurement.strings { add(string, decimals: 4) }
      end()
    }
  }
}

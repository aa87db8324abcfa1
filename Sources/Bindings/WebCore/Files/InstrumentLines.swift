internal import InstrumentTuning
internal import MusicTheory

/// Instruments as lines of words with tabs between them, which no name holds.
struct InstrumentLines {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ instrument: Instrument) {
    line("i", instrument.name, instrument.group)
    for name in instrument.otherNames { line("a", name) }
    for tuning in instrument.tunings {
      line("t", tuning.name)
      for string in tuning.strings {
        let thousandths = Int((string.pitch.cents * 1000).rounded())
        line("s", "\(string.number)", string.pitch.note.asciiDescription, "\(thousandths)")
      }
    }
  }

  private mutating func line(_ words: String...) {
    for (index, word) in words.enumerated() {
      if index > 0 { bytes.append(0x09) }
      bytes += word.utf8
    }
    bytes.append(0x0A)
  }
}

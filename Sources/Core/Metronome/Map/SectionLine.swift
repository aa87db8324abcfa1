/// A line of a tempo map, split into words, from which a section is read.
struct SectionLine {
  private let label: Word
  private var words: [Word]

  /// - Parameter line: Without the end of the line.
  /// - Throws: ``MetronomeError/notText``.
  init(_ line: Word) throws(MetronomeError) {
    guard String(validating: line, as: UTF8.self) != nil,
      line.allSatisfy({ $0 >= 0x20 || $0 == 0x09 || $0 == 0x0D })
    else { throw .notText }
    let text = line.prefix { $0 != UInt8(ascii: "#") }
    // A colon after an equals sign belongs to a value, such as mute=3:1.
    if let (label, rest) = text.parts(at: ":"), !label.contains(UInt8(ascii: "=")) {
      self.label = Self.trimmed(label)
      words = Self.words(rest)
    } else {
      label = []
      words = Self.words(text)
    }
  }

  /// The words without the unit `bpm`, which may stand behind each number of a tempo, or alone.
  private static func words(_ text: Word) -> [Word] {
    text.split(whereSeparator: isBlank).compactMap { word in
      isUnit(word) ? nil : withoutUnits(word)
    }
  }

  private static func isUnit(_ word: Word) -> Bool {
    word.count == 3 && word.map { $0 | 0x20 }.elementsEqual("bpm".utf8)
  }

  private static func withoutUnits(_ word: Word) -> Word {
    var kept: [UInt8] = []
    var rest = word
    while let byte = rest.first {
      if let last = kept.last, (0x30...0x39).contains(last), isUnit(rest.prefix(3)) {
        rest = rest.dropFirst(3)
      } else {
        kept.append(byte)
        rest = rest.dropFirst()
      }
    }
    return kept[...]
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

  private static func trimmed(_ word: Word) -> Word {
    var word = word.drop(while: isBlank)
    while let last = word.last, isBlank(last) { word.removeLast() }
    return word
  }

  /// The section; `nil` for a line without one.
  func section() throws(MetronomeError) -> TempoSection? {
    guard !words.isEmpty || !label.isEmpty else { return nil }
    var words = words[...]
    guard let bars = words.popFirst(), let first = words.first else {
      throw .incomplete(self.words.first?.quoted ?? label.quoted)
    }
    let isMeter = Self.isMeter(first)
    let meter = isMeter ? try Meter(first) : .common
    if isMeter { words.removeFirst() }
    let barCount = try Self.barCount(bars)
    guard let tempo = words.popFirst() else { throw .incomplete(first.quoted) }
    var section = TempoSection(
      barCount: barCount, meter: meter, tempo: try Self.tempo(tempo, barCount: barCount))
    section.label = String(decoding: label, as: UTF8.self)
    try Self.read(words, into: &section)
    try section.validate()
    return section
  }

  private static func barCount(_ word: Word) throws(MetronomeError) -> Int? {
    if word.elementsEqual([UInt8(ascii: "*")]) { return nil }
    guard let count = word.wholeNumber(in: 1...1_000_000) else {
      throw .invalidBars(word.quoted)
    }
    return count
  }

  /// `4/4` and `7/8=2+2+3` are meters; `3/8=80` is a tempo, and so is `80-120/10`.
  private static func isMeter(_ word: Word) -> Bool {
    guard let (upper, lower) = word.parts(at: "/"),
      !upper.contains(UInt8(ascii: "-")), !upper.contains(UInt8(ascii: ","))
    else { return false }
    guard let (_, value) = lower.parts(at: "=") else { return true }
    return value.contains(UInt8(ascii: "+")) || value.wholeNumber(in: 1...9) != nil
  }
}

// MARK: - Tempo

extension SectionLine {
  /// Reads `120`, `120-140`, `80-120/10` or `120,118,116`, each with an optional note value before.
  private static func tempo(_ word: Word, barCount: Int?) throws(MetronomeError) -> TempoPlan {
    let (note, numbers) = NoteValue.split(word)
    guard note != nil else { throw .invalidTempo(word.quoted) }
    let list = numbers.pieces(at: ",")
    if list.count > 1 {
      var tempos: [Tempo] = []
      for number in list { tempos.append(try Tempo(number, note: note)) }
      return .beats(tempos)
    }
    guard let (first, rest) = numbers.parts(at: "-") else {
      return .steady(try Tempo(numbers, note: note))
    }
    guard !first.isEmpty else { throw .invalidTempo(word.quoted) }
    let from = try Tempo(first, note: note)
    guard let (last, bars) = rest.parts(at: "/") else {
      return .gradual(from: from, to: try Tempo(rest, note: note))
    }
    return try trainer(from: from, to: try Tempo(last, note: note), bars, word)
  }

  /// Reads klick's `80-120/10`: one beat per minute more every ten bars.
  private static func trainer(
    from: Tempo, to: Tempo, _ bars: Word, _ word: Word
  ) throws(MetronomeError) -> TempoPlan {
    guard from != to else { return .steady(from) }
    guard let count = bars.wholeNumber(in: 1...10_000),
      let ramp = TempoRamp(
        change: to.millionths > from.millionths ? 1 : -1, span: .bars(count),
        limit: to.beatsPerMinute)
    else { throw .invalidRamp(word.quoted) }
    return .ramp(from, ramp)
  }
}

// MARK: - What follows the tempo, in any order

extension SectionLine {
  private static func read(
    _ words: ArraySlice<Word>, into section: inout TempoSection
  ) throws(MetronomeError) {
    var seen: [Word] = []
    for word in words {
      let (key, value) = word.parts(at: "=") ?? ([], word)
      let kind = key.isEmpty ? (isPattern(word) ? Word("pattern") : Word("volume")) : key
      guard !seen.contains(kind) else { throw .unexpected(word.quoted) }
      seen.append(kind)
      try read(String(decoding: kind, as: UTF8.self), value, word, into: &section)
    }
  }

  private static func read(
    _ key: String, _ value: Word, _ word: Word, into section: inout TempoSection
  ) throws(MetronomeError) {
    let text = String(decoding: value, as: UTF8.self)
    switch key {
    case "pattern": section.accents = try TempoSection.accents(notation: text, meter: section.meter)
    case "volume": section.volume = try volume(value, word)
    case "subdivide": section.feel.subdivision = try Feel.subdivision(notation: text)
    case "swing": section.feel.swing = try Feel.swing(notation: text)
    case "poly": section.feel.polyrhythm = try Polyrhythm(notation: text)
    case "mute": section.rests = try BarRests(notation: text)
    case "ramp":
      guard case .steady(let tempo) = section.tempo else { throw .overlappingRamps }
      section.tempo = .ramp(tempo, try TempoRamp(value))
    default: throw .unexpected(word.quoted)
    }
  }

  private static func isPattern(_ word: Word) -> Bool {
    word.allSatisfy { $0 == UInt8(ascii: ".") || Accent(sign: $0) != nil }
  }

  private static func volume(_ value: Word, _ word: Word) throws(MetronomeError) -> Double {
    guard let millionths = value.millionths() else {
      // A word that starts like a number was meant as one; any other is unknown.
      let isNumber = value.first.map { $0 <= UInt8(ascii: "9") } ?? true
      throw isNumber ? .invalidVolume(word.quoted) : .unexpected(word.quoted)
    }
    let volume = Double(millionths) / 1e6
    guard TempoSection.volumeLimits.contains(volume) else { throw .invalidVolume(word.quoted) }
    return volume
  }
}

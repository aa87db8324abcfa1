internal import MusicTheory

/// Parses an instrument file line by line.
struct InstrumentParser {
  private var line = 0
  private var instruments: [Instrument] = []
  private var foldedNames: [[UInt8]] = []
  private var draft: InstrumentDraft?

  /// Parses the next line, without its end.
  mutating func parse(_ bytes: ArraySlice<UInt8>) throws(InstrumentFileError) {
    line += 1
    guard bytes.count <= InstrumentFile.longestLine else { throw fault(.notText) }
    let text = Self.trimmed(bytes)
    guard let first = text.first, first != UInt8(ascii: "#") else { return }
    guard let string = String(validating: text, as: UTF8.self) else { throw fault(.notText) }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
      throw fault(.noKey(InstrumentName.start(of: string)))
    }
    let key = Self.trimmed(text[..<colon]).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    try process(key: key, value: Self.trimmed(text[(colon + 1)...]))
  }

  /// Ends the file.
  mutating func finish() throws(InstrumentFileError) -> InstrumentCatalog {
    try endInstrument()
    return InstrumentCatalog(unchecked: instruments)
  }

  private mutating func process(
    key: [UInt8], value: ArraySlice<UInt8>
  ) throws(InstrumentFileError) {
    let text = String(decoding: value, as: UTF8.self)
    switch InstrumentKey.allCases.first(where: { key == $0.bytes }) {
    case .instrument:
      try endInstrument()
      try startInstrument(text)
    case .group:
      try change("group") { (draft) throws(InstrumentFileError.Problem) in try draft.setGroup(text)
      }
    case .also:
      let names = value.split(separator: UInt8(ascii: ",")).map {
        String(decoding: Self.trimmed($0), as: UTF8.self)
      }
      try change("also") { (draft) throws(InstrumentFileError.Problem) in try draft.add(names) }
    case .tuning:
      let number = line
      try endTuning()
      try change("tuning") { (draft) throws(InstrumentFileError.Problem) in
        try draft.startTuning(text, line: number)
      }
    case .strings:
      try change("strings") { (draft) throws(InstrumentFileError.Problem) in
        try draft.setStrings(try StringReader.courses(value))
      }
    case nil:
      throw fault(.unknownKey(InstrumentName.start(of: String(decoding: key, as: UTF8.self))))
    }
  }

  private mutating func startInstrument(_ name: String) throws(InstrumentFileError) {
    guard InstrumentName.isValid(name) else { throw fault(.invalid(.invalidName(name))) }
    let folded = InstrumentName.folded(name)
    guard !foldedNames.contains(folded) else { throw fault(.invalid(.repeatedName(name))) }
    guard instruments.count < InstrumentFile.mostInstruments else {
      throw fault(.tooMany(limit: InstrumentFile.mostInstruments))
    }
    foldedNames.append(folded)
    draft = InstrumentDraft(name: name, line: line)
  }

  private mutating func change(
    _ key: String,
    by body: (inout InstrumentDraft) throws(InstrumentFileError.Problem) -> Void
  ) throws(InstrumentFileError) {
    guard var changed = draft else { throw fault(.misplaced(key: key, after: "instrument")) }
    do {
      try body(&changed)
    } catch {
      throw fault(error)
    }
    draft = changed
  }

  private mutating func endTuning() throws(InstrumentFileError) {
    guard let name = draft?.tuningName else { return }
    throw InstrumentFileError(
      line: draft?.tuningLine ?? line, problem: .incomplete(key: "strings", name: name))
  }

  private mutating func endInstrument() throws(InstrumentFileError) {
    try endTuning()
    guard let draft else { return }
    do {
      instruments.append(try draft.finished())
    } catch {
      throw InstrumentFileError(line: draft.line, problem: error)
    }
    self.draft = nil
  }

  private func fault(_ problem: InstrumentFileError.Problem) -> InstrumentFileError {
    InstrumentFileError(line: line, problem: problem)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
    while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
    return rest
  }
}

/// The keys, which stand before the colons.
private enum InstrumentKey: CaseIterable {
  case instrument, group, also, tuning, strings

  var bytes: [UInt8] {
    switch self {
    case .instrument: Array("instrument".utf8)
    case .group: Array("group".utf8)
    case .also: Array("also".utf8)
    case .tuning: Array("tuning".utf8)
    case .strings: Array("strings".utf8)
    }
  }
}

/// An instrument with the lines parsed so far.
private struct InstrumentDraft {
  typealias Problem = InstrumentFileError.Problem

  let name: String
  let line: Int
  private var group: String?
  private var otherNames: [String] = []
  private var tunings: [Tuning] = []
  /// The tuning that waits for its strings.
  private(set) var tuningName: String?
  private(set) var tuningLine = 0

  init(name: String, line: Int) {
    self.name = name
    self.line = line
  }

  mutating func setGroup(_ text: String) throws(Problem) {
    guard group == nil else { throw .repeatedKey("group") }
    guard InstrumentName.isValid(text) else { throw .invalid(.invalidName(text)) }
    group = text
  }

  mutating func add(_ names: [String]) throws(Problem) {
    for name in names where !InstrumentName.isValid(name) { throw .invalid(.invalidName(name)) }
    otherNames += names
  }

  mutating func startTuning(_ name: String, line: Int) throws(Problem) {
    guard InstrumentName.isValid(name) else { throw .invalid(.invalidName(name)) }
    guard !tunings.contains(where: { InstrumentName.areAlike($0.name, name) }) else {
      throw .invalid(.repeatedName(name))
    }
    guard tunings.count < InstrumentFile.mostTunings else {
      throw .tooMany(limit: InstrumentFile.mostTunings)
    }
    tuningName = name
    tuningLine = line
  }

  mutating func setStrings(_ courses: [[TargetPitch]]) throws(Problem) {
    guard let name = tuningName else {
      throw tunings.isEmpty ? .misplaced(key: "strings", after: "tuning") : .repeatedKey("strings")
    }
    do {
      tunings.append(try Tuning(name: name, courses: courses))
    } catch {
      throw .invalid(error)
    }
    tuningName = nil
  }

  func finished() throws(Problem) -> Instrument {
    guard !tunings.isEmpty else { throw .incomplete(key: "tuning", name: name) }
    do {
      return try Instrument(
        name: name, group: group ?? Instrument.defaultGroup, otherNames: otherNames,
        tunings: tunings)
    } catch {
      throw .invalid(error)
    }
  }
}

/// Parses the value of `strings:`.
private enum StringReader {
  typealias Problem = InstrumentFileError.Problem

  static func courses(_ bytes: ArraySlice<UInt8>) throws(Problem) -> [[TargetPitch]] {
    var courses: [[TargetPitch]] = []
    for word in bytes.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) {
      var course: [TargetPitch] = []
      let parts = word.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      for part in parts { course.append(try pitch(part)) }
      courses.append(course)
    }
    return courses
  }

  private static func pitch(_ bytes: ArraySlice<UInt8>) throws(Problem) -> TargetPitch {
    let text = String(decoding: bytes, as: UTF8.self)
    let noteEnd = bytes.firstIndex(of: UInt8(ascii: "(")) ?? bytes.endIndex
    let noteBytes = bytes[..<noteEnd]
    guard let last = noteBytes.last, (0x30...0x39).contains(last),
      let note = try? Note(String(decoding: noteBytes, as: UTF8.self))
    else { throw .notAString(InstrumentName.start(of: text)) }
    var thousandths = 0
    if noteEnd < bytes.endIndex {
      guard bytes.last == UInt8(ascii: ")"),
        let value = Self.thousandths(bytes[(noteEnd + 1)..<(bytes.endIndex - 1)])
      else { throw .notAString(InstrumentName.start(of: text)) }
      thousandths = value
    }
    do {
      return try TargetPitch(note, cents: Double(thousandths) / 1000)
    } catch {
      throw .invalid(error)
    }
  }

  /// Reads a sign, up to four digits and up to three decimals. (The embedded standard library reads
  /// no floating-point numbers.)
  private static func thousandths(_ bytes: ArraySlice<UInt8>) -> Int? {
    var rest = bytes
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    let parts = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (1...4).contains(parts[0].count) else { return nil }
    var decimals = parts.count == 2 ? Array(parts[1]) : [0x30]
    guard (1...3).contains(decimals.count) else { return nil }
    while decimals.count < 3 { decimals.append(0x30) }
    var value = 0
    for byte in Array(parts[0]) + decimals {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = 10 * value + Int(byte - 0x30)
    }
    return isNegative ? -value : value
  }
}

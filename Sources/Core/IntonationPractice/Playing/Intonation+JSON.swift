internal import DecimalText
internal import MusicTheory

extension Intonation {
  /// Writes the result as members of a JSON object (RFC 8259), which `kammerton practice --json`
  /// prints after title and tuning.
  ///
  /// - Parameter score: The score that was played, which names the notes.
  /// - Returns: UTF-8, without the braces of the object.
  /// - Complexity: O(*n*) for *n* notes.
  package func jsonMembers(_ score: PracticeScore) -> [UInt8] {
    var text = JSONMembers()
    text.add("offset", offset, decimals: 3)
    text.add("spread", spread, decimals: 3)
    text.add("firstSpread", firstSpread, decimals: 3)
    text.add("lastSpread", lastSpread, decimals: 3)
    text.add("extra", extraCount)
    text.add("octaves", octaves)
    text.addList("notes", notes) { note, text in
      text.add("note", name: score.name(of: note.note).asciiDescription)
      text.add("quarter", note.note.onset, decimals: 3)
      text.add("cents", note.cents, decimals: 3)
      text.add("first", note.firstCents, decimals: 3)
      text.add("last", note.lastCents, decimals: 3)
      text.add("time", note.played?.onset, decimals: 3)
      text.add("frequency", note.played?.frequency, decimals: 4)
      text.add("wrong", note.isWrong)
    }
    text.addList("intervals", steps) { step, text in
      text.add("semitones", step.semitones)
      text.add("count", step.count)
      text.add("cents", step.cents, decimals: 3)
      text.add("error", step.error, decimals: 3)
    }
    return text.bytes
  }
}

/// Members of an object, with a comma between them.
private struct JSONMembers {
  var bytes: [UInt8] = []
  private var isFirst = true

  private mutating func begin(_ name: StaticString) {
    if !isFirst { append(", ") }
    isFirst = false
    append("\"")
    append(name)
    append("\": ")
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Adds a number; `null` if there is none, or if it is not finite.
  mutating func add(_ name: StaticString, _ value: Double?, decimals: Int) {
    begin(name)
    guard let value, DecimalText.append(value, decimals: decimals, to: &bytes) else {
      return append("null")
    }
  }

  mutating func add(_ name: StaticString, _ value: Int) {
    begin(name)
    DecimalText.append(value, to: &bytes)
  }

  mutating func add(_ name: StaticString, _ value: Bool) {
    begin(name)
    append(value ? "true" : "false")
  }

  /// Adds a name of the project, which needs no escapes.
  mutating func add(_ name: StaticString, name text: String) {
    begin(name)
    append("\"")
    bytes += text.utf8
    append("\"")
  }

  mutating func addList<Element>(
    _ name: StaticString, _ elements: [Element], _ add: (Element, inout JSONMembers) -> Void
  ) {
    begin(name)
    append("[")
    for (index, element) in elements.enumerated() {
      append(index > 0 ? ", {" : "{")
      var members = JSONMembers()
      add(element, &members)
      bytes += members.bytes
      append("}")
    }
    append("]")
  }
}

internal import DecimalText

/// Members of an object, with a comma between them.
///
/// Nothing is inlined: a result has a hundred members, and modules and libraries have limits of size.
struct JSONMembers {
  var bytes: [UInt8] = []
  private var isFirst = true

  @inline(never)
  private mutating func begin(_ name: StaticString) {
    if !isFirst { append(", ") }
    isFirst = false
    append("\"")
    append(name)
    append("\": ")
  }

  @inline(never)
  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Adds a number; `null` if there is none, or if it is not finite.
  @inline(never)
  mutating func add(_ name: StaticString, _ value: Double?, decimals: Int) {
    begin(name)
    guard let value, DecimalText.append(value, decimals: decimals, to: &bytes) else {
      return append("null")
    }
  }

  @inline(never)
  mutating func add(_ name: StaticString, _ value: Int?) {
    begin(name)
    guard let value else { return append("null") }
    DecimalText.append(value, to: &bytes)
  }

  /// Adds a bar: a number, or the text that is printed instead of one, which needs no escapes.
  @inline(never)
  mutating func add(_ name: StaticString, bar: BarNumber?) {
    if let printed = bar?.name { add(name, name: printed) } else { add(name, bar?.value) }
  }

  @inline(never)
  mutating func add(_ name: StaticString, _ value: Bool) {
    begin(name)
    append(value ? "true" : "false")
  }

  /// Adds an array of numbers, which are finite.
  @inline(never)
  mutating func addNumbers(_ name: StaticString, _ values: [Double], decimals: Int) {
    begin(name)
    append("[")
    for (index, value) in values.enumerated() {
      if index > 0 { append(", ") }
      if !DecimalText.append(value, decimals: decimals, to: &bytes) { append("null") }
    }
    append("]")
  }

  /// Adds a name of the project, which needs no escapes.
  @inline(never)
  mutating func add(_ name: StaticString, name text: String) {
    begin(name)
    append("\"")
    bytes += text.utf8
    append("\"")
  }

  /// Adds a sentence of the project, in which only quotation marks and backslashes need escapes.
  @inline(never)
  mutating func add(_ name: StaticString, quoted text: [UInt8]) {
    begin(name)
    append("\"")
    for byte in text {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { append("\\") }
      bytes.append(byte)
    }
    append("\"")
  }

  /// Adds a word of the project, which needs no escapes.
  @inline(never)
  mutating func add(_ name: StaticString, word: StaticString) {
    begin(name)
    append("\"")
    append(word)
    append("\"")
  }

  /// Adds an object; `null` if there is none.
  @inline(never)
  mutating func addObject<Element>(
    _ name: StaticString, _ element: Element?, _ add: (Element, inout JSONMembers) -> Void
  ) {
    begin(name)
    guard let element else { return append("null") }
    var members = JSONMembers()
    add(element, &members)
    append("{")
    bytes += members.bytes
    append("}")
  }

  @inline(never)
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

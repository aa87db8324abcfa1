/// A value of JSON (RFC 8259). Members keep their order; numbers have the digits that they were given.
package indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  case text(String)
  /// A number as it is written.
  case digits(String)
  case array([JSON])
  case object([(key: String, value: JSON)])

  /// A number with as many digits as it takes to read the same number back; `null` if there is none,
  /// or if it is not finite.
  package static func number(_ value: Double?) -> JSON {
    guard let value, value.isFinite else { return .null }
    return .digits("\(value)")
  }

  /// A number with a fixed count of decimals; `null` if there is none, or if it is not finite.
  package static func number(_ value: Double?, decimals: Int) -> JSON {
    guard let value, value.isFinite else { return .null }
    return .digits(value.formatted(decimals: decimals))
  }

  /// A whole number; `null` if there is none.
  package static func number(_ value: Int?) -> JSON { value.map { .digits("\($0)") } ?? .null }

  /// A text; `null` if there is none.
  package static func optional(_ text: String?) -> JSON { text.map(JSON.text) ?? .null }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral
{
  package init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { (key: $0.0, value: $0.1) })
  }

  package init(stringLiteral text: String) { self = .text(text) }

  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON {
  /// The members of an object, then those of another; of other values, the first.
  package static func + (first: JSON, second: JSON) -> JSON {
    guard case .object(let left) = first, case .object(let right) = second else { return first }
    return .object(left + right)
  }

  /// Writes an object with more members.
  ///
  /// - Parameter members: Members that are written already, with a space behind commas and colons.
  /// - Returns: One line, without its end.
  package func line(followedBy members: String) -> String {
    "\(line(isSpaced: true).dropLast()), \(members)}"
  }

  /// Writes the value.
  ///
  /// - Parameter isSpaced: True for a space behind commas and colons.
  /// - Returns: One line, without its end.
  package func line(isSpaced: Bool = false) -> String {
    let (comma, colon) = isSpaced ? (", ", ": ") : (",", ":")
    return switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .text(let text): text.jsonQuoted
    case .digits(let digits): digits
    case .array(let elements):
      "[" + elements.map { $0.line(isSpaced: isSpaced) }.joined(separator: comma) + "]"
    case .object(let members):
      "{"
        + members.map { $0.key.jsonQuoted + colon + $0.value.line(isSpaced: isSpaced) }
        .joined(separator: comma) + "}"
    }
  }

  /// An array with one element per line, and a line end.
  package static func lines(_ elements: [JSON]) -> String {
    let lines = elements.map { "  " + $0.line() }
    return lines.isEmpty ? "[]\n" : "[\n" + lines.joined(separator: ",\n") + "\n]\n"
  }
}

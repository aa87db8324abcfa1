internal import IntonationPractice

/// Reads the events of a document that the browser's parser has read, and holds their depth to its
/// limit.
///
/// Five characters that XML does not have divide them: before the name of an element that begins, before
/// the names and before the values of its attributes, before the name of an element that ends, and before
/// its text.
struct XMLEventText {
  /// The five characters.
  enum Mark: UInt8, CaseIterable {
    case start = 1
    case attribute, value, end, text
  }

  private var depth = 0

  /// Reads whole events.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8. What does not begin as events do is left out.
  ///   - take: Gets each event.
  /// - Throws: What `take` throws; ``MusicXMLError/tooDeep``.
  mutating func read(
    _ bytes: [UInt8], _ take: (XMLEvent) throws(MusicXMLError) -> Void
  ) throws(MusicXMLError) {
    var position = 0
    while position < bytes.count {
      guard let mark = Mark(rawValue: bytes[position]) else { return }
      switch mark {
      case .start:
        depth += 1
        guard depth <= XMLLimits.mostDepth else { throw .tooDeep }
        let name = Self.text(bytes, &position)
        var attributes: [String: String] = [:]
        while position < bytes.count, bytes[position] == Mark.attribute.rawValue {
          let key = Self.text(bytes, &position)
          guard position < bytes.count, bytes[position] == Mark.value.rawValue else { break }
          attributes[key] = Self.text(bytes, &position)
        }
        try take(.start(name, attributes))
      case .end:
        depth -= 1
        let name = Self.text(bytes, &position)
        guard position < bytes.count, bytes[position] == Mark.text.rawValue else { return }
        let text = Self.text(bytes, &position)
        try take(.end(name, text: text.utf8.count > XMLLimits.mostText ? "" : text))
      case .attribute, .value, .text: return
      }
    }
  }

  /// What follows the mark at a position, which is then at the next one.
  private static func text(_ bytes: [UInt8], _ position: inout Int) -> String {
    let start = position + 1
    position = start
    while position < bytes.count, bytes[position] > 5 { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}

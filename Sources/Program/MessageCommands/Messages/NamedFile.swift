/// A file with its name in one message: the name between two file separators (ASCII 28), then the
/// bytes.
///
/// Other messages are sent as they are, but for those that begin with a separator themselves: they
/// get an empty name.
struct NamedFile: Equatable {
  /// The name that the sender gave; it may be anything.
  var name: String
  /// The content.
  var bytes: [UInt8]

  private static let separator: UInt8 = 28
  /// The most bytes of a name.
  static let longestName = 200

  init(name: String, bytes: [UInt8]) {
    (self.name, self.bytes) = (name, bytes)
  }

  /// Reads a message; `nil` if it has no name.
  init?(message: [UInt8]) {
    guard message.first == Self.separator,
      let end = message.dropFirst().prefix(Self.longestName + 1).firstIndex(of: Self.separator),
      let name = String(validating: message[1..<end], as: UTF8.self)
    else { return nil }
    self.init(name: name, bytes: Array(message[(end + 1)...]))
  }

  /// The message that carries the file.
  var message: [UInt8] { [Self.separator] + Array(name.utf8) + [Self.separator] + bytes }

  /// Returns a message without a name, for bytes.
  static func message(of bytes: [UInt8]) -> [UInt8] {
    bytes.first == separator ? NamedFile(name: "", bytes: bytes).message : bytes
  }

  /// The name for a file here: the last part of a path, without control characters and leading dots;
  /// `nil` if nothing is left. A stranger may have sent it.
  var safeName: String? {
    let last = name.split { "/\\".contains($0) }.last ?? ""
    let visible = last.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
      default: true
      }
    }
    var safe = String(String.UnicodeScalarView(visible).drop { $0 == "." || $0 == " " })
    while safe.last == " " { safe.removeLast() }
    while safe.utf8.count > Self.longestName { safe.removeLast() }
    return safe.isEmpty ? nil : safe
  }
}

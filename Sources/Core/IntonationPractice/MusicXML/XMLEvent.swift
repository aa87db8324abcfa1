/// What a document says, in order.
package enum XMLEvent {
  /// An element begins; its attributes by name.
  case start(String, [String: String])
  /// An element ends, with the text since it began or since its last child ended.
  case end(String, text: String)
}

/// How far a reader of XML follows a document, whichever parser it has.
package enum XMLLimits {
  /// No document is longer than this, in bytes.
  package static let mostBytes = 32_000_000
  /// No element is deeper than this.
  package static let mostDepth = 64
  /// No text between tags is longer than this, in bytes; the rest is dropped.
  package static let mostText = 4000
}

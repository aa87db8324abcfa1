/// An event of a document, in order.
package enum XMLEvent {
  /// An element begins; its attributes by name.
  case start(String, [String: String])
  /// An element ends, with the text since it began or since its last child ended.
  case end(String, text: String)
}

/// The limits of documents for a reader of XML, whichever parser it has.
package enum XMLLimits {
  /// The longest document, in bytes.
  package static let mostBytes = 32_000_000
  /// The deepest nesting of elements.
  package static let mostDepth = 64
  /// The longest text between tags, in bytes; the rest is dropped.
  package static let mostText = 4000
}

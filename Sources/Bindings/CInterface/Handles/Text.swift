internal import CKammerton

/// The most bytes of a name that is looked at: more than any name has.
private let longestName = 256

/// The bytes of a text that ends with a zero byte.
///
/// - Parameter pointer: The text.
/// - Returns: Its UTF-8, without the zero byte; only the beginning of a long text.
func utf8(_ pointer: UnsafePointer<CChar>) -> [UInt8] {
  var bytes: [UInt8] = []
  while bytes.count < longestName, pointer[bytes.count] != 0 {
    bytes.append(UInt8(bitPattern: pointer[bytes.count]))
  }
  return bytes
}

/// The text behind a pointer; what is not UTF-8 in it is replaced.
func text(_ pointer: UnsafePointer<CChar>?) throws(Refusal) -> String {
  String(decoding: utf8(try required(pointer)), as: UTF8.self)
}

/// Writes a text with its zero byte.
func write(
  _ text: String, to buffer: UnsafeMutablePointer<CChar>?, capacity: Int
) throws(Refusal) {
  let buffer = try required(buffer)
  let bytes = Array(text.utf8)
  try require(bytes.count < capacity, KTN_BUFFER_TOO_SMALL)
  for index in bytes.indices { buffer[index] = CChar(bitPattern: bytes[index]) }
  buffer[bytes.count] = 0
}

/// Texts that live as long as the program.
struct LastingTexts: Sendable {
  // Written in `init` only, never freed.
  nonisolated(unsafe) private let texts: [UnsafePointer<CChar>]

  init(_ strings: [String]) {
    texts = strings.map { string in
      let bytes = Array(string.utf8)
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
      for index in bytes.indices { copy[index] = CChar(bitPattern: bytes[index]) }
      copy[bytes.count] = 0
      return UnsafePointer(copy)
    }
  }

  var count: Int { texts.count }

  /// `nil` beyond the last one.
  subscript(index: Int) -> UnsafePointer<CChar>? {
    texts.indices.contains(index) ? texts[index] : nil
  }
}

internal import CKammerton

// Settings begin with their size in bytes, so that later versions can be longer. There is one version so
// far: its size is the only one.

/// Fills settings with `defaults`, and sets their size.
func fill<Settings: BitwiseCopyable>(
  _ place: UnsafeMutablePointer<Settings>?, size: Int, _ defaults: Settings
) -> ktn_status {
  status { () throws(Refusal) in
    let place = try required(place)
    try require(size == MemoryLayout<Settings>.stride, KTN_WRONG_SIZE)
    place.pointee = defaults
    UnsafeMutableRawPointer(place).storeBytes(
      of: UInt32(MemoryLayout<Settings>.stride), as: UInt32.self)
  }
}

/// Returns the settings behind a pointer, if their size is right.
func settings<Settings: BitwiseCopyable>(
  _ place: UnsafePointer<Settings>?
) throws(Refusal) -> Settings {
  let place = try required(place)
  let size = UnsafeRawPointer(place).load(as: UInt32.self)
  try require(Int(size) == MemoryLayout<Settings>.stride, KTN_WRONG_SIZE)
  return place.pointee
}

/// The largest block, in samples, that trackers process without allocating.
let blockSize = 8192

/// Returns the samples behind a pointer, which may be `nil` if there are none.
func samples<Element>(
  _ pointer: UnsafePointer<Element>?, _ count: Int
) throws(Refusal) -> UnsafeBufferPointer<Element> {
  try require((0...Int(KTN_SAMPLE_LIMIT)).contains(count), KTN_COUNT_TOO_LARGE)
  return UnsafeBufferPointer(start: count > 0 ? try required(pointer) : nil, count: count)
}

/// Returns the room for samples behind a pointer, with the checks of ``samples(_:_:)``.
func room<Element>(
  _ pointer: UnsafeMutablePointer<Element>?, _ count: Int
) throws(Refusal) -> UnsafeMutableBufferPointer<Element> {
  try require((0...Int(KTN_SAMPLE_LIMIT)).contains(count), KTN_COUNT_TOO_LARGE)
  return UnsafeMutableBufferPointer(start: count > 0 ? try required(pointer) : nil, count: count)
}

/// Copies elements to the room behind a pointer, and stores their number in `count`, even if there is no
/// room for them.
func copy<Element>(
  _ elements: [Element], to pointer: UnsafeMutablePointer<Element>?, capacity: Int,
  count: UnsafeMutablePointer<Int>?
) throws(Refusal) {
  try required(count).pointee = elements.count
  try require(elements.count <= capacity, KTN_BUFFER_TOO_SMALL)
  guard !elements.isEmpty else { return }
  let place = try required(pointer)
  for index in elements.indices { place[index] = elements[index] }
}

extension UnsafeBufferPointer {
  /// Calls a function with one block after the other, none of them larger than ``blockSize``.
  func forEachBlock(_ body: (UnsafeBufferPointer<Element>) -> Void) {
    var start = 0
    while start < count {
      let end = Swift.min(count, start + blockSize)
      body(UnsafeBufferPointer(rebasing: self[start..<end]))
      start = end
    }
  }
}

/// The largest number of bytes that are read of a name: more than any name has.
let longestName = 256

/// Returns the bytes of a text that ends with a zero byte.
///
/// - Parameters:
///   - pointer: The text.
///   - limit: The largest number of bytes that are read.
/// - Returns: Its UTF-8, without the zero byte; only the beginning of a long text.
func utf8(_ pointer: UnsafePointer<CChar>, limit: Int = longestName) -> [UInt8] {
  var bytes: [UInt8] = []
  while bytes.count < limit, pointer[bytes.count] != 0 {
    bytes.append(UInt8(bitPattern: pointer[bytes.count]))
  }
  return bytes
}

/// Returns the text behind a pointer; invalid UTF-8 is replaced.
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

internal import CKammerton

/// The largest block that trackers take without allocating.
let blockSize = 8192

/// The samples behind a pointer, which may be `nil` if there are none.
func samples<Element>(
  _ pointer: UnsafePointer<Element>?, _ count: Int
) throws(Refusal) -> UnsafeBufferPointer<Element> {
  try require((0...Int(KTN_SAMPLE_LIMIT)).contains(count), KTN_COUNT_TOO_LARGE)
  return UnsafeBufferPointer(start: count > 0 ? try required(pointer) : nil, count: count)
}

/// Room for samples behind a pointer; as ``samples(_:_:)``.
func room<Element>(
  _ pointer: UnsafeMutablePointer<Element>?, _ count: Int
) throws(Refusal) -> UnsafeMutableBufferPointer<Element> {
  try require((0...Int(KTN_SAMPLE_LIMIT)).contains(count), KTN_COUNT_TOO_LARGE)
  return UnsafeMutableBufferPointer(start: count > 0 ? try required(pointer) : nil, count: count)
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

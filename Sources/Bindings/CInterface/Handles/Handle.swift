internal import CKammerton

// A handle is a retained object: C frees it once, and must not use it afterwards. Initialisers of these
// classes do not throw, because Embedded Swift would leak the object that was begun.

/// Creates an object and stores a handle to it for the caller; null if it is refused.
func create<Object: AnyObject>(
  _ place: UnsafeMutablePointer<OpaquePointer?>?, _ make: () throws(Refusal) -> Object
) -> ktn_status {
  status { () throws(Refusal) in
    let place = try required(place)
    place.pointee = nil
    place.pointee = OpaquePointer(Unmanaged.passRetained(try make()).toOpaque())
  }
}

/// The object behind a handle.
func object<Object: AnyObject>(_ handle: OpaquePointer?) throws(Refusal) -> Object {
  let address = UnsafeRawPointer(try required(handle))
  return Unmanaged<Object>.fromOpaque(address).takeUnretainedValue()
}

/// Frees an object and everything that it owns. Does nothing for null.
func free<Object: AnyObject>(_: Object.Type, _ handle: OpaquePointer?) {
  guard let handle else { return }
  Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
}

/// Results in order of time, kept until the caller reads them.
///
/// Allocates only for more results than have ever waited at once.
struct ResultQueue<Element: BitwiseCopyable> {
  private var elements: [Element] = []
  private var start = 0  // the first element that has not been read

  /// - Parameter capacity: The number of results that fit without another allocation.
  init(capacity: Int) { elements.reserveCapacity(capacity) }

  /// The number of results that have not been read.
  var count: Int { elements.count - start }

  mutating func append(_ element: Element) {
    if elements.count == elements.capacity, start > elements.count / 2 {
      elements.removeFirst(start)
      start = 0
    }
    elements.append(element)
  }

  /// Drops the oldest result.
  mutating func removeFirst() { start += 1 }

  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    start = 0
  }

  /// Moves up to `capacity` of the oldest results to `place`, and stores their number in `count`.
  /// `place` may be `nil` if `capacity` is 0.
  mutating func read(
    _ place: UnsafeMutablePointer<Element>?, capacity: Int, count: UnsafeMutablePointer<Int>?
  ) throws(Refusal) {
    let readCount = try required(count)
    try require(capacity >= 0, KTN_COUNT_TOO_LARGE)
    let most = min(capacity, self.count)
    if capacity > 0 {
      let place = try required(place)
      for index in 0..<most { place[index] = elements[start + index] }
    }
    readCount.pointee = most
    start += most
    if start == elements.count { removeAll() }
  }
}

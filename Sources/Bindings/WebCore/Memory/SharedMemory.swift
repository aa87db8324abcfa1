// What both sides of the border read and write has one place for as long as its owner lives.

/// The most samples that are taken, or given, at once.
let blockLimit = 8192

/// Values that the page's side sees at a fixed address.
struct SharedMemory<Element: BitwiseCopyable>: ~Copyable {
  let values: UnsafeMutableBufferPointer<Element>

  init(repeating value: Element, count: Int) {
    values = .allocate(capacity: count)
    values.initialize(repeating: value)
  }

  deinit { values.deallocate() }

  var address: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(values.baseAddress) }

  subscript(index: Int) -> Element {
    get { values[index] }
    nonmutating set { values[index] = newValue }
  }
}

// A position has a name, which the page's side gets from here (Vocabulary), and its number.

extension SharedMemory {
  subscript(position: some RawRepresentable<Int>) -> Element {
    get { values[position.rawValue] }
    nonmutating set { values[position.rawValue] = newValue }
  }
}

extension UnsafeMutableBufferPointer {
  subscript(position: some RawRepresentable<Int>) -> Element {
    get { self[position.rawValue] }
    nonmutating set { self[position.rawValue] = newValue }
  }
}

/// Gives an object to the page's side, which keeps it until it calls `release`.
func handle(_ object: AnyObject) -> UnsafeMutableRawPointer {
  Unmanaged.passRetained(object).toOpaque()
}

/// The object behind a handle, which must be one that `handle` gave.
func object<Object: AnyObject>(_ handle: UnsafeMutableRawPointer) -> Object {
  Unmanaged<Object>.fromOpaque(handle).takeUnretainedValue()
}

/// Frees an object and everything that it owns.
func release<Object: AnyObject>(_: Object.Type, _ handle: UnsafeMutableRawPointer) {
  Unmanaged<Object>.fromOpaque(handle).release()
}

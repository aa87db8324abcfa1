import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Counts how often Enter is pressed on standard input, if that is a terminal.
final class EnterKey: Sendable {
  private let count = Atomic(0)
  private let queue = DispatchQueue(label: "kammerton.enter")
  // Created in `init` and only ever cancelled, which is safe from any thread.
  nonisolated(unsafe) private let source: (any DispatchSourceRead)?

  /// True if there is a key to press.
  var isAvailable: Bool { source != nil }

  init() {
    guard isatty(0) == 1 else {
      source = nil
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: 0, queue: queue)
    self.source = source
    source.setEventHandler { [weak self] in
      var bytes = [UInt8](repeating: 0, count: 256)
      let length = read(0, &bytes, bytes.count)
      guard length > 0 else { return source.cancel() }
      let lines = bytes.prefix(length).count { $0 == 0x0A }
      self?.count.add(lines, ordering: .relaxed)
    }
    source.resume()
  }

  deinit { source?.cancel() }

  /// Returns true once for each time that Enter was pressed.
  func take() -> Bool {
    guard count.load(ordering: .relaxed) > 0 else { return false }
    count.subtract(1, ordering: .relaxed)
    return true
  }
}

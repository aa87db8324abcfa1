import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads keys from a terminal in the background.
package final class KeyReader: Sendable {
  private let queue = DispatchQueue(label: "kammerton.keys")
  private let decoder = Mutex(KeyDecoder())
  private let handler: @Sendable (KeyPress) -> Void
  private let fileDescriptor: Int32
  // Created in `init` and only ever cancelled, which is safe from any thread.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// - Parameters:
  ///   - fileDescriptor: A terminal in raw mode; it stays open.
  ///   - handler: Called for every key, on a queue of the reader.
  package init(fileDescriptor: Int32, handler: @escaping @Sendable (KeyPress) -> Void) {
    self.fileDescriptor = fileDescriptor
    self.handler = handler
    source = DispatchSource.makeReadSource(fileDescriptor: fileDescriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.readAvailable() }
    source.resume()
  }

  deinit {
    source.cancel()
  }

  private func readAvailable() {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(fileDescriptor, &bytes, bytes.count)
    guard count > 0 else {
      if count == 0 || (errno != EINTR && errno != EAGAIN) { source.cancel() }  // terminal gone
      return
    }
    let (keys, isIncomplete) = decoder.withLock { decoder in
      (decoder.decode(bytes.prefix(count)), decoder.isIncomplete)
    }
    keys.forEach(handler)
    if isIncomplete { flushSoon() }
  }

  /// A terminal sends the rest of a sequence at once; a lone escape byte is the key itself.
  private func flushSoon() {
    queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [weak self] in
      guard let self else { return }
      decoder.withLock { $0.flush() }.forEach(handler)
    }
  }
}

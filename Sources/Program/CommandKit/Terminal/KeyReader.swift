import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads keys from a terminal in the background.
final class KeyReader: Sendable {
  private let queue = DispatchQueue(label: "kammerton.keys")
  private let decoder = Mutex(KeyDecoder())
  private let handler: @Sendable (KeyPress) -> Void
  private let fileDescriptor: Int32
  // Created in `init` and only ever cancelled, which is safe from any thread.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// - Parameters:
  ///   - fileDescriptor: A terminal in raw mode; it stays open.
  ///   - handler: Called for every key, on a queue of the reader.
  init(fileDescriptor: Int32, handler: @escaping @Sendable (KeyPress) -> Void) {
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

/// A key press that the tuner understands.
package enum KeyPress: Hashable, Sendable {
  case left, right, up, down
  case escape
  case enter
  case backspace
  case character(Character)
}

/// Decodes the bytes that a terminal sends into key presses.
///
/// Escape sequences and multi-byte characters may arrive in pieces; the decoder keeps the piece
/// until the rest comes, or until ``flush()`` ends the wait.
struct KeyDecoder {
  private var pending: [UInt8] = []

  /// True while the bytes so far could be the start of a longer key.
  var isIncomplete: Bool { !pending.isEmpty }

  /// Appends bytes and returns the keys that are now complete, in order.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [KeyPress] {
    pending.append(contentsOf: bytes)
    var keys: [KeyPress] = []
    while let (key, length) = Self.firstKey(of: pending) {
      pending.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Ends the wait: a lone escape byte was the Escape key, anything else is dropped.
  mutating func flush() -> [KeyPress] {
    defer { pending.removeAll() }
    return pending == [Self.escape] ? [.escape] : []
  }

  private static let escape: UInt8 = 0x1B

  /// Returns the first key and its length in bytes; no key for an unknown sequence, and `nil` while
  /// it is incomplete.
  private static func firstKey(of bytes: [UInt8]) -> (KeyPress?, Int)? {
    guard let first = bytes.first else { return nil }
    if first == escape { return escapeSequence(bytes) }
    switch first {
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case ..<0x20: return (nil, 1)
    default: break
    }
    return character(bytes)
  }

  private static func escapeSequence(_ bytes: [UInt8]) -> (KeyPress?, Int)? {
    guard bytes.count >= 2 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["):
      // ECMA-48: parameters and intermediates in 0x20...0x3F, one final byte in 0x40...0x7E.
      for index in bytes.indices.dropFirst(2) {
        switch bytes[index] {
        case 0x20...0x3F: continue
        case 0x40...0x7E: return (arrow(bytes[index]), index + 1)
        default: return (nil, index)  // broken off: what follows is a new key
        }
      }
      return bytes.count > 32 ? (nil, bytes.count) : nil
    case UInt8(ascii: "O"):  // application cursor keys
      guard bytes.count >= 3 else { return nil }
      return (arrow(bytes[2]), 3)
    case escape:
      return (.escape, 1)
    default:  // Alt with a key: not ours
      return (nil, 2)
    }
  }

  private static func arrow(_ final: UInt8) -> KeyPress? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    default: nil
    }
  }

  private static func character(_ bytes: [UInt8]) -> (KeyPress?, Int)? {
    let length =
      switch bytes[0] {
      case ..<0x80: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0 else { return (nil, 1) }
    let piece = bytes.prefix(length)
    guard piece.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return (nil, 1) }
    guard piece.count == length else { return nil }
    guard let text = String(validating: piece, as: UTF8.self), let character = text.first else {
      return (nil, length)
    }
    return (.character(character), length)
  }
}

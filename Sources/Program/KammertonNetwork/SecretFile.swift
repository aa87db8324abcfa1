import CommandKit
import MessageCommands
import Pairing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file that keeps the secret of a pairing: 64 hexadecimal digits and a line end.
enum SecretFile {
  /// Writes a secret, readable by its owner alone. Copies made on the way are wiped.
  static func write(_ secret: PairedSecret, to path: String) throws(OutputError) {
    var text = [UInt8](repeating: 10, count: 2 * PairedSecret.byteCount + 1)
    defer { wipe(&text) }
    let digits = Array("0123456789abcdef".utf8)
    secret.withUnsafeBytes { bytes in
      for (index, byte) in bytes.enumerated() {
        text[2 * index] = digits[Int(byte >> 4)]
        text[2 * index + 1] = digits[Int(byte & 15)]
      }
    }
    let file = try AtomicTextFile(path: path, isPrivate: true)
    try file.write(text)
    try file.finish()
  }

  /// Reads what ``write(_:to:)`` has written.
  static func read(_ path: String) throws -> PairedSecret {
    guard !FileAccess.isOpenToAll(path) else { throw ExposedSecret(path: path) }
    var text = try ByteInput.read(path, limit: 2 * PairedSecret.byteCount + 2)
    defer { wipe(&text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(PairedSecret.byteCount)  // growing would leave copies behind
    defer { wipe(&bytes) }
    if text.last == 10 { text.removeLast() }
    for start in stride(from: 0, to: text.count - 1, by: 2) {
      guard let high = digit(text[start]), let low = digit(text[start + 1]) else { break }
      bytes.append(high << 4 | low)
    }
    guard text.count == 2 * PairedSecret.byteCount, let secret = PairedSecret(bytes) else {
      throw NoSecret(path: path)
    }
    return secret
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Overwrites memory in a way that no optimizer removes.
  private static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      #if canImport(Darwin)
        memset_s(start, buffer.count, 0, buffer.count)
      #else
        explicit_bzero(start, buffer.count)
      #endif
    }
  }
}

/// A file that does not hold the secret of a pairing.
struct NoSecret: Error, CustomStringConvertible {
  var path: String

  var description: String {
    "\(path) does not hold the 64 hexadecimal digits of a shared secret. To write one on each "
      + "device, run kammerton pair --save-secret FILE."
  }
}

/// A secret that other users of this machine may know.
struct ExposedSecret: Error, CustomStringConvertible {
  var path: String

  var description: String {
    "Every user of this machine has access to the secret \(path). If one of them may have used "
      + "that, pair the devices again; otherwise run chmod 600 on it."
  }
}

extension PairedSecret: MessageSecret {}

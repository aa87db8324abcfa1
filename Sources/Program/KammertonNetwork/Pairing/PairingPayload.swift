import CommandKit
import Pairing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where the payload of an offer comes from.
enum PairingPayload: Equatable {
  /// An argument, which every user of this machine sees in the list of processes.
  case argument(String)
  /// A file; `-` is standard input.
  case file(String)

  /// - Throws: `PayloadError` if it cannot be read, or is not text.
  func text() throws -> String {
    guard case .file(let path) = self else {
      guard case .argument(let text) = self else { return "" }
      return text
    }
    let bytes = try ByteInput.read(path, limit: 65_536)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw PayloadIsNoText() }
    // Editors and echo end a text with a line end that nobody means.
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Where the user answers, then: the terminal, if standard input brings the payload.
  var answers: Int32? {
    guard self == .file("-") else { return 0 }
    let descriptor = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY)
    return descriptor >= 0 ? descriptor : nil
  }
}

/// A payload that is no UTF-8.
struct PayloadIsNoText: Error, CustomStringConvertible {
  var description: String {
    "The payload is not UTF-8 text. To send any bytes, use kammerton send."
  }
}

/// Standard input brings the payload, and there is no terminal to answer on.
struct NobodyToCompare: Error, CustomStringConvertible {
  init() {}

  var description: String {
    "Standard input carries the payload, and there is no terminal to type the digits on. "
      + "Give --payload-file FILE, or --yes if nobody is to compare them."
  }
}

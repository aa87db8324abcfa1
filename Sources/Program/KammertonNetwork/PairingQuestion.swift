import CommandKit
import Pairing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Asks on the terminal for the digits that the other device shows.
struct PairingQuestion: Sendable {
  /// `true` to pair without asking for the other device's digits.
  let isAnswered: Bool
  /// The descriptor of the answers: standard input, or the terminal if that brings the payload.
  var descriptor: Int32 = 0
  /// Writes a line for the user.
  private let write: @Sendable (String) -> Void

  init(
    isAnswered: Bool, descriptor: Int32 = 0, write: @escaping @Sendable (String) -> Void = complain
  ) {
    self.isAnswered = isAnswered
    self.descriptor = descriptor
    self.write = write
  }

  /// The number of times that someone may type other digits; then they do not match.
  static let tries = 3

  func ask(_ digits: PairingDigits) async -> Bool {
    guard !isAnswered else {
      write("This device shows \(digits). The other device's digits were not asked for (--yes).")
      return true
    }
    write(
      """
      This device shows \(digits); type that on the other device. Here, type the six digits that the \
      other device shows, or n if it shows none, then press Enter.
      """)
    tcflush(descriptor, TCIFLUSH)  // what was typed before is not an answer
    var lines = LineReader(descriptor: descriptor)
    var misses = 0
    while !Task.isCancelled {
      switch lines.next() {
      case .line(let line):
        switch PairingAnswer(line, to: digits) {
        case .match: return true
        case .noneShown: return false
        case .otherDigits:
          misses += 1
          guard misses < Self.tries else { return false }
          // The same words whatever was typed: they tell nothing of the digits that would be right.
          write(
            """
            These digits do not match. Type those that the other device shows, not those above, or \
            n if it shows none. Tries left: \(Self.tries - misses).
            """)
        case .unclear:
          write("Type the six digits that the other device shows, or n if it shows none.")
        }
      case .ended: return false
      case .nothingYet: try? await Task.sleep(for: .milliseconds(50))
      }
    }
    return false
  }
}

/// Reads the lines of a descriptor that are available, without waiting.
private struct LineReader {
  enum Event {
    case line(String)
    case nothingYet
    case ended
  }

  let descriptor: Int32
  private var bytes: [UInt8] = []
  /// The length of the longest line, in bytes; longer ones end the reading.
  private static let longestLine = 4096

  init(descriptor: Int32) { self.descriptor = descriptor }

  mutating func next() -> Event {
    while true {
      if let end = bytes.firstIndex(of: 10) {
        defer { bytes.removeSubrange(...end) }
        return .line(String(decoding: bytes[..<end], as: UTF8.self))
      }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 0) > 0 else { return .nothingYet }
      var buffer = [UInt8](repeating: 0, count: 256)
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0, bytes.count < Self.longestLine else { return .ended }
      bytes += buffer[..<count]
    }
  }
}

/// The answer of a user who has looked at the other device.
enum PairingAnswer: Equatable {
  /// The digits that the other device should show.
  case match
  /// The other device shows none.
  case noneShown
  /// Other digits: mistyped, those of this device, or of someone in between.
  case otherDigits
  /// Neither digits nor an n.
  case unclear

  /// Parses a line: the six digits, with or without blanks, or `n`.
  ///
  /// The user types the digits and not a yes, so that nobody agrees without having looked.
  init(_ line: String, to digits: PairingDigits) {
    let text = line.filter { !$0.isWhitespace }
    let isNumber = text.utf8.count == 6 && text.utf8.allSatisfy { (48...57).contains($0) }
    if isNumber {
      self = digits.match(text) ? .match : .otherDigits
    } else {
      self = text == "n" || text == "N" ? .noneShown : .unclear
    }
  }
}

import CommandKit
import Pairing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Asks on the terminal for the digits that the other device shows.
struct PairingQuestion: Sendable {
  /// `true` to accept the digits without asking.
  let isAnswered: Bool
  /// The descriptor of the answers: standard input, or the terminal if that brings the payload.
  var descriptor: Int32 = 0

  init(isAnswered: Bool, descriptor: Int32 = 0) {
    self.isAnswered = isAnswered
    self.descriptor = descriptor
  }

  /// The number of times that someone may mistype the digits; after that they count as different.
  static let tries = 3

  func ask(_ string: ShortString) async -> Bool {
    guard !isAnswered else {
      complain("The digits are \(string). They were accepted without asking (--yes).")
      return true
    }
    complain(
      """
      This device shows \(string). Type the six digits that the other device shows, or n if they \
      differ, then press Enter.
      """)
    tcflush(descriptor, TCIFLUSH)  // what was typed before is not an answer
    var lines = LineReader(descriptor: descriptor)
    var misses = 0
    while !Task.isCancelled {
      switch lines.next() {
      case .line(let line):
        switch PairingAnswer(line, to: string) {
        case .same: return true
        case .different: return false
        case .otherDigits:
          misses += 1
          guard misses < Self.tries else { return false }
          complain(
            "These digits differ from \(string). Check the other device, and type its digits, or n."
          )
        case .unclear:
          complain("Type the six digits that the other device shows, or n if they differ.")
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
  /// The other device shows the same digits.
  case same
  /// The user has typed that they differ.
  case different
  /// Other digits: mistyped, or they differ.
  case otherDigits
  /// Neither digits nor an n.
  case unclear

  /// Parses a line: the six digits, with or without blanks, or `n`.
  ///
  /// The user types the digits and not a yes, so that nobody agrees without having looked.
  init(_ line: String, to string: ShortString) {
    let text = line.filter { !$0.isWhitespace }
    let isNumber = text.utf8.count == 6 && text.utf8.allSatisfy { (48...57).contains($0) }
    if isNumber {
      self = text == string.digits ? .same : .otherDigits
    } else {
      self = text == "n" || text == "N" ? .different : .unclear
    }
  }
}

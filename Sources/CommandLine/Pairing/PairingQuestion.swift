import Pairing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Asks on the terminal whether both devices show the same digits.
struct PairingQuestion: Sendable {
  /// Whether the answer is yes without asking.
  let isAnswered: Bool

  func ask(_ string: ShortString) async -> Bool {
    guard !isAnswered else {
      complain("The digits are \(string), and are not compared (--yes).")
      return true
    }
    complain("The other device must show \(string). Type y if it does, n if not, and Enter.")
    tcflush(0, TCIFLUSH)  // what was typed before is no answer
    while !Task.isCancelled {
      if let answer = readAnswer() { return answer }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return false
  }

  /// - Returns: `nil` as long as there is none; no at the end of the input.
  private func readAnswer() -> Bool? {
    var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 0) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(0, &buffer, buffer.count)
    guard count > 0 else { return false }
    switch buffer.first(where: { $0 > 32 }) {
    case UInt8(ascii: "y"), UInt8(ascii: "Y"): return true
    case UInt8(ascii: "n"), UInt8(ascii: "N"): return false
    default: return nil
    }
  }
}

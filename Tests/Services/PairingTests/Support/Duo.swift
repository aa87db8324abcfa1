import SignalProcessing

@testable import Pairing

/// Two devices that hear each other perfectly, and whose users approve at once.
struct Duo {
  var offer: PairingOffer
  var join: PairingJoin
  var offererResult: PairingResult?
  var joinerResult: PairingResult?
  var digits: [PairingRole: PairingDigits] = [:]
  /// All that was said, in order.
  var messages: [[UInt8]] = []

  init(
    handOver: HandOver? = nil, route: OfferRoute = .sound,
    offererSecrets: PairingSecrets = PairingSecrets(),
    joinerSecrets: PairingSecrets = PairingSecrets()
  ) throws {
    let window = try PairingWindow(start: 0)
    offer = try PairingOffer(
      handOver: handOver, route: route, window: window, secrets: offererSecrets)
    join = PairingJoin(window: window, secrets: joinerSecrets)
  }

  /// Talks until somebody has nothing to answer. `change` is what becomes of a message in the air, by
  /// its number from 0.
  mutating func talk(change: (Int, [UInt8]) -> [UInt8] = { $1 }) throws(PairingError) {
    var speaker = PairingRole.offerer
    var message = offer.standing
    while let said = message, messages.count < 100 {
      messages.append(said)
      let heard = change(messages.count - 1, said)
      message = try deliver(heard, to: speaker.other)
      speaker = speaker.other
    }
  }

  /// - Returns: The answer.
  mutating func deliver(
    _ message: [UInt8], to role: PairingRole, at now: Double = 1
  ) throws(PairingError) -> [UInt8]? {
    if role == .offerer {
      return try Self.deliver(message, &offer, &offererResult, &digits, at: now)
    }
    return try Self.deliver(message, &join, &joinerResult, &digits, at: now)
  }

  private static func deliver(
    _ message: [UInt8], _ session: inout some PairingSession, _ result: inout PairingResult?,
    _ shown: inout [PairingRole: PairingDigits], at now: Double
  ) throws(PairingError) -> [UInt8]? {
    switch try session.receive(message, at: now) {
    case .ignore: return nil
    case .proceed: return session.standing
    case .answer(let answer): return answer
    case .compare(let digits, let answer):
      shown[session.role] = digits
      try session.approve(at: now)
      return answer ?? session.standing
    case .finish(let value, let answer):
      result = value
      return answer
    }
  }
}

extension Duo {
  /// Whether each user, typing what the other device shows, would be believed.
  var areMutual: Bool {
    guard let offerer = digits[.offerer], let joiner = digits[.joiner] else { return false }
    return offerer.match(joiner.shown) && joiner.match(offerer.shown)
  }
}

/// What was said in an honest run that hands over so many bytes of text.
func honestMessages(textByteCount: Int = 40) throws -> [[UInt8]] {
  var duo = try Duo(handOver: .text(String(repeating: "x", count: textByteCount)))
  try duo.talk()
  return duo.messages
}

/// The bytes of hexadecimal digits.
func bytes(_ digits: String) -> [UInt8] {
  let values = digits.filter { !$0.isWhitespace }.compactMap { $0.hexDigitValue }
  return stride(from: 0, to: values.count - 1, by: 2).map { index in
    UInt8(values[index] << 4 | values[index + 1])
  }
}

/// Random bytes from a seed.
func random(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
  (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
}

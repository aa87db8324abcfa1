@testable import Pairing

/// Messages of a pairing, and what is handed over.
extension FuzzTarget {
  static let pairingTargets = [pairingMessage, pairingCourse, handOver]

  private static let pairingMessage = FuzzTarget(
    name: "pairing-message", longestInput: 96,
    seeds: {
      let identifier = PairingIdentifier([UInt8](1...8))
      let tag = [UInt8](repeating: 7, count: PairingMessage.tagByteCount)
      let contribution = PairingMessage.Contribution(
        identifier: identifier, publicKey: [UInt8](repeating: 3, count: 32),
        nonce: [UInt8](repeating: 4, count: 16))
      let commitment = [UInt8](repeating: 5, count: 32)
      let routes: [OfferRoute] = [
        .sound, address([192, 168, 1, 20]), address([0xFD] + [UInt8](repeating: 0, count: 15)),
      ]
      let offers = routes.map { PairingMessage.offer(route: $0, commitment: commitment) }
      let others: [PairingMessage] = [
        .join(contribution), .reveal(contribution), .joinerConfirmation(identifier, tag: tag),
        .offererConfirmation(identifier, partCount: 2, tag: tag),
        .part(identifier, index: 1, sealed: tag + [1, 2]),
        .receipt(identifier, next: 1, tag: tag),
        .farewell(identifier, from: .offerer, .stringsDiffer),
        .farewell(identifier, from: .joiner, .cancelled),
      ]
      return (offers + others).map(\.bytes)
    },
    read: { bytes in
      _ = OfferRoute(ofOffer: bytes)
      guard case .success(let message) = PairingMessage.read(bytes) else { return false }
      require(message.bytes == bytes, "a message is written as it was read")
      require(bytes.count <= 63, "a message fits a packet")
      return true
    })

  private static func address(_ bytes: [UInt8]) -> OfferRoute {
    LocalAddress(bytes: bytes, port: 40_000).map { .network($0) } ?? .sound
  }

  /// A whole pairing, in which somebody loses, repeats, changes and invents messages.
  private static let pairingCourse = FuzzTarget(
    name: "pairing-course", longestInput: 200, quickRuns: 8000,
    seeds: {
      let honest = [UInt8](repeating: 0, count: 12)
      return [
        honest, [0, 0, 1, 0] + honest, [0, 2, 1, 7] + honest, [0, 0, 0, 3, 0] + honest,
        [4, 3, 0xC1, 0x21, 0] + honest, [0, 0, 5, 20] + honest,
      ]
    },
    read: { bytes in
      var input = InputReader(bytes)
      guard var air = try? Air() else { return false }
      while !input.isAtEnd, air.step(&input) {}
      guard let (offerer, joiner) = air.results else { return false }
      require(offerer.sharedSecret == joiner.sharedSecret, "who has finished shares a secret")
      return true
    })

  private static let handOver = FuzzTarget(
    name: "hand-over", longestInput: 600,
    words: [
      "a4: 442", "temperament: ", "root: D", "piece: ", "https://", "[fd00::1]:8440", ":8440",
    ],
    seeds: {
      let settings = TunerHandOver(
        concertPitch: 442, temperament: "vallotti", root: "D", pieces: ["Bach, BWV 1043"])
      let all: [HandOver] = [
        .text("Hello,\n\tworld ♯"), .address("192.168.1.20:8440"), .address("[fd00::1]:8440"),
        .url("https://example.org/set-list"), .tuner(settings),
      ]
      return all.compactMap { try? $0.encoded() }
    },
    read: { bytes in
      guard let handOver = HandOver.decode(bytes) else { return false }
      // Settings are written in one way, which may be longer than what was read.
      guard handOver.text.utf8.count <= HandOver.byteLimit else { return true }
      let again = (try? handOver.encoded()).flatMap(HandOver.decode)
      require(again == handOver, "what is handed over can be handed on")
      return true
    })
}

/// Two sides with known keys, and everything that was said.
private struct Air {
  private var offer: PairingOffer
  private var join: PairingJoin
  private var said: [(role: PairingRole, message: [UInt8])] = []
  private var offererResult: PairingResult?
  private var joinerResult: PairingResult?
  private var now = 0.0

  init() throws {
    let window = try PairingWindow(start: 0)
    offer = try PairingOffer(
      handOver: .text("forty-two"), window: window, secrets: Self.secrets(1))
    join = PairingJoin(window: window, secrets: try Self.secrets(2))
    if let message = offer.standing { said.append((.offerer, message)) }
  }

  var results: (offerer: PairingResult, joiner: PairingResult)? {
    guard let offererResult, let joinerResult else { return nil }
    return (offererResult, joinerResult)
  }

  private static func secrets(_ number: UInt8) throws -> PairingSecrets {
    try PairingSecrets(
      privateKey: [UInt8](repeating: number, count: 32),
      nonce: [UInt8](repeating: number, count: 16))
  }

  /// - Returns: Whether anything was left to say.
  mutating func step(_ input: inout InputReader) -> Bool {
    guard var (role, message) = said.last else { return false }
    switch input.byte() % 8 {
    case 0, 6: break
    case 1:  // one bit is heard wrong
      let bit = input.index(256)
      if bit / 8 < message.count { message[bit / 8] ^= 1 << UInt8(bit % 8) }
    case 2: message = Array(message.prefix(input.index(64)))
    case 3: (role, message) = said[input.index(said.count)]  // said again
    case 4: message = input.bytes(input.index(64))
    case 5: now += Double(input.byte())
    default: role = role.other  // an echo
    }
    hear(message, from: role)
    return said.count < 60
  }

  private mutating func hear(_ message: [UInt8], from role: PairingRole) {
    if role == .joiner {
      Self.hear(message, &offer, &said, &offererResult, at: now)
    } else {
      Self.hear(message, &join, &said, &joinerResult, at: now)
    }
  }

  private static func hear(
    _ message: [UInt8], _ session: inout some PairingSession,
    _ said: inout [(role: PairingRole, message: [UInt8])], _ finished: inout PairingResult?,
    at now: Double
  ) {
    var answer: [UInt8]?
    switch try? session.receive(message, at: now) {
    case nil: answer = session.farewell
    case .ignore: return
    case .proceed: answer = session.standing
    case .answer(let message): answer = message
    case .compare(_, let message):
      try? session.approve(at: now)
      answer = message ?? session.standing
    case .finish(let result, let message):
      finished = result
      answer = message
    }
    if let answer {
      require((1...63).contains(answer.count), "an answer fits a packet")
      said.append((session.role, answer))
    }
  }
}

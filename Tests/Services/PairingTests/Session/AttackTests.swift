import SignalProcessing
import Testing

@testable import Pairing

@Suite("Attacks on a pairing")
struct AttackTests {
  @Test("every single flipped bit of every message is refused")
  func flippedBits() throws {
    let sizes = try honestMessages().map(\.count)
    for (number, size) in sizes.enumerated() {
      for bit in 0..<8 * size {
        var duo = try Duo(handOver: .text(String(repeating: "x", count: 40)))
        try? duo.talk { index, message in
          var message = message
          if index == number { message[bit / 8] ^= 1 << (bit % 8) }
          return message
        }
        // Only the joiner may have been done before, when its last receipt is what is damaged.
        #expect(duo.offererResult == nil)
        #expect(duo.joinerResult == nil || number == sizes.count - 1)
      }
    }
  }

  @Test("with somebody in the middle, neither user's digits match, and nothing is handed over")
  func middle() throws {
    var deceived = 0
    for _ in 0..<50 {
      var (left, right) = (try Duo(handOver: .text("secret")), try Duo())
      // left.offer ◀─▶ left.join is the attacker; the attacker's right.offer ◀─▶ right.join.
      let (offerer, joiner) = (try digits(of: &left).offerer, try digits(of: &right).joiner)
      if offerer.match(joiner.shown) { deceived += 1 }
      if joiner.match(offerer.shown) { deceived += 1 }
      // The users are told so, and nothing was handed over.
      left.offer.end(.stringsDiffer)
      #expect(left.joinerResult == nil)
      #expect(throws: PairingError.stringsDiffer) { try left.offer.approve(at: 2) }
    }
    #expect(deceived == 0)
  }

  private func digits(
    of duo: inout Duo
  ) throws -> (offerer: PairingDigits, joiner: PairingDigits) {
    _ = try duo.join.receive(try #require(duo.offer.standing), at: 1)
    let join = try #require(duo.join.standing)
    guard case .compare(let offerer, let reveal?) = try duo.offer.receive(join, at: 1),
      case .compare(let joiner, _) = try duo.join.receive(reveal, at: 1)
    else { throw PairingError.nothingToCompare }
    return (offerer, joiner)
  }

  @Test("what the user must type is in no text of a pairing, and in no message before or after")
  func noLeak() throws {
    var duo = try Duo(handOver: .text("secret"))
    try duo.talk()
    let (offerer, joiner) = (
      try #require(duo.digits[.offerer]), try #require(duo.digits[.joiner])
    )
    for (digits, secret) in [(offerer, joiner.shown), (joiner, offerer.shown)] {
      let action = PairingAction.compare(digits, saying: nil)
      for text in [
        "\(digits)", String(reflecting: digits), "\(action)", String(reflecting: action),
      ] {
        #expect(text.contains(digits.description))
        #expect(!text.filter { $0 != " " }.contains(secret))
      }
    }
    let result = try #require(duo.offererResult)
    for text in ["\(result)", String(reflecting: result)] { #expect(text == "paired") }
    for message in duo.messages {
      for digits in [offerer.shown, joiner.shown] {
        #expect(!String(decoding: message, as: UTF8.self).contains(digits))
      }
    }
  }

  @Test("digits that are nearly right do not match, nor does any other text")
  func nearlyRight() {
    let digits = PairingDigits(shown: "111111", expected: "042917")
    #expect(digits.match("042917"))
    for text in ["042918", "142917", "42917", "0429170", "042 917", "", "111111", "０４２９１７"] {
      #expect(!digits.match(text), "\(text)")
    }
  }

  @Test("both numbers are six digits, and the joiner's is never the offerer's")
  func numbers() {
    func bytes(_ number: UInt64) -> [UInt8] {
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    for (offerer, joiner, expected) in [
      (42_917, 7, ("042917", "000007")), (42_917, 42_916, ("042917", "042916")),
      (42_917, 42_917, ("042917", "042918")), (0, 0, ("000000", "000001")),
      (999_999, 999_998, ("999999", "999998")), (5, 999_998, ("000005", "999999")),
      (1_000_000, 999_999, ("000000", "000001")), (UInt64.max, 3, ("551615", "000003")),
    ] as [(UInt64, UInt64, (String, String))] {
      let both = PairingDigits.both(offerer: bytes(offerer), joiner: bytes(joiner))
      #expect(both == expected)
    }
  }

  @Test("a key or nonce chosen after the other's was heard does not fit the commitment")
  func lateChoice() throws {
    for change in [PairingSecrets(), nil] {
      var duo = try Duo()
      _ = try duo.join.receive(try #require(duo.offer.standing), at: 1)
      let join = try #require(duo.join.standing)
      guard case .compare(_, let reveal?) = try duo.offer.receive(join, at: 1),
        case .success(.reveal(var contribution)) = PairingMessage.read(reveal)
      else {
        Issue.record("no reveal")
        return
      }
      if let change { contribution.publicKey = change.publicKey }
      if change == nil { contribution.nonce[3] ^= 1 }
      let forged = PairingMessage.reveal(contribution).bytes
      #expect(throws: PairingError.commitmentBroken) { try duo.join.receive(forged, at: 1) }
    }
  }

  @Test("a recording of an offerer is refused by a new joiner, with the reason")
  func replayToJoiner() throws {
    let recording = try honestMessages()
    var join = PairingJoin(window: try PairingWindow(start: 0))
    #expect(try join.receive(recording[0], at: 1) == .proceed)
    #expect(throws: PairingError.offerTaken) { try join.receive(recording[2], at: 2) }
    #expect(throws: PairingError.offerTaken) { try join.receive(recording[4], at: 3) }
  }

  @Test("a recording of a joiner changes nothing for a new offer, which names it in the end")
  func replayToOfferer() throws {
    let recording = try honestMessages()
    var offer = try PairingOffer(window: try PairingWindow(start: 0, lifetime: 30))
    for message in [recording[1], recording[3], recording[5]] {
      #expect(try offer.receive(message, at: 1) == .ignore(.otherPairing))
    }
    #expect(throws: PairingError.timedOut(.join, after: 30, heard: .otherPairing)) {
      try offer.check(at: 31)
    }
  }

  @Test("what a device hears of itself is no answer, nor is it with the other's header")
  func reflection() throws {
    for message in try honestMessages().enumerated() where message.offset % 2 == 0 {
      var offer = try PairingOffer(window: try PairingWindow(start: 0))
      #expect(try offer.receive(message.element, at: 1) == .ignore(.ownRole))
    }
    // The joiner's own confirmation, dressed up as the offerer's, has the wrong tag.
    var duo = try Duo()
    for role in [PairingRole.joiner, .offerer, .joiner] {
      let message = duo.messages.last ?? duo.offer.standing ?? []
      duo.messages.append(try #require(try duo.deliver(message, to: role)))
    }
    guard
      case .success(.joinerConfirmation(let identifier, let tag)) =
        PairingMessage.read(try #require(duo.messages.last))
    else {
      Issue.record("no confirmation")
      return
    }
    let mirrored = PairingMessage.offererConfirmation(identifier, partCount: 0, tag: tag).bytes
    #expect(throws: PairingError.confirmationWrong) { try duo.deliver(mirrored, to: .joiner) }
  }

  @Test("the offerer's own key comes back: refused")
  func ownKey() throws {
    let secrets = PairingSecrets()
    #expect(throws: PairingError.keyRefused) {
      try SessionKeys(secrets, otherPublicKey: secrets.publicKey, transcript: [])
    }
  }

  // The u-coordinates of small order on Curve25519 and its twist: 0, 1, -1 and the two of order 8, and
  // those that equal 0 and 1 once reduced (cr.yp.to/ecdh.html, "Validating public keys").
  @Test(
    "keys of small order, which give everybody the same secret, are refused",
    arguments: [
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
      "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ])
  func smallOrder(key: String) throws {
    var duo = try Duo()
    let offer = try #require(duo.offer.standing)
    let join = PairingMessage.join(
      .init(
        identifier: PairingIdentifier(offer.suffix(32)), publicKey: bytes(key),
        nonce: [UInt8](repeating: 7, count: 16)))
    #expect(throws: PairingError.keyRefused) { try duo.offer.receive(join.bytes, at: 1) }
    #expect(throws: PairingError.keyRefused) { try duo.offer.receive(join.bytes, at: 2) }
  }

  @Test("a second joiner ends the offer, and is told by the reveal that another was faster")
  func twoJoiners() throws {
    var duo = try Duo()
    let offer = try #require(duo.offer.standing)
    var other = PairingJoin(window: try PairingWindow(start: 0))
    #expect(try other.receive(offer, at: 1) == .proceed)
    let join = try #require(try duo.deliver(offer, to: .joiner))
    let reveal = try #require(try duo.deliver(join, to: .offerer))
    #expect(throws: PairingError.offerTaken) { try other.receive(reveal, at: 2) }

    let late = try #require(try joinMessage(to: offer))
    #expect(throws: PairingError.twoDevices) { try duo.offer.receive(late, at: 3) }
    let farewell = try #require(duo.offer.farewell)
    #expect(throws: PairingError.endedByOther(.twoDevices)) {
      try duo.join.receive(farewell, at: 4)
    }
  }

  private func joinMessage(to offer: [UInt8]) throws -> [UInt8]? {
    var join = PairingJoin(window: try PairingWindow(start: 0))
    _ = try join.receive(offer, at: 1)
    return join.standing
  }

  @Test("messages out of order are ignored: none of 40 shuffles pairs before its time")
  func disorder() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<40 {
      var duo = try Duo(handOver: .text("secret"))
      try duo.talk()
      let messages = duo.messages.shuffled(using: &generator)
      var (offer, join) = (try Duo().offer, PairingJoin(window: try PairingWindow(start: 0)))
      for message in messages {
        let actions = [try? offer.receive(message, at: 1), try? join.receive(message, at: 1)]
        for case .finish? in actions { Issue.record("paired with an old recording") }
      }
    }
  }

  @Test("a part before the confirmation, and a part too far ahead, change nothing")
  func earlyParts() throws {
    var duo = try Duo(handOver: .text(String(repeating: "x", count: 100)))
    var parts: [[UInt8]] = []
    var message = duo.offer.standing
    var role = PairingRole.joiner
    while let said = message {
      if role == .joiner, duo.join.stage == .confirmation, parts.isEmpty,
        case .handOver = duo.offer.stage
      {
        parts = [said]
        var ahead = duo.join
        let identifier = PairingIdentifier(said.dropFirst(2))
        for index in [0, 2, 15] {
          let part = PairingMessage.part(
            identifier, index: index, sealed: [UInt8](repeating: 1, count: 20))
          #expect(try ahead.receive(part.bytes, at: 1) == .ignore(.outOfOrder))
        }
      }
      (message, role) = (try duo.deliver(said, to: role), role.other)
    }
    #expect(!parts.isEmpty && duo.joinerResult != nil)
  }
}

import Testing

@testable import Pairing

@Suite("Two honest devices")
struct HonestRunTests {
  @Test("show six digits each, share 32 secret bytes and hand over a text")
  func text() throws {
    var duo = try Duo(handOver: .text("see you at eight"))
    try duo.talk()
    let (offerer, joiner) = (try #require(duo.offererResult), try #require(duo.joinerResult))
    #expect(offerer == joiner)
    #expect(joiner.handOver == .text("see you at eight"))
    #expect(joiner.sharedSecret.bytes.count == 32)
    #expect(duo.areMutual)
    #expect(duo.digits.values.allSatisfy { $0.shown.utf8.count == 6 })
    #expect(duo.offer.stage == nil && duo.join.stage == nil)
  }

  @Test("show two different numbers each time: none is confirmed with what is on its own screen")
  func twoNumbers() throws {
    for _ in 0..<50 {
      var duo = try Duo()
      try duo.talk()
      let (offerer, joiner) = (
        try #require(duo.digits[.offerer]), try #require(duo.digits[.joiner])
      )
      #expect(offerer.shown != joiner.shown)
      #expect(!offerer.match(offerer.shown) && !joiner.match(joiner.shown))
    }
  }

  @Test("may hand over nothing")
  func nothing() throws {
    var duo = try Duo()
    try duo.talk()
    #expect(duo.joinerResult != nil && duo.joinerResult == duo.offererResult)
    #expect(duo.joinerResult?.handOver == nil)
    #expect(duo.messages.count == 6)
  }

  @Test(
    "hand over 0 to 574 bytes in messages of at most 63",
    arguments: [0, 1, 33, 34, 35, 36, 37, 70, 71, 300, 574])
  func sizes(count: Int) throws {
    let text = HandOver.text(String(repeating: "é", count: count / 2) + (count % 2 == 1 ? "x" : ""))
    var duo = try Duo(handOver: text)
    try duo.talk()
    #expect(duo.joinerResult?.handOver == text)
    #expect(duo.offererResult != nil)
    #expect(duo.messages.allSatisfy { $0.count <= 63 })
  }

  @Test("have other keys, digits and messages each time")
  func fresh() throws {
    let (one, other) = (try honestMessages(), try honestMessages())
    for (a, b) in zip(one, other) { #expect(a != b) }
    var (first, second) = (try Duo(), try Duo())
    try first.talk()
    try second.talk()
    #expect(first.joinerResult?.sharedSecret != second.joinerResult?.sharedSecret)
  }

  @Test("say nothing of what is handed over before both users have approved")
  func approvals() throws {
    var duo = try Duo(handOver: .text("secret"))
    let offer = try #require(duo.offer.standing)
    #expect(try duo.join.receive(offer, at: 1) == .proceed)
    let join = try #require(duo.join.standing)
    guard case .compare(_, let reveal?) = try duo.offer.receive(join, at: 2) else {
      Issue.record("a join must bring digits")
      return
    }
    guard case .compare = try duo.join.receive(reveal, at: 3) else {
      Issue.record("a reveal must bring digits")
      return
    }
    #expect(duo.join.standing == nil)  // no confirmation without the user
    try duo.join.approve(at: 4)
    let confirmation = try #require(duo.join.standing)
    #expect(try duo.offer.receive(confirmation, at: 5) == .proceed)
    #expect(duo.offer.standing == nil)  // nothing is handed over without the user
    #expect(duo.offer.stage == .comparison)
    try duo.offer.approve(at: 6)
    #expect(duo.offer.standing != nil)
    #expect(duo.offer.stage == .handOver)
  }

  @Test("answer again what was lost, at every step")
  func repetitions() throws {
    var duo = try Duo(handOver: .text(String(repeating: "x", count: 100)))
    var message = duo.offer.standing
    var role = PairingRole.joiner
    while let said = message {
      let answer = try duo.deliver(said, to: role)
      let again = try duo.deliver(said, to: role)
      // A repetition gets the same answer, or none where the other side repeats itself.
      #expect(again == nil || again == answer)
      (message, role) = (answer, role.other)
    }
    #expect(duo.joinerResult != nil && duo.joinerResult == duo.offererResult)
  }

  @Test("pair over a network route as well, to which the commitment is bound")
  func network() throws {
    let address = try #require(LocalAddress(bytes: [192, 168, 1, 20], port: 40_000))
    var duo = try Duo(route: .network(address))
    try duo.talk()
    #expect(duo.join.route == .network(address))
    #expect(duo.joinerResult != nil && duo.joinerResult == duo.offererResult)

    var diverted = try Duo(route: .network(address))
    try diverted.talk { number, message in
      var message = message
      if number == 0 { message[7] ^= 1 }  // another machine
      return message
    }
    #expect(diverted.join.stage == .reveal)  // it waits in vain for the key of such an offer
    #expect(diverted.joinerResult == nil && diverted.offererResult == nil)
  }
}

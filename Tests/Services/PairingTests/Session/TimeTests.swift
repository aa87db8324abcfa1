import Testing

@testable import Pairing

@Suite("The time window")
struct TimeTests {
  @Test("each stage says after its time what was missing")
  func stages() throws {
    let window = try PairingWindow(start: 100, lifetime: 60)
    var offer = try PairingOffer(window: window)
    var join = PairingJoin(window: window)
    #expect(throws: PairingError.timedOut(.join, after: 60, heard: nil)) {
      try offer.check(at: 160.1)
    }
    #expect(throws: PairingError.timedOut(.offer, after: 60, heard: nil)) {
      try join.check(at: 161)
    }
    // It stays over, whatever comes.
    #expect(throws: PairingError.timedOut(.offer, after: 60, heard: nil)) {
      try join.receive(try honestMessages()[0], at: 110)
    }
    #expect(offer.standing == nil && join.standing == nil && join.stage == nil)
  }

  @Test("a message after 120 s is refused; one at 119 s is not")
  func late() throws {
    var duo = try Duo()
    let offer = try #require(duo.offer.standing)
    var early = duo.join
    #expect(try early.receive(offer, at: 119) == .proceed)
    #expect(throws: PairingError.timedOut(.offer, after: 120, heard: nil)) {
      try duo.join.receive(offer, at: 121)
    }
  }

  @Test("a clock that goes back before the start, or is not-a-number, ends the pairing")
  func clocks() throws {
    for now in [-1, Double.nan] {
      var duo = try Duo()
      #expect(throws: PairingError.timedOut(.join, after: 120, heard: nil)) {
        try duo.offer.check(at: now)
      }
    }
  }

  @Test("lifetimes outside of 5...900 s are refused", arguments: [0, 4.9, 901, -Double.infinity])
  func lifetimes(seconds: Double) {
    #expect(throws: PairingError.lifetimeOutOfRange(seconds)) {
      try PairingWindow(start: 0, lifetime: seconds)
    }
    #expect(throws: PairingError.self) { try PairingWindow(start: 0, lifetime: .nan) }
  }

  @Test("approving before there are digits is refused, and harmless")
  func nothingToCompare() throws {
    var duo = try Duo()
    #expect(throws: PairingError.nothingToCompare) { try duo.offer.approve(at: 1) }
    #expect(throws: PairingError.nothingToCompare) { try duo.join.approve(at: 1) }
    try duo.talk()
    #expect(duo.joinerResult != nil)
  }

  @Test("where the digits do not match, the other device is told, whose error says so")
  func declining() throws {
    for role in PairingRole.allCases {
      var duo = try Duo(handOver: .text("secret"))
      _ = try duo.join.receive(try #require(duo.offer.standing), at: 1)
      guard
        case .compare(_, let reveal?) =
          try duo.offer.receive(try #require(duo.join.standing), at: 1)
      else { return }
      _ = try duo.join.receive(reveal, at: 1)
      if role == .offerer {
        duo.offer.end(.stringsDiffer)
        let farewell = try #require(duo.offer.farewell)
        #expect(throws: PairingError.endedByOther(.stringsDiffer)) {
          try duo.join.receive(farewell, at: 2)
        }
      } else {
        duo.join.end(.stringsDiffer)
        let farewell = try #require(duo.join.farewell)
        #expect(throws: PairingError.endedByOther(.stringsDiffer)) {
          try duo.offer.receive(farewell, at: 2)
        }
      }
    }
  }

  @Test(
    "a silence after the join is told as a possible attack: who stands between knows the digits first",
    arguments: [PairingStage.reveal, .comparison, .confirmation])
  func silence(stage: PairingStage) {
    let text = PairingError.timedOut(stage, after: 120, heard: nil).description
    #expect(text.contains("may be an attack") && text.contains("120 s"))
  }

  @Test(
    "where nobody has answered yet, no attack is suspected", arguments: [PairingStage.offer, .join])
  func nobodyThere(stage: PairingStage) {
    let text = PairingError.timedOut(stage, after: 120, heard: nil).description
    #expect(!text.contains("attack"))
  }

  @Test("every error says what to do, in one to four sentences")
  func descriptions() {
    let stages: [PairingStage] = [.offer, .join, .reveal, .comparison, .confirmation, .handOver]
    var errors: [PairingError] = stages.map { .timedOut($0, after: 60, heard: .otherPairing) }
    errors += FarewellReason.allCases.map { .endedByOther($0) }
    errors += [
      .commitmentBroken, .offerTaken, .twoDevices, .keyRefused, .confirmationWrong, .over, .cutOff,
      .handOverDamaged, .stringsDiffer, .cancelled, .handOverTooLong(600, limit: 574),
    ]
    for error in errors {
      let text = error.description
      #expect(text.hasSuffix(".") && text.count > 30 && !text.contains("PairingError"))
      #expect((1...4).contains(text.split(separator: ". ").count))
    }
  }
}

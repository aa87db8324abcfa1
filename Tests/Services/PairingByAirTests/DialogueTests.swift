import Pairing
import SoundModem
import Testing
import _TestSignals

@testable import PairingByAir

@Suite("Who speaks when")
struct DialogueTests {
  private func room(
    _ handOver: HandOver? = .text("see you at eight"), lifetime: Double = 120, seed: UInt64 = 1
  ) throws -> PacketRoom {
    let window = try PairingWindow(start: 0, lifetime: lifetime)
    return PacketRoom(
      [try PairingOffer(handOver: handOver, window: window)], [PairingJoin(window: window)],
      seed: seed)
  }

  private func expectPaired(_ room: PacketRoom, _ handOver: HandOver?) {
    let (offerer, joiner) = (room.offerers[0], room.joiners[0])
    #expect(offerer.dialogue.result != nil && offerer.dialogue.result == joiner.dialogue.result)
    #expect(joiner.dialogue.result?.handOver == handOver)
    #expect(PairingDigits.areMutual(offerer.digits, joiner.digits))
    #expect(offerer.failure == nil && joiner.failure == nil)
  }

  @Test("in a quiet room 8 packets do, within 25 s, 3 s of which are the users'")
  func quiet() throws {
    var room = try room()
    room.run(seconds: 120)
    expectPaired(room, .text("see you at eight"))
    #expect(room.packets.count == 8 && room.lostCount == 0)
    #expect(room.time < 25)
  }

  @Test("574 bytes go over in 40 packets")
  func long() throws {
    let text = HandOver.text(String(repeating: "x", count: 574))
    var room = try room(text)
    room.run(seconds: 120)
    expectPaired(room, text)
    #expect(room.packets.count <= 40)
  }

  @Test("if every third packet is lost, all of 30 pairs still succeed within 120 s")
  func losses() throws {
    for seed in Soak.seeds(30) {
      var room = try room(seed: seed)
      room.loss = 1.0 / 3
      room.run(seconds: 120)
      expectPaired(room, .text("see you at eight"))
    }
  }

  @Test("two pairs in one room pair among themselves or say why not; none gets another's text")
  func twoPairs() throws {
    let window = try PairingWindow(start: 0)
    for seed in Soak.seeds(10) {
      let offers = try ["one", "two"].map { try PairingOffer(handOver: .text($0), window: window) }
      var room = PacketRoom(
        offers, [PairingJoin(window: window), PairingJoin(window: window)], seed: seed)
      room.run(seconds: 130)
      for joiner in room.joiners {
        guard let result = joiner.dialogue.result else {
          #expect(joiner.failure != nil)
          continue
        }
        let offerer = try #require(room.offerers.first { $0.dialogue.result == result })
        #expect(PairingDigits.areMutual(offerer.digits, joiner.digits))
      }
      for offerer in room.offerers where offerer.dialogue.result == nil {
        #expect(offerer.failure != nil)
      }
    }
  }

  @Test("two joiners for one offer: never two results, and everybody without one has a reason")
  func twoJoiners() throws {
    let window = try PairingWindow(start: 0, lifetime: 60)
    for seed in Soak.seeds(10) {
      var room = PacketRoom(
        [try PairingOffer(handOver: .text("one"), window: window)],
        [PairingJoin(window: window), PairingJoin(window: window)], seed: seed)
      room.run(seconds: 70)
      let results = room.joiners.compactMap(\.dialogue.result)
      #expect(results.count <= 1)
      #expect(room.joiners.allSatisfy { $0.dialogue.result != nil || $0.failure != nil })
      let offerer = room.offerers[0]
      #expect(offerer.dialogue.result == results.first || offerer.failure != nil)
    }
  }

  @Test("a recording of a whole pairing, played to a new joiner: refused by name in 20 s")
  func replayToJoiner() throws {
    var recorded = try room()
    recorded.run(seconds: 120)
    var room = PacketRoom([], [PairingJoin(window: try PairingWindow(start: 0))])
    for packet in recorded.packets where packet.speaker == 0 {
      room.replay(packet.message, at: packet.start)
    }
    room.run(seconds: 130)
    #expect(room.joiners[0].failure == .offerTaken)
    #expect(room.joiners[0].digits == nil && room.time < 20)
  }

  @Test("a recording of a joiner, played to a new offer: nothing happens, and the end names it")
  func replayToOfferer() throws {
    var recorded = try room()
    recorded.run(seconds: 120)
    let window = try PairingWindow(start: 0, lifetime: 30)
    var room = PacketRoom([try PairingOffer(window: window)], [])
    let messages = recorded.packets.filter { $0.speaker == 100 }.map(\.message)
    for turn in 0..<12 { room.replay(messages[turn % messages.count], at: 2.2 * Double(turn)) }
    room.run(seconds: 130)
    #expect(room.offerers[0].failure == .timedOut(.join, after: 30, heard: .otherPairing))
    #expect(room.offerers[0].digits == nil && room.time < 31)
  }

  @Test("alone, an offer is said again and again, and ends when its time is up")
  func alone() throws {
    let window = try PairingWindow(start: 0, lifetime: 30)
    var room = PacketRoom([try PairingOffer(window: window)], [PairingJoin(window: window)])
    room.loss = 1
    room.run(seconds: 40)
    #expect(room.offerers[0].failure == .timedOut(.join, after: 30, heard: nil))
    #expect(room.joiners[0].failure == .timedOut(.offer, after: 30, heard: nil))
    #expect((6...12).contains(room.packets.count))
    #expect(room.packets.allSatisfy { $0.speaker == 0 })
  }

  @Test("while a user thinks for 90 s the other device repeats itself at most 15 times")
  func slowUser() throws {
    var room = try room()
    room.setThinking(ofOfferer: 0, 90)
    room.run(seconds: 130)
    expectPaired(room, .text("see you at eight"))
    #expect(room.packets.count <= 8 + 15)
  }

  @Test(
    "a refusal is told three times, and up to six to who goes on, so that two may be lost",
    arguments: Array(0...2) + [6])
  func farewells(lost: Int) throws {
    var room = try room(lifetime: 60)
    room.decline(offerer: 0)
    room.lostFarewells = lost
    room.run(seconds: 70)
    #expect(room.offerers[0].failure == .stringsDiffer)
    let expected: PairingError =
      lost < 6 ? .endedByOther(.stringsDiffer) : .timedOut(.confirmation, after: 60, heard: nil)
    #expect(room.joiners[0].failure == expected)
    let said = room.packets.filter {
      $0.speaker == 0 && $0.message == room.offerers[0].dialogue.session.farewell
    }
    #expect((3...6).contains(said.count))
  }

  @Test(
    "63 bytes are over before a message is said again, in every mode", arguments: ModemMode.allCases
  )
  func pace(mode: ModemMode) throws {
    let air = PairingAir(mode: mode)
    let sound = try AirMessage([UInt8](repeating: 1, count: 63), air: air).sound(sampleRate: 44_100)
    let pace = try AirPairing<PairingOffer>.pace(air)
    #expect(pace.repeatDelay > Double(sound.count) / 44_100 + 0.5)
  }
}

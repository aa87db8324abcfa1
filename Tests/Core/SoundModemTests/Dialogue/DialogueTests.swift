import SignalProcessing
import Testing
import _TestSignals

@testable import SoundModem

@Suite("Messages whose receivers answer")
struct DialogueTests {
  /// A message of 18 parts in desk, as longer messages go if the distance is not known.
  private func message(_ seed: UInt64, count: Int = 1000) throws -> OutgoingMessage {
    try outgoing(bytes(count, seed: seed), mode: .desk, seed: seed)
  }

  private func room(
    _ seed: UInt64, count: Int = 1000, receivers: Int = 1
  ) throws -> DialogueRoom {
    DialogueRoom([try message(seed, count: count)], receiverCount: receivers, seed: seed)
  }

  @Test("140 bytes of no known distance are said again and again without a receipt")
  func repeats() throws {
    var generator = SeededGenerator(seed: 1)
    let message = try OutgoingMessage(
      [UInt8](repeating: 7, count: 140), atLeast: nil, using: &generator)
    var dialogue = SendingDialogue(message, at: 0, using: &generator)
    var count = 0
    for second in 0..<60 where count < 4 {
      guard let turn = dialogue.turn(at: Double(second)) else { continue }
      #expect(turn.packetCount == 1 || count > 0)
      #expect(turn.mode == .room)
      count += turn.packetCount
      dialogue.hasSpoken(at: Double(second))
    }
    #expect(count >= 4)
  }

  @Test("in a quiet room 18 parts take 19 packets and one receipt, where without it were 23")
  func quiet() throws {
    var room = try room(1)
    room.run(seconds: 300)
    #expect(room.senders[0].dialogue.outcome == .confirmed)
    #expect(room.receivers[0].payloads == [bytes(1000, seed: 1)])
    #expect(room.senders[0].dialogue.packetCount == 19 && room.sounds == 20)
    #expect(try message(1).packetCount == 23)
  }

  @Test(
    "if packets are lost both ways, all of 100 messages arrive, once and unchanged",
    arguments: [(loss: 0.1, packets: 21.5), (0.3, 29.5)])
  func losses(loss: Double, packets: Double) throws {
    var count = 0
    for seed in Soak.seeds(100) {
      var room = try room(seed)
      room.loss = loss
      room.run(seconds: 600)
      #expect(room.senders[0].dialogue.outcome == .confirmed)
      #expect(room.receivers[0].payloads == [bytes(1000, seed: seed)])
      count += room.senders[0].dialogue.packetCount
    }
    #expect(Double(count) < Double(Soak.count(100)) * packets)
  }

  @Test("at 30 % loss, as many packets without a way back lose 5 of 100 messages or more")
  func withoutAnswers() throws {
    var arrivedCount = 0
    for seed in Soak.seeds(100) {
      let packets = try outgoing(
        bytes(1000, seed: seed), repairShare: 0.64, seed: seed
      ).heardPackets()
      #expect(packets.count == 30)
      var random = SeededGenerator(seed: seed)
      var assembler = MessageAssembler()
      let heard = packets.filter { _ in random.nextUniform() >= 0.3 }
      arrivedCount += events(heard, &assembler).messages.count
    }
    #expect(arrivedCount <= Soak.count(95))
  }

  @Test("at 60 % loss both ways 95 of 100 are confirmed, and no confirmation is wrong")
  func heavyLosses() throws {
    var confirmedCount = 0
    for seed in Soak.seeds(100) {
      var room = try room(seed)
      room.loss = 0.6
      room.run(seconds: 1200)
      let payloads = room.receivers[0].payloads
      let outcome = try #require(room.senders[0].dialogue.outcome)
      #expect(payloads == [bytes(1000, seed: seed)] || payloads.isEmpty)
      #expect(outcome == (payloads.isEmpty ? .unconfirmed(heardFrom: 0) : outcome))
      confirmedCount += outcome == .confirmed ? 1 : 0
    }
    #expect(confirmedCount >= Soak.count(95))
  }

  @Test("at 85 % loss nothing wrong happens: who has nothing is told, and the sender too")
  func hopeless() throws {
    for seed in Soak.seeds(50) {
      var room = try room(seed, count: 200)
      room.loss = 0.85
      room.run(seconds: 3000)
      let outcome = try #require(room.senders[0].dialogue.outcome)
      let receiver = room.receivers[0]
      if receiver.payloads.isEmpty {
        #expect(outcome == .unconfirmed(heardFrom: 0))
        #expect(receiver.gaveUpCount + receiver.abandonedCount > 0 || receiver.requestCount == 0)
      } else {
        #expect(receiver.payloads == [bytes(200, seed: seed)])
      }
    }
  }

  @Test("a receiver that appears after the first turn gets all of it", arguments: [25.0, 40])
  func late(arrival: Double) throws {
    for seed in Soak.seeds(20) {
      var room = try room(seed)
      room.receivers[0].arrival = arrival
      room.run(seconds: 600)
      #expect(room.senders[0].dialogue.outcome == .confirmed)
      #expect(room.receivers[0].payloads == [bytes(1000, seed: seed)])
    }
  }

  @Test("two receivers who lack different parts both get all, with fewer packets than one by one")
  func twoReceivers() throws {
    var (count, confirmedCount) = (0, 0)
    for seed in Soak.seeds(50) {
      var room = try room(seed, receivers: 2)
      room.loss = 0.3
      room.run(seconds: 1200)
      #expect(room.receivers.allSatisfy { $0.payloads == [bytes(1000, seed: seed)] })
      confirmedCount += room.senders[0].dialogue.outcome == .confirmed ? 1 : 0
      count += room.senders[0].dialogue.packetCount
    }
    #expect(confirmedCount >= Soak.count(48))
    #expect(count < Soak.count(50) * 2 * 26)
  }

  @Test("a receiver that is served while another has all is waited for, and then no more")
  func oneOfTwo() throws {
    var room = try room(1, receivers: 2)
    // The second hears every other part of the first turn only, and then nothing.
    room.isLost = { _, listener, packet in
      guard listener == 2, let header = PartHeader(packet.payload) else { return false }
      return header.partNumber >= 18 || header.partNumber % 2 == 1
    }
    room.run(seconds: 600)
    #expect(room.receivers[0].payloads.count == 1 && room.receivers[1].payloads.isEmpty)
    #expect(room.senders[0].dialogue.outcome == .unconfirmed(heardFrom: 1))
    #expect(room.receivers[1].gaveUpCount == 1)
  }

  @Test("if the first three receipts are lost, it is confirmed nevertheless, and delivered once")
  func lostReceipts() throws {
    for count in [40, 1000] {
      var lostCount = 0
      var room = try room(1, count: count)
      room.isLost = { speaker, _, _ in
        guard speaker == 1, lostCount < 3 else { return false }
        lostCount += 1
        return true
      }
      room.run(seconds: 300)
      #expect(lostCount == 3)
      #expect(room.senders[0].dialogue.outcome == .confirmed)
      #expect(room.receivers[0].payloads.count == 1)
      #expect(room.receivers[0].requestCount == 4)
    }
  }

  @Test("without a way back the sender says so, after 12 turns more, though all has arrived")
  func noWayBack() throws {
    var room = try room(1)
    room.isLost = { speaker, _, _ in speaker == 1 }
    room.run(seconds: 600)
    #expect(room.senders[0].dialogue.outcome == .unconfirmed(heardFrom: 0))
    #expect(room.receivers[0].payloads.count == 1)
    #expect(room.receivers[0].requestCount == 13)
    #expect(room.senders[0].dialogue.packetCount == 19 + 1 + 2 + 10 * 3)
  }

  @Test("after three turns of touch or desk without an answer, it goes on in room, then in far")
  func surerModes() throws {
    for mode in [ModemMode.touch, .desk] {
      var modes: [ModemMode] = []
      var room = DialogueRoom([try outgoing(bytes(1000, seed: 1), mode: mode)], seed: 1)
      room.isLost = { speaker, _, packet in
        if speaker == 0, modes.last != packet.mode { modes.append(packet.mode) }
        return true
      }
      room.run(seconds: 900)
      #expect(modes == [mode, .room, .far])
      let dialogue = room.senders[0].dialogue
      #expect(dialogue.outcome == .unconfirmed(heardFrom: 0))
      #expect(dialogue.packetCount == 19 + 1 + 2 + 10 * 3)
    }
  }

  @Test("what a mode cannot carry arrives in a surer one, with the parts that had arrived before")
  func partsOfTwoModes() throws {
    for count in [40, 1000] {
      var room = try room(1, count: count)
      // Of desk, six parts arrive and nothing comes back.
      room.isLost = { speaker, _, packet in
        guard packet.mode == .desk else { return false }
        return speaker == 1 || (PartHeader(packet.payload).map { $0.partNumber >= 6 } ?? true)
      }
      room.run(seconds: 900)
      let dialogue = room.senders[0].dialogue
      #expect(dialogue.outcome == .confirmed && dialogue.message.mode == .room)
      #expect(room.receivers[0].payloads == [bytes(count, seed: 1)])
      #expect(dialogue.packetCount <= 19 + 1 + 2 + 3 + 18 - 6 + 1)
    }
  }

  @Test("if the sender falls silent, the receiver asks eight times, then says that it gave up")
  func senderGone() throws {
    var room = try room(1)
    room.isLost = { speaker, _, packet in
      guard speaker == 0, let header = PartHeader(packet.payload) else { return false }
      return header.partNumber > 8
    }
    room.run(seconds: 600)
    #expect(room.receivers[0].payloads.isEmpty)
    #expect(room.receivers[0].gaveUpCount == 1)
    #expect(room.receivers[0].requestCount == ReceivingDialogue.tryLimit)
    #expect(room.senders[0].dialogue.outcome == .unconfirmed(heardFrom: 0))
  }

  @Test("messages of one packet are sent again until they are confirmed")
  func short() throws {
    for count in [0, 40, 63] {
      for seed in Soak.seeds(30) {
        var room = try room(seed, count: count)
        room.loss = 0.3
        room.run(seconds: 300)
        #expect(room.senders[0].dialogue.outcome == .confirmed)
        #expect(room.receivers[0].payloads == [bytes(count, seed: seed)])
      }
    }
  }

  @Test("two senders at a time are told apart: what is confirmed has arrived, and nothing else")
  func twoSenders() throws {
    var confirmedCount = 0
    for seed in Soak.seeds(30) {
      let messages = [try message(seed, count: 300), try message(seed + 100_000, count: 300)]
      var room = DialogueRoom(messages, seed: seed)
      room.loss = 0.1
      room.run(seconds: 1200)
      let payloads = [bytes(300, seed: seed), bytes(300, seed: seed + 100_000)]
      #expect(Set(room.receivers[0].payloads).isSubset(of: payloads))
      #expect(room.receivers[0].payloads.count == Set(room.receivers[0].payloads).count)
      for (sender, payload) in zip(room.senders, payloads) {
        guard sender.dialogue.outcome == .confirmed else { continue }
        confirmedCount += 1
        #expect(room.receivers[0].payloads.contains(payload))
      }
    }
    #expect(confirmedCount >= Soak.count(58))
  }
}

import SignalProcessing
import Testing
import _TestSignals

@testable import SoundModem

@Suite("Requests and messages that want to harm")
struct HostileDialogueTests {
  private func packet(
    _ message: OutgoingMessage, receiver: UInt16, heard: Int, wanted: Int
  ) -> ReceivedPacket {
    let request = RepeatRequest(
      mark: message.mark, receiver: receiver, heardCount: heard, wantedCount: wanted)
    return .heard(request.bytes, isPart: true)
  }

  private func sending(
    _ message: OutgoingMessage, receiverCount: Int = 1
  ) -> SendingDialogue {
    var generator = SeededGenerator(seed: 1)
    var settings = SendingDialogue.Settings()
    settings.receiverCount = receiverCount
    return SendingDialogue(message, settings: settings, at: 0, using: &generator)
  }

  /// Plays turns as they come, each in no time, and lets somebody answer each.
  private func run(
    _ dialogue: inout SendingDialogue, answer: (_ turn: Int) -> [ReceivedPacket]
  ) -> (turnCount: Int, numbers: [Int]) {
    var (now, turnCount, numbers) = (0.0, 0, [Int]())
    while dialogue.outcome == nil, now < 100_000 {
      now += 0.1
      guard let turn = dialogue.turn(at: now) else { continue }
      turnCount += 1
      numbers += turn.heardPackets().compactMap { PartHeader($0.payload) }.map {
        Int($0.partNumber)
      }
      dialogue.hasSpoken(at: now)
      for packet in answer(turnCount) { dialogue.hear(packet, at: now) }
    }
    return (turnCount, numbers)
  }

  @Test("requests of other messages, and receipts before anything was played, change nothing")
  func unknown() throws {
    let message = try outgoing(bytes(1000, seed: 1), seed: 1)
    let other = try outgoing(bytes(1000, seed: 2), seed: 2)
    var dialogue = sending(message)
    #expect(dialogue.hear(packet(message, receiver: 1, heard: 18, wanted: 0), at: 0) == nil)
    _ = dialogue.turn(at: 0)
    dialogue.hasSpoken(at: 20)
    #expect(dialogue.hear(packet(other, receiver: 1, heard: 18, wanted: 0), at: 20) == nil)
    #expect(dialogue.hear(packet(other, receiver: 1, heard: 1, wanted: 17), at: 20) == nil)
    for part in message.heardPackets() + other.heardPackets() {
      #expect(dialogue.hear(part, at: 20) == nil)
    }
    #expect(dialogue.outcome == nil && dialogue.confirmedCount + dialogue.lackingCount == 0)
  }

  @Test("who claims more parts than were played is not believed")
  func tooMany() throws {
    let message = try outgoing(bytes(1000, seed: 1), seed: 1)
    var dialogue = sending(message)
    _ = dialogue.turn(at: 0)
    dialogue.hasSpoken(at: 20)
    #expect(dialogue.packetCount == 19)
    #expect(dialogue.hear(packet(message, receiver: 1, heard: 17, wanted: 1), at: 20) != nil)
    let single = try outgoing([1, 2, 3])
    var short = sending(single)
    #expect(short.hear(packet(single, receiver: 1, heard: 1, wanted: 0), at: 0) == nil)
    _ = short.turn(at: 0)
    #expect(short.hear(packet(single, receiver: 1, heard: 1, wanted: 0), at: 1) != nil)
    #expect(short.outcome == .confirmed)
  }

  @Test("one that asks for the same without end is served 12 times")
  func endless() throws {
    let message = try outgoing(bytes(1000, seed: 1), seed: 1)
    var dialogue = sending(message)
    let (turnCount, numbers) = run(&dialogue) { _ in
      [packet(message, receiver: 1, heard: 17, wanted: 4)]
    }
    #expect(dialogue.outcome == .unconfirmed(heardFrom: 0))
    #expect(turnCount == 1 + 12 && numbers.count == 19 + 12 * 4)
    #expect(Set(numbers).count == numbers.count)  // nothing is ever sent twice
  }

  @Test("new receivers without end are given at most 8 times the message and 64 packets")
  func endlessReceivers() throws {
    let message = try outgoing(bytes(1000, seed: 1), seed: 1)
    var dialogue = sending(message)
    let (_, numbers) = run(&dialogue) { turn in
      (0..<100).map {
        packet(message, receiver: UInt16(turn * 100 + $0), heard: min(turn, 17), wanted: 18)
      }
    }
    #expect(dialogue.outcome == .unconfirmed(heardFrom: 0))
    #expect(dialogue.lackingCount == 16)
    #expect(numbers.count <= 8 * 18 + 64)
    #expect(Set(numbers).count == numbers.count)
  }

  @Test("receipts without end count 16 receivers, and askers do not keep a confirmed one for long")
  func endlessReceipts() throws {
    let message = try outgoing(bytes(1000, seed: 1), seed: 1)
    var dialogue = sending(message)
    let (turnCount, _) = run(&dialogue) { turn in
      turn == 1
        ? [
          packet(message, receiver: 1, heard: 1, wanted: 17),
          packet(message, receiver: 2, heard: 18, wanted: 0),
        ] : [packet(message, receiver: 1, heard: 1, wanted: 17)]
    }
    #expect(dialogue.outcome == .confirmed && turnCount == 1 + 2)
    var crowded = sending(message, receiverCount: 16)
    _ = crowded.turn(at: 0)
    for receiver in UInt16(0)..<15 {
      crowded.hear(packet(message, receiver: receiver, heard: 18, wanted: 0), at: 1)
      crowded.hear(packet(message, receiver: receiver, heard: 18, wanted: 0), at: 1)
    }
    #expect(crowded.confirmedCount == 15 && crowded.outcome == nil)
  }

  @Test("a sender gives way to another that never ends, but for no more than a minute a turn")
  func giveWay() throws {
    let message = try outgoing(bytes(200, seed: 1), seed: 1)
    let other = try outgoing(bytes(200, seed: 2), seed: 2).heardPackets()[0]
    var dialogue = sending(message)
    var (now, times) = (0.0, [Double]())
    while dialogue.outcome == nil, now < 10_000 {
      now += 0.1
      dialogue.hear(other, at: now)
      guard dialogue.turn(at: now) != nil else { continue }
      times.append(now)
      dialogue.hasSpoken(at: now)
    }
    #expect(times.count == 13)
    for (one, next) in zip(times, times.dropFirst()) { #expect(next - one < 75) }
  }

  @Test("of 10 000 new messages 16 are kept in mind, and asked for at most 8 times each")
  func flood() throws {
    var generator = SeededGenerator(seed: 1)
    var dialogue = ReceivingDialogue(using: &generator)
    var assembler = MessageAssembler()
    var now = 0.0
    for seed in Soak.seeds(10_000) {
      now += 0.01
      let part = try outgoing(bytes(100, seed: seed), seed: seed).heardPackets(from: now)[0]
      for event in events([part], &assembler) { dialogue.hear(event, at: now) }
      #expect(dialogue.conversations.count <= 16)
    }
    var (requestCount, gaveUpCount) = (0, 0)
    while now < 10_000 {
      now += 0.1
      switch dialogue.next(at: now) {
      case .say:
        requestCount += 1
        dialogue.hasSpoken(at: now)
      case .giveUp: gaveUpCount += 1
      case nil: break
      }
    }
    #expect(requestCount == 16 * 8 && gaveUpCount == 16)
  }

  @Test("a part that is played again without end is answered 32 times")
  func replay() throws {
    let message = try outgoing(bytes(100, seed: 1), mode: .desk, seed: 1)
    var generator = SeededGenerator(seed: 1)
    var dialogue = ReceivingDialogue(using: &generator)
    var assembler = MessageAssembler()
    for event in events(message.heardPackets(), &assembler) { dialogue.hear(event, at: 0) }
    var (now, receiptCount) = (0.0, 0)
    for turn in 0..<20_000 {
      now += 0.1
      if turn % 100 == 0 {
        let again = message.heardPackets(from: now)[0]
        for event in events([again], &assembler) { dialogue.hear(event, at: now) }
      }
      guard case .say(let outgoing) = dialogue.next(at: now) else { continue }
      #expect(outgoing.request.isReceipt)
      receiptCount += 1
      dialogue.hasSpoken(at: now)
    }
    #expect(receiptCount == 32)
  }

  @Test("a forged part makes all parts invalid once, and then the message still arrives")
  func poison() throws {
    let payload = bytes(1000, seed: 1)
    let message = try outgoing(payload, seed: 1)
    var room = DialogueRoom([message], seed: 1)
    let id = try #require(message.id)
    var forged = PartHeader(id: id, partNumber: 9).bytes
    forged += [UInt8](repeating: 7, count: id.layout.partSize)
    room.run(seconds: 5)
    room.inject(.heard(forged, isPart: true))
    room.run(seconds: 600)
    #expect(room.receivers[0].payloads == [payload])
    #expect(room.receivers[0].abandonedCount == 1)
    #expect(room.senders[0].dialogue.outcome == .confirmed)
  }
}

import SignalProcessing
import Testing

@testable import SoundModem

@Suite("Messages put together from packets")
struct MessageAssemblerTests {
  @Test("5 parts of 8 are enough, whichever they are: all 56 choices")
  func anyParts() throws {
    let payload = bytes(260, seed: 1)
    let packets = try outgoing(payload, repairShare: 0.6).heardPackets()
    #expect(packets.count == 8)
    for choice in 0..<256 where choice.nonzeroBitCount == 5 {
      var assembler = MessageAssembler()
      let heard = packets.indices.filter { choice >> $0 & 1 == 1 }.map { packets[$0] }
      #expect(events(heard, &assembler).payloads == [payload])
    }
  }

  @Test("with 4 parts of 5 nothing is delivered, and the assembler tells what is missing")
  func missing() throws {
    let payload = bytes(260, seed: 1)
    let message = try outgoing(payload)
    let id = try #require(message.id)
    let packets = message.heardPackets()
    var assembler = MessageAssembler()
    let told = events([packets[4], packets[0], packets[6]], &assembler)
    #expect(told.payloads.isEmpty)
    #expect(told.progress.map(\.heardCount) == [1, 2, 3])
    #expect(told.progress.allSatisfy { $0.neededCount == 5 && $0.id == id })
    #expect(assembler.missingParts(of: id) == [1, 2])
    #expect(assembler.openMessages.map(\.heardCount) == [3])

    let answer = try message.parts(assembler.missingParts(of: id))
    #expect(events(answer.heardPackets(from: 10), &assembler).payloads == [payload])
    #expect(assembler.missingParts(of: id).isEmpty)
    #expect(assembler.openMessages.isEmpty)
    #expect(assembler.openByteCount == 0)
  }

  @Test("a part that is heard twice counts once")
  func duplicates() throws {
    let packets = try outgoing(bytes(260, seed: 1)).heardPackets()
    var assembler = MessageAssembler()
    let told = events([packets[0], packets[0], packets[0], packets[1]], &assembler)
    #expect(told.progress.map(\.heardCount) == [1, 2])
  }

  @Test("all parts of a message, three times over, are delivered once")
  func repeated() throws {
    let payload = bytes(260, seed: 1)
    let packets = try outgoing(payload, repetitions: 3).heardPackets()
    var assembler = MessageAssembler()
    #expect(events(packets + packets, &assembler).payloads == [payload])
    #expect(assembler.openMessages.isEmpty)
  }

  @Test("a packet that is heard again within 10 s is delivered once, after that again")
  func window() {
    var assembler = MessageAssembler()
    let times = [0, 1, 9, 18.9, 29]
    let packets = times.map { ReceivedPacket.heard([1], isPart: false, time: $0) }
    let told = events(packets, &assembler)
    #expect(told.messages.map(\.time) == [0, 29])
    #expect(told.count == 5 + 2)
    #expect(events([.heard([2], isPart: false, time: 29)], &assembler).payloads == [[2]])
  }

  @Test("without a window, each packet is delivered, but a message in parts still once")
  func noWindow() throws {
    var settings = MessageAssembler.Settings()
    settings.repeatWindow = 0
    var assembler = MessageAssembler(settings: settings)
    let packets = [ReceivedPacket](repeating: .heard([1], isPart: false), count: 3)
    #expect(events(packets, &assembler).payloads == [[1], [1], [1]])
    let payload = bytes(100, seed: 1)
    let parts = try outgoing(payload, repetitions: 4).heardPackets()
    #expect(events(parts, &assembler).payloads == [payload])
  }

  @Test("the same bytes as a packet and as a part are two things")
  func kinds() throws {
    let packets = try outgoing(bytes(100, seed: 1)).heardPackets()
    var assembler = MessageAssembler()
    let bare = ReceivedPacket.heard(packets[0].payload, isPart: false)
    #expect(events([packets[0], bare], &assembler).payloads == [packets[0].payload])
    #expect(assembler.openMessages.count == 1)
  }

  @Test("ten senders at a time, part by part in turns, are told apart")
  func senders() throws {
    let payloads = (0..<10).map { bytes(300, seed: $0) }
    let streams = try (0..<10).map { try outgoing(payloads[$0], seed: UInt64($0)).heardPackets() }
    var assembler = MessageAssembler()
    let mixed = (0..<streams[0].count).flatMap { index in streams.map { $0[index] } }
    #expect(Set(events(mixed, &assembler).payloads) == Set(payloads))
  }

  @Test("two messages of one number and length never mix into a third: 1000 orders")
  func collision() throws {
    let (one, two) = (bytes(200, seed: 1), bytes(200, seed: 2))
    let packets = try outgoing(one).heardPackets() + outgoing(two).heardPackets()
    var random = SeededGenerator(seed: 3)
    var damaged = 0
    for _ in 0..<1000 {
      var assembler = MessageAssembler()
      let told = events(packets.shuffled(using: &random), &assembler)
      for payload in told.payloads { #expect(payload == one || payload == two) }
      damaged += told.reasons.count { $0 == .damaged }
    }
    #expect(damaged > 900)
  }

  @Test("a message after a damaged one of its number arrives")
  func recovery() throws {
    let payload = bytes(200, seed: 1)
    let good = try outgoing(payload)
    let bad = try outgoing(bytes(200, seed: 2))
    var assembler = MessageAssembler()
    let heard = Array(bad.heardPackets()[..<1] + good.heardPackets()[1...4])
    #expect(events(heard, &assembler).reasons == [.damaged])
    let again = try good.parts(Array(0...4)).heardPackets(from: 20)
    #expect(events(again, &assembler).payloads == [payload])
  }

  @Test("a message that is not heard for 120 s is given up")
  func timeout() throws {
    let packets = try outgoing(bytes(260, seed: 1)).heardPackets()
    var assembler = MessageAssembler()
    _ = events(Array(packets[..<3]), &assembler)
    assembler.advance(to: 122)
    #expect(assembler.openMessages.count == 1)
    assembler.advance(to: 122.1)
    let event = assembler.next()
    #expect([event].compactMap { $0 }.reasons == [.timedOut])
    #expect(assembler.openMessages.isEmpty)
  }

  @Test("the report has the means of speed and signal, and the first and last time")
  func report() throws {
    let payload = bytes(100, seed: 1)
    var packets = try outgoing(payload).heardPackets(from: 5)
    for index in packets.indices {
      packets[index] = .heard(
        packets[index].payload, isPart: true, time: packets[index].time, band: .audible,
        mode: .far, speed: Double(index), signalToNoise: 10 * Double(index))
    }
    var assembler = MessageAssembler()
    let messages = events([packets[0], packets[2]], &assembler).messages
    let message = try #require(messages.first)
    #expect(message.speed == 1)
    #expect(message.signalToNoise == 10)
    #expect((message.time, message.lastTime) == (5, 7))
    #expect((message.band, message.mode, message.packetCount) == (.audible, .far, 2))
  }
}

import SignalProcessing
import Testing

@testable import Pairing

@Suite("Messages as bytes")
struct MessageTests {
  private let identifier = PairingIdentifier([1, 2, 3, 4, 5, 6, 7, 8])

  @Test("the layout is that of docs/pairing.md, and reads back")
  func layout() throws {
    let (key, nonce) = ([UInt8](repeating: 0xAA, count: 32), [UInt8](repeating: 0xBB, count: 16))
    let tag = [UInt8](repeating: 0xCC, count: 16)
    let address = try #require(LocalAddress(bytes: [10, 0, 0, 7], port: 0x1F90))
    let part = PairingMessage.Contribution(identifier: identifier, publicKey: key, nonce: nonce)
    let name: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    let known: [(PairingMessage, [UInt8])] = [
      (.offer(route: .sound, commitment: key), [0xC1, 0x21] + key),
      (
        .offer(route: .network(address), commitment: key),
        [0xC1, 0x2A, 0x1F, 0x90, 10, 0, 0, 7] + key
      ),
      (.join(part), [0xC1, 0x22] + name + key + nonce),
      (.reveal(part), [0xC1, 0x23] + name + key + nonce),
      (.joinerConfirmation(identifier, tag: tag), [0xC1, 0x24] + name + tag),
      (
        .offererConfirmation(identifier, partCount: 16, tag: tag),
        [0xC1, 0x25] + name + [16] + tag
      ),
      (.part(identifier, index: 15, sealed: tag + [9]), [0xC1, 0x26] + name + [15] + tag + [9]),
      (.receipt(identifier, next: 16, tag: tag), [0xC1, 0x27] + name + [16] + tag),
      (.farewell(identifier, from: .offerer, .twoDevices), [0xC1, 0x28] + name + [3]),
      (.farewell(identifier, from: .joiner, .stringsDiffer), [0xC1, 0x29] + name + [1]),
    ]
    for (message, bytes) in known {
      #expect(message.bytes == bytes)
      #expect(bytes.count <= 63)
      #expect(try PairingMessage.read(bytes).get() == message)
    }
  }

  @Test("every other size of every kind is damaged")
  func sizes() throws {
    let allowed: [UInt8: Set<Int>] = [
      1: [34], 2: [58], 3: [58], 4: [26], 5: [27], 6: Set(28...63), 7: [27], 8: [11], 9: [11],
      10: [40, 52],
    ]
    for kind in UInt8(0)...15 {
      for count in 2...300 {
        var bytes = [UInt8](repeating: 1, count: count)
        bytes[0] = 0xC1
        bytes[1] = 0x20 | kind
        if kind == 10, count > 4 {
          (bytes[2], bytes[4]) = (0x1F, count == 40 ? 10 : 0xFD)  // a local address and its port
        }
        let isRead = (try? PairingMessage.read(bytes).get()) != nil
        #expect(isRead == (allowed[kind]?.contains(count) ?? false), "kind \(kind), \(count) bytes")
      }
    }
  }

  @Test("impossible counts, indices, reasons and addresses are damaged")
  func impossible() {
    let name = identifier.bytes
    let tag = [UInt8](repeating: 0, count: 16)
    let wrong: [[UInt8]] = [
      [0xC1, 0x25] + name + [17] + tag, [0xC1, 0x27] + name + [255] + tag,
      [0xC1, 0x26] + name + [16] + tag + [1], [0xC1, 0x28] + name + [0],
      [0xC1, 0x29] + name + [5],
      [0xC1, 0x2A, 0x1F, 0x90, 8, 8, 8, 8] + tag + tag,  // a public address
      [0xC1, 0x2A, 0x00, 0x50, 10, 0, 0, 1] + tag + tag,  // a port of the system
    ]
    for bytes in wrong { #expect(PairingMessage.read(bytes) == .failure(.malformed)) }
    #expect(PairingMessage.read([0xC1, 0x11]) == .failure(.otherVersion(1)))
    #expect(PairingMessage.read([0xC1]) == .failure(.foreign))
    #expect(PairingMessage.read([]) == .failure(.foreign))
    #expect(PairingMessage.read(Array("hello".utf8)) == .failure(.foreign))
  }

  @Test("local addresses are those of RFC 1918, 3927, 4193 and the loopback")
  func addresses() {
    let local: [[UInt8]] = [
      [10, 1, 2, 3], [172, 16, 0, 1], [172, 31, 9, 9], [192, 168, 0, 1], [169, 254, 1, 1],
      [127, 0, 0, 1], [0xFD] + [UInt8](repeating: 3, count: 15),
      [UInt8](repeating: 0, count: 15) + [1],
    ]
    let others: [[UInt8]] = [
      [8, 8, 8, 8], [172, 32, 0, 1], [172, 15, 0, 1], [192, 169, 0, 1], [0, 0, 0, 0],
      [224, 0, 0, 1], [255, 255, 255, 255], [], [10, 0, 0],
      [0x20, 1] + [UInt8](repeating: 3, count: 14), [UInt8](repeating: 0, count: 16),
      [0xFF, 2] + [UInt8](repeating: 0, count: 14),
    ]
    for bytes in local { #expect(LocalAddress(bytes: bytes, port: 1024) != nil) }
    for bytes in others { #expect(LocalAddress(bytes: bytes, port: 1024) == nil) }
    #expect(LocalAddress(bytes: [10, 0, 0, 1], port: 1023) == nil)
  }

  @Test("200 000 random messages, half of them with a true header, pair nobody and trap nowhere")
  func fuzz() throws {
    var generator = SeededGenerator(seed: 11)
    var duo = try Duo(handOver: .text("secret"))
    for number in 0..<200_000 {
      var message = random(Int.random(in: 0...80, using: &generator), &generator)
      if number.isMultiple(of: 2), message.count >= 2 {
        message[0] = 0xC1
        message[1] = 0x20 | message[1] & 15
      }
      for role in PairingRole.allCases {
        _ = try? duo.deliver(message, to: role)
        #expect(duo.joinerResult == nil && duo.offererResult == nil)
      }
      if duo.offer.stage == nil || duo.join.stage == nil || number % 1000 == 0 {
        duo = try Duo(handOver: .text("secret"))
      }
    }
  }

  @Test("2000 damaged messages of a true pairing hand over the text or nothing")
  func damagedFuzz() throws {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<2000 {
      var duo = try Duo(handOver: .text("0123456789012345678901234567890123456789"))
      let victim = Int.random(in: 0..<10, using: &generator)
      try? duo.talk { number, message in
        guard number == victim else { return message }
        var message = message
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: message.removeLast(Int.random(in: 1...message.count, using: &generator))
        case 1: message += random(Int.random(in: 1...9, using: &generator), &generator)
        default:
          message[Int.random(in: 0..<message.count, using: &generator)] ^= UInt8.random(
            in: 1...255, using: &generator)
        }
        return message
      }
      if let handOver = duo.joinerResult?.handOver {
        #expect(handOver.text.count == 40)
      }
    }
  }
}

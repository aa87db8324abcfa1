@testable import Connections
import Dispatch
import Synchronization
import Testing

@Suite("Sending packets, whatever becomes of the receiver", .timeLimit(.minutes(2)))
struct PacketSenderTests {
  private func wait(until condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(2)) }
  }

  @Test("packets arrive as they were sent, in order")
  func arrival() async throws {
    let receiver = try #require(UDPReceiver())
    let sender = PacketSender(to: HostPort(host: "127.0.0.1", port: receiver.port))
    try await wait { sender.isReady }
    for number in 0..<200 {
      sender.send([UInt8(number), 1, 2, 3])
      #expect(receiver.next() == [UInt8(number), 1, 2, 3])
    }
    #expect(sender.takeNews() == nil)
  }

  @Test("a look-up that hangs holds up nobody")
  func hangingLookUp() {
    let never = DispatchSemaphore(value: 0)
    defer { never.signal() }
    let sender = PacketSender(to: HostPort(host: "far.example", port: 9000)) { _ in
      never.wait()
      return []
    }
    // Would hang here, until the limit of the suite.
    for _ in 0..<1000 { sender.send([1]) }
    #expect(!sender.isReady)
    #expect(sender.takeNews() == nil)
  }

  @Test("a name that is not found is reported once, looked up again, and then gets packets")
  func unknownName() async throws {
    let receiver = try #require(UDPReceiver())
    let attempts = Mutex(0)
    let place = HostPort(host: "stage.example", port: receiver.port)
    let sender = PacketSender(to: place, pause: 0.01) { place throws(UDPProblem) in
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      if attempt < 4 { throw .unknownHost(reason: "no such name") }
      return try HostLookup.addresses(of: HostPort(host: "127.0.0.1", port: place.port))
    }
    try await wait { sender.isReady }
    sender.send([7])
    #expect(receiver.next() == [7])
    #expect(sender.takeNews()?.contains("stage.example:\(receiver.port) was not found") == true)
    #expect(sender.takeNews() == "stage.example:\(receiver.port) receives again.")
    #expect(sender.takeNews() == nil)
  }

  @Test("a port where nobody listens is reported once; who starts to listen gets packets")
  func refusal() async throws {
    let port = try #require(UDPReceiver()).port  // free again at once
    let sender = PacketSender(to: HostPort(host: "127.0.0.1", port: port))
    try await wait { sender.isReady }
    var news: String?
    try await wait {
      sender.send([1])
      news = sender.takeNews()
      return news != nil
    }
    #expect(news?.contains("No program listens at 127.0.0.1:\(port)") == true)
    for _ in 0..<100 { sender.send([1]) }
    #expect(sender.takeNews() == nil)
    let receiver = try #require(UDPReceiver(port: port))
    try await wait {
      sender.send([2])
      news = sender.takeNews()
      return news != nil
    }
    #expect(news == "127.0.0.1:\(port) receives again.")
    while let packet = receiver.nextIfReady() { #expect(packet == [2]) }
    sender.send([3])
    #expect(receiver.next() == [3])
  }

  @Test("a name whose first address is refused is tried at the next one")
  func secondAddress() async throws {
    let receiver = try #require(UDPReceiver())
    let closed = try #require(UDPReceiver()).port
    let sender = PacketSender(to: HostPort(host: "two.example", port: receiver.port)) {
      place throws(UDPProblem) in
      try HostLookup.addresses(of: HostPort(host: "127.0.0.1", port: closed))
        + HostLookup.addresses(of: HostPort(host: "127.0.0.1", port: place.port))
    }
    try await wait { sender.isReady }
    var packet: [UInt8]?
    try await wait {
      sender.send([5])
      packet = receiver.nextIfReady()
      return packet != nil
    }
    #expect(packet == [5])
    #expect(sender.takeNews() == nil)
  }

  @Test("nothing is sent after the end")
  func close() async throws {
    let receiver = try #require(UDPReceiver())
    let sender = PacketSender(to: HostPort(host: "127.0.0.1", port: receiver.port))
    try await wait { sender.isReady }
    sender.close()
    sender.send([1])
    #expect(receiver.nextIfReady() == nil)
  }

  @Test(
    "a host and a port",
    arguments: [
      ("127.0.0.1:9000", "127.0.0.1", 9000), ("[::1]:1", "::1", 1), ("a.b:65535", "a.b", 65_535),
    ] as [(String, String, UInt16)])
  func places(text: String, host: String, port: UInt16) throws {
    let place = try #require(HostPort(text))
    #expect(place == HostPort(host: host, port: port))
    #expect(place.description == text)
  }

  @Test(
    "what is no host and port is refused",
    arguments: ["", "9000", ":9000", "a:", "a:0", "a:65536", "a:-1", "::1:9000", "a b:9", "a:9x"])
  func badPlaces(text: String) {
    #expect(HostPort(text) == nil)
  }
}

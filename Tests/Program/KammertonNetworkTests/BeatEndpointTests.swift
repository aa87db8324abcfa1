@testable import Connections
import Metronome
import NIOCore
import NIOPosix
import Synchronization
import Testing
import WebServer

@testable import KammertonNetwork

/// A metronome that leads, at a port of 127.0.0.1.
private final class Leader: ChannelInboundHandler, Sendable {
  typealias InboundIn = AddressedEnvelope<ByteBuffer>
  typealias OutboundOut = AddressedEnvelope<ByteBuffer>

  private let senders = Mutex<Set<Int>>([])

  /// How many sockets have sent it something.
  var senderCount: Int { senders.withLock { $0.count } }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let packet = unwrapInboundIn(data)
    senders.withLock { _ = $0.insert(packet.remoteAddress.port ?? 0) }
    guard let answer = Self.answer(to: Array(packet.data.readableBytesView)) else { return }
    let envelope = AddressedEnvelope(
      remoteAddress: packet.remoteAddress, data: ByteBuffer(bytes: answer))
    context.writeAndFlush(wrapOutboundOut(envelope), promise: nil)
  }

  private static func answer(to bytes: [UInt8]) -> [UInt8]? {
    if var packet = BeatPacket(bytes), packet.answer == nil {
      packet.answer = BeatPacket.Answer(
        leader: 7, received: 1, answered: 2, age: 3, isChosen: true, beat: nil)
      return packet.encoded()
    }
    guard case .report(let report)? = AlignmentPacket(bytes) else { return nil }
    return AlignmentPacket.answer(
      .init(asker: report.asker, asked: report.asked, leader: 7, isOver: false)
    ).encoded()
  }
}

/// A page whose connection is simulated.
private final class Page: Sendable {
  private let guest: any MessageGuest
  private let loop: any EventLoop
  private let received = Mutex<[[UInt8]]>([])

  private init(_ guest: any MessageGuest, _ loop: any EventLoop) {
    (self.guest, self.loop) = (guest, loop)
  }

  /// Opens a page, once there is room.
  static func open(_ endpoint: BeatEndpoint) async throws -> Page {
    var guest = endpoint.join()
    while guest == nil {
      try await Task.sleep(for: .milliseconds(2))
      guest = endpoint.join()
    }
    let page = Page(try #require(guest), MultiThreadedEventLoopGroup.singleton.next())
    try await page.loop.submit {
      try page.guest.begin(on: page.loop) { message in
        page.received.withLock { $0.append(Array(message.readableBytesView)) }
      }
    }.get()
    return page
  }

  func send(_ bytes: [UInt8]) async throws {
    try await loop.submit { self.guest.receive(ByteBuffer(bytes: bytes)) }.get()
  }

  /// The next message for the page.
  func next() async throws -> [UInt8] {
    while true {
      if let first = received.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return first }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  func close() async throws { try await loop.submit { self.guest.end() }.get() }
}

/// What the user has read.
private final class Sentences: Sendable {
  private let list = Mutex<[String]>([])

  var all: [String] { list.withLock { $0 } }

  func append(_ sentence: String) { list.withLock { $0.append(sentence) } }
}

@Suite("Pages that join metronomes", .timeLimit(.minutes(2)))
struct BeatEndpointTests {
  /// Runs a leader, and an endpoint that joins it.
  private func running(
    pageLimit: Int = 32, _ body: (BeatEndpoint, Leader, Sentences) async throws -> Void
  ) async throws {
    let leader = Leader()
    let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { channel in channel.pipeline.addHandler(leader) }
      .bind(host: "127.0.0.1", port: 0).get()
    let port = UInt16(try #require(channel.localAddress?.port))
    let address = NetworkAddress(host: UInt32(0x7F00_0001).bigEndian, port: port)
    let relays = PacketRelays(to: .host([address], name: "studio"), port: port)
    let sentences = Sentences()
    let endpoint = BeatEndpoint(relays, pageLimit: pageLimit) { sentences.append($0) }
    try await body(endpoint, leader, sentences)
    try await channel.close().get()
  }

  @Test("get its answers to questions and reports, each through a socket of its own")
  func exchange() async throws {
    try await running { endpoint, leader, sentences in
      for asker in [5, 6] as [UInt64] {
        let page = try await Page.open(endpoint)
        try await page.send(Array("hello".utf8))
        let question = BeatPacket(asker: asker, asked: 42)
        try await page.send(question.encoded())
        let answer = try #require(BeatPacket(try await page.next()))
        #expect(answer.asker == asker && answer.asked == 42 && answer.answer?.leader == 7)
        let report = AlignmentPacket.Report(
          asker: asker, asked: 43, hasMicrophone: true, session: 0, delays: [])
        try await page.send(AlignmentPacket.report(report).encoded())
        let session = AlignmentPacket(try await page.next())
        #expect(
          session == .answer(.init(asker: asker, asked: 43, leader: 7, isOver: false)))
        try await page.close()
        try await page.close()
        try await page.send(question.encoded())  // goes nowhere
      }
      #expect(leader.senderCount == 2)
      #expect(sentences.all.count == 1)
      #expect(sentences.all.first?.hasPrefix("Pages follow the metronome at 127.0.0.1:") == true)
    }
  }

  @Test("are at most 32, and another one when one has left")
  func room() async throws {
    try await running { endpoint, _, _ in
      var guests = (0..<33).map { _ in endpoint.join() }
      #expect(guests.map { $0 == nil } == Array(repeating: false, count: 32) + [true])
      guests[0] = nil
      guests[32] = endpoint.join()
      #expect(guests[32] != nil)
    }
  }

  @Test("make room for others when they close")
  func closing() async throws {
    try await running(pageLimit: 1) { endpoint, leader, _ in
      for _ in 0..<50 {
        let page = try await Page.open(endpoint)
        try await page.send(BeatPacket(asker: 5, asked: 42).encoded())
        _ = try await page.next()
        try await page.close()
      }
      #expect(leader.senderCount > 1)
    }
  }
}

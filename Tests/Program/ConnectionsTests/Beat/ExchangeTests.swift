@testable import Connections
import LiveAudio
import Metronome
import Synchronization
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Packets over the loopback interface, with clocks that only a test sets.
@Suite("The packets of metronomes", .timeLimit(.minutes(2)))
struct ExchangeTests {
  private static let millisecond: Int64 = 1_000_000
  private static let start: Int64 = 1_000_000_000_000

  private final class Clock: Sendable {
    private let value = Mutex(ExchangeTests.start)
    var now: Int64 { value.withLock { $0 } }
    func set(_ time: Int64) { value.withLock { $0 = time } }
  }

  /// A microphone that nobody opens.
  private struct Silent: AudioSource {
    func start() -> AudioSourceEvents { AudioSourceEvents { nil } }
    func stop() async {}
  }

  private let clock = Clock()

  private func alignment() -> AlignmentPeer {
    AlignmentPeer(microphone: Silent(), soundTime: SoundTime(), level: -10)
  }

  private func peer(
    _ role: MetronomePeer.Peer.Role, place: MetronomePeer.Place, number: UInt64
  ) -> MetronomePeer {
    MetronomePeer(
      role, place: place, port: 9, alignment: alignment(),
      number: number, now: { clock.now })
  }

  /// The address of a socket on the loopback interface.
  private func address(of socket: UDPSocket) throws -> NetworkAddress {
    let descriptor = try socket.duplicate()
    defer { close(descriptor) }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    try #require(code == 0)
    return NetworkAddress(
      host: UInt32(0x7F00_0001).bigEndian, port: UInt16(bigEndian: address.sin_port))
  }

  private func next(_ socket: UDPSocket) throws -> (packet: [UInt8], sender: NetworkAddress) {
    try #require(socket.receive(timeout: 20_000 * Self.millisecond, capacity: 200))
  }

  private func beat() throws -> BeatPacket.Beat {
    var course = BeatCourse(
      time: Self.start + 200 * Self.millisecond, beat: 2.25, tempo: try Tempo(notation: "3/8=80"),
      meter: try Meter(notation: "7/8=2+2+3"))
    course.rate = 1.00005
    return BeatPacket.Beat(course: course, section: 3)
  }

  private func report(
    _ number: UInt64, hasMicrophone: Bool = true, session: UInt32 = 0, _ delays: [Double?] = []
  ) -> [UInt8] {
    AlignmentPacket.report(
      .init(
        asker: number, asked: 77, hasMicrophone: hasMicrophone, session: session, delays: delays)
    ).encoded()
  }

  private func text(_ packet: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    var text = packet.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
    while text.hasSuffix("00") { text.removeLast(2) }
    return text
  }

  /// FNV-1a.
  private func hash(_ packets: [String]) -> UInt64 {
    packets.joined(separator: "\n").utf8.reduce(0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
  }

  @Test("a leader answers questions and reports byte for byte as it always has")
  func leader() throws {
    let (socket, own) = (try UDPSocket(port: 0), try UDPSocket(port: 0))
    let peer = peer(.leader(isChosen: true), place: .anywhere, number: 7)
    let place = try address(of: socket)
    var packets: [String] = []
    func answer(_ packet: [UInt8], at milliseconds: Int64) throws {
      clock.set(Self.start + milliseconds * Self.millisecond)
      // With the first answer, the leader has surely seen the new time.
      for _ in 0..<2 { own.send(packet, to: place) }
      _ = try next(own)
      packets.append(text(try next(own).packet))
    }
    peer.run(socket)
    defer { peer.close() }
    try answer(BeatPacket(asker: 11, asked: 5).encoded(), at: 40)
    let beat = try beat()
    peer.publish(beat.course, section: beat.section)
    try answer(BeatPacket(asker: 11, asked: 6).encoded(), at: 300)
    for time in [1000, 2000, 4001, 4300] as [Int64] {
      try answer(report(11), at: time)
      try answer(report(12, hasMicrophone: false), at: time)
    }
    // The plan began at 4001 ms; its chirps end 2 s and nine slots later.
    let delays = [0.02, 0.013, 0.04]
    try answer(report(11, session: 8, delays), at: 16_000)
    for time in [17_000, 21_900, 22_000] as [Int64] {
      try answer(report(12, hasMicrophone: false, session: 8), at: time)
    }
    try answer(report(11, session: 8, delays), at: 22_001)
    try answer(BeatPacket(asker: 12, asked: -3).encoded(), at: 22_002)
    #expect(hash(packets) == 6_051_129_089_640_613_099)
  }

  @Test("a follower asks and reports byte for byte as it always has")
  func follower() throws {
    let (socket, own) = (try UDPSocket(port: 0), try UDPSocket(port: 0))
    let peer = peer(
      .followerOfHost, place: .host([try address(of: own)], name: "studio"), number: 5)
    var packets: [String] = []
    func expect(_ count: Int, at milliseconds: Int64) throws {
      clock.set(Self.start + milliseconds * Self.millisecond)
      for _ in 0..<count {
        let (packet, sender) = try next(own)
        packets.append("\(milliseconds) " + text(packet))
        try answer(packet, at: milliseconds, to: sender)
      }
    }
    func answer(_ bytes: [UInt8], at milliseconds: Int64, to sender: NetworkAddress) throws {
      if var question = BeatPacket(bytes) {
        let time = question.asked + 5_000_000_000_000
        question.answer = BeatPacket.Answer(
          leader: 9, received: time, answered: time, age: time, isChosen: true, beat: try beat())
        own.send(question.encoded(), to: sender)
      } else if case .report(let report)? = AlignmentPacket(bytes),
        let plan = AlignmentPlan(start: Self.start + 5_000_500_000_000, deviceCount: 2)
      {
        let packet = AlignmentPacket.answer(
          .init(
            asker: report.asker, asked: report.asked, leader: 9,
            session: .init(number: 4, index: 1, plan: plan),
            lateness: milliseconds > 1000 ? .init(seconds: 0.0125) : nil,
            isOver: milliseconds > 1000))
        own.send(packet.encoded(), to: sender)
      }
    }
    peer.run(socket)
    defer { peer.close() }
    var time: Int64 = 0
    try expect(1, at: time)
    // It reports to a leader that it knows.
    while peer.takeNews() == nil { pause(nanoseconds: Self.millisecond) }
    time = 250
    for index in 0..<40 {
      // A report goes with the first question 250 ms after the last one.
      let count = [0, 13, 17, 20, 23, 26, 29, 32, 35, 38].contains(index) ? 2 : 1
      try expect(count, at: time)
      time += index < 14 ? 20 : 100
    }
    #expect(hash(packets) == 1_594_999_306_702_695_408)
  }
}

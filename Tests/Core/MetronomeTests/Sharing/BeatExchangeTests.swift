import Metronome
import Testing

/// Packets that programs of all versions understand: recorded when the command, the page and the server each had rules of their own.
@Suite("The packets of metronomes, byte for byte")
struct BeatExchangeTests {
  private static let millisecond: Int64 = 1_000_000
  private static let start: Int64 = 1_000_000_000_000

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

  /// In hexadecimal digits, without the zeros at the end.
  private func text(_ packet: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    var text = packet.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
    while text.hasSuffix("00") { text.removeLast(2) }
    let nothing = "00000000" + String(repeating: "80000000", count: 16)
    if text.hasSuffix(nothing.dropLast(6)) { return text.dropLast(nothing.count - 6) + "…" }
    return text
  }

  /// What a metronome sends at a time, in milliseconds.
  private func packets(of peer: inout BeatPeer<Int>, at milliseconds: Int64) -> [BeatDatagram<Int>]
  {
    let time = Self.start + milliseconds * Self.millisecond
    peer.advance(to: time)
    var packets: [BeatDatagram<Int>] = []
    while let packet = peer.nextDatagram(at: time) { packets.append(packet) }
    return packets
  }

  @Test("a leader answers questions and reports")
  func leader() throws {
    var peer = BeatPeer<Int>(.leader(isChosen: true), number: 7, aligns: true, at: Self.start)
    var answers: [String] = []
    func answer(_ packet: [UInt8], at milliseconds: Int64) {
      _ = packets(of: &peer, at: milliseconds)
      let time = Self.start + milliseconds * Self.millisecond
      peer.receive(packet, from: 1, at: time)
      for answer in packets(of: &peer, at: milliseconds) where answer.address == 1 {
        answers.append(text(answer.bytes(leaving: time)))
      }
    }
    answer(BeatPacket(asker: 11, asked: 5).encoded(), at: 40)
    let beat = try beat()
    peer.publish(beat.course, section: beat.section)
    answer(BeatPacket(asker: 11, asked: 6).encoded(), at: 300)
    for time in [1000, 2000, 4001, 4300] as [Int64] {
      answer(report(11), at: time)
      answer(report(12, hasMicrophone: false), at: time)
    }
    // The plan began at 4001 ms; its chirps end 2 s and nine slots later.
    let delays = [0.02, 0.013, 0.04]
    answer(report(11, session: 8, delays), at: 16_000)
    for time in [17_000, 21_900, 22_000] as [Int64] {
      answer(report(12, hasMicrophone: false, session: 8), at: time)
    }
    answer(report(11, session: 8, delays), at: 22_001)
    answer(BeatPacket(asker: 12, asked: -3).encoded(), at: 22_002)
    for (index, expected) in Self.leaderPackets.enumerated() {
      #expect(index < answers.count && answers[index] == expected, "packet \(index)")
    }
    #expect(answers.count == Self.leaderPackets.count)
  }

  @Test("a follower asks and reports")
  func follower() throws {
    var peer = BeatPeer<Int>(.followerOfHost, number: 5, aligns: true, at: Self.start)
    var sent: [String] = []
    var time: Int64 = 0
    for index in 0..<41 {
      for packet in packets(of: &peer, at: time) {
        sent.append("\(time) " + text(packet.bytes))
        if let answer = try answer(to: packet.bytes, at: time) {
          peer.receive(answer, from: 1, at: Self.start + time * Self.millisecond)
        }
      }
      time += index == 0 ? 250 : index < 15 ? 20 : 100
    }
    for (index, expected) in Self.followerPackets.enumerated() {
      #expect(index < sent.count && sent[index] == expected, "packet \(index)")
    }
    #expect(sent.count == Self.followerPackets.count)
  }

  private func answer(to bytes: [UInt8], at milliseconds: Int64) throws -> [UInt8]? {
    if var question = BeatPacket(bytes) {
      let time = question.asked + 5_000_000_000_000
      question.answer = BeatPacket.Answer(
        leader: 9, received: time, answered: time, age: time, isChosen: true, beat: try beat())
      return question.encoded()
    }
    guard case .report(let report)? = AlignmentPacket(bytes),
      let plan = AlignmentPlan(start: Self.start + 5_000_500_000_000, deviceCount: 2)
    else { return nil }
    return AlignmentPacket.answer(
      .init(
        asker: report.asker, asked: report.asked, leader: 9,
        session: .init(number: 4, index: 1, plan: plan),
        lateness: milliseconds > 1000 ? .init(seconds: 0.0125) : nil, isOver: milliseconds > 1000)
    ).encoded()
  }

  // The reports of one that has heard nothing yet end in `…`.
  private static let leaderPackets = """
    4b4d657401020200000000000000000b00000000000000050000000000000007000000e8d7076a00000000e8d7\
    076a000000000002625a
    4b4d657401020300000000000000000b00000000000000060000000000000007000000e8e686b300000000e8e6\
    86b3000000000011e1a300000000e8e090d20000000000861c46800000000304c4b40003080708020203000000\
    000000000000000000000000c350
    4b4d657401040000000000000000000b000000000000004d000000000000000700000000000000000000000000\
    0000008000000080
    4b4d657401040000000000000000000c000000000000004d000000000000000700000000000000000000000000\
    0000008000000080
    4b4d657401040000000000000000000b000000000000004d000000000000000700000000000000000000000000\
    0000008000000080
    4b4d657401040000000000000000000c000000000000004d000000000000000700000000000000000000000000\
    0000008000000080
    4b4d657401040100000000000000000b000000000000004d00000000000000070000000801030300000000ea3a\
    550e408000000080
    4b4d657401040100000000000000000c000000000000004d00000000000000070000000802030300000000ea3a\
    550e408000000080
    4b4d657401040100000000000000000b000000000000004d00000000000000070000000801030300000000ea3a\
    550e408000000080
    4b4d657401040100000000000000000c000000000000004d00000000000000070000000802030300000000ea3a\
    550e408000000080
    4b4d657401040100000000000000000b000000000000004d00000000000000070000000801030300000000ea3a\
    550e408000000080
    4b4d657401040100000000000000000c000000000000004d00000000000000070000000802030300000000ea3a\
    550e408000000080
    4b4d657401040300000000000000000c000000000000004d00000000000000070000000802030300000000ea3a\
    550e408000000080
    4b4d657401040300000000000000000c000000000000004d00000000000000070000000802030300000000ea3a\
    550e408000000080
    4b4d657401040300000000000000000b000000000000004d00000000000000070000000801030300000000ea3a\
    550e408000000080
    4b4d657401020300000000000000000cfffffffffffffffd0000000000000007000000edf410f080000000edf4\
    10f080000000051f6be080000000e8e090d20000000000861c46800000000304c4b40003080708020203000000\
    000000000000000000000000c350
    """.split(separator: "\n").map(String.init)

  private static let followerPackets = """
    0 4b4d6574010100000000000000000005000000e8d4a510
    250 4b4d6574010100000000000000000005000000e8e38bc280
    250 4b4d6574010301000000000000000005000000e8e38bc280…
    270 4b4d6574010100000000000000000005000000e8e4bcef80
    290 4b4d6574010100000000000000000005000000e8e5ee1c80
    310 4b4d6574010100000000000000000005000000e8e71f4980
    330 4b4d6574010100000000000000000005000000e8e8507680
    350 4b4d6574010100000000000000000005000000e8e981a380
    370 4b4d6574010100000000000000000005000000e8eab2d080
    390 4b4d6574010100000000000000000005000000e8ebe3fd80
    410 4b4d6574010100000000000000000005000000e8ed152a80
    430 4b4d6574010100000000000000000005000000e8ee465780
    450 4b4d6574010100000000000000000005000000e8ef778480
    470 4b4d6574010100000000000000000005000000e8f0a8b180
    490 4b4d6574010100000000000000000005000000e8f1d9de80
    510 4b4d6574010100000000000000000005000000e8f30b0b80
    510 4b4d6574010301000000000000000005000000e8f30b0b80…
    530 4b4d6574010100000000000000000005000000e8f43c3880
    630 4b4d6574010100000000000000000005000000e8fa321980
    730 4b4d6574010100000000000000000005000000e90027fa80
    830 4b4d6574010100000000000000000005000000e9061ddb80
    830 4b4d6574010301000000000000000005000000e9061ddb80…
    930 4b4d6574010100000000000000000005000000e90c13bc80
    1030 4b4d6574010100000000000000000005000000e912099d80
    1130 4b4d6574010100000000000000000005000000e917ff7e80
    1130 4b4d6574010301000000000000000005000000e917ff7e80…
    1230 4b4d6574010100000000000000000005000000e91df55f80
    1330 4b4d6574010100000000000000000005000000e923eb4080
    1430 4b4d6574010100000000000000000005000000e929e12180
    1430 4b4d6574010301000000000000000005000000e929e12180…
    1530 4b4d6574010100000000000000000005000000e92fd70280
    1630 4b4d6574010100000000000000000005000000e935cce380
    1730 4b4d6574010100000000000000000005000000e93bc2c480
    1730 4b4d6574010301000000000000000005000000e93bc2c480…
    1830 4b4d6574010100000000000000000005000000e941b8a580
    1930 4b4d6574010100000000000000000005000000e947ae8680
    2030 4b4d6574010100000000000000000005000000e94da46780
    2030 4b4d6574010301000000000000000005000000e94da46780…
    2130 4b4d6574010100000000000000000005000000e9539a4880
    2230 4b4d6574010100000000000000000005000000e959902980
    2330 4b4d6574010100000000000000000005000000e95f860a80
    2330 4b4d6574010301000000000000000005000000e95f860a80…
    2430 4b4d6574010100000000000000000005000000e9657beb80
    2530 4b4d6574010100000000000000000005000000e96b71cc80
    2630 4b4d6574010100000000000000000005000000e97167ad80
    2630 4b4d6574010301000000000000000005000000e97167ad80…
    2730 4b4d6574010100000000000000000005000000e9775d8e80
    2830 4b4d6574010100000000000000000005000000e97d536f80
    2930 4b4d6574010100000000000000000005000000e983495080
    2930 4b4d6574010301000000000000000005000000e983495080…
    3030 4b4d6574010100000000000000000005000000e9893f3180
    """.split(separator: "\n").map(String.init)
}

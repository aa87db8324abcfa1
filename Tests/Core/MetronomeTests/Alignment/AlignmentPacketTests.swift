@testable import Metronome
import Testing
import _TestSignals

@Suite("Packets of metronomes that align their loudspeakers")
struct AlignmentPacketTests {
  static func report() -> AlignmentPacket {
    var delays = [Double?](repeating: nil, count: 16)
    (delays[0], delays[2]) = (0.184_25, -0.05)
    return .report(
      AlignmentPacket.Report(
        asker: 0x0102_0304_0506_0708, asked: -5, hasMicrophone: true, session: 7, delays: delays))
  }

  static func answer() throws -> AlignmentPacket {
    let plan = try #require(AlignmentPlan(start: 123_456_789_012, deviceCount: 5))
    return .answer(
      AlignmentPacket.Answer(
        asker: 1, asked: 2, leader: .max,
        session: AlignmentPacket.Session(number: 9, index: 4, plan: plan),
        lateness: SpeakerAlignment.Lateness(
          seconds: -0.0124, disagreement: 0.0003, containsDistance: true),
        isOver: true))
  }

  @Test("what is written is read, in as many bytes as a beat has")
  func roundTrip() throws {
    for packet in [Self.report(), try Self.answer()] {
      #expect(packet.encoded().count == BeatPacket.byteCount)
      #expect(AlignmentPacket(packet.encoded()) == packet)
    }
    let empty = AlignmentPacket.answer(
      AlignmentPacket.Answer(asker: 1, asked: 2, leader: 3, session: nil, isOver: false))
    #expect(AlignmentPacket(empty.encoded()) == empty)
  }

  @Test("metronomes that do not align ignore them, and the other way round")
  func otherKinds() throws {
    #expect(BeatPacket(Self.report().encoded()) == nil)
    #expect(BeatPacket(try Self.answer().encoded()) == nil)
    #expect(AlignmentPacket(try BeatPacketTests.packet().encoded()) == nil)
    #expect(AlignmentPacket(BeatPacket(asker: 9, asked: 8).encoded()) == nil)
  }

  @Test("the bytes are those of the table in docs/connections.md")
  func bytes() throws {
    let report = Self.report().encoded()
    #expect(report[..<8] == [0x4B, 0x4D, 0x65, 0x74, 1, 3, 3, 0])
    #expect(report[8..<16] == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(report[24..<28] == [0, 0, 0, 7])
    #expect(report[28..<32] == [0, 2, 0xCF, 0xBA])  // 184,250 µs
    #expect(report[32..<36] == [0x80, 0, 0, 0])
    let answer = try Self.answer().encoded()
    #expect(answer[4..<8] == [1, 4, 7, 0])
    #expect(answer[32..<40] == [0, 0, 0, 9, 4, 5, 3, 0])
    #expect(answer[48..<52] == [0xFF, 0xFF, 0xCF, 0x90])  // -12,400 µs
  }

  @Test("hostile bytes give nothing, or values within their limits; never a trap")
  func hostile() throws {
    var random = SeededRandom(seed: 11)
    for original in [Self.report().encoded(), try Self.answer().encoded()] {
      for count in 0..<original.count {
        #expect(AlignmentPacket(Array(original[..<count])) == nil)
      }
      for _ in 0..<20_000 {
        var bytes = original
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          bytes[Int.random(in: 4..<bytes.count, using: &random)] = UInt8(
            truncatingIfNeeded: random.next())
        }
        guard case .answer(let answer)? = AlignmentPacket(bytes) else { continue }
        if let session = answer.session {
          #expect((0..<session.plan.deviceCount).contains(session.index))
          _ = session.plan.time(of: session.index, round: session.plan.roundCount - 1)
        }
        if let lateness = answer.lateness { #expect(lateness.seconds.magnitude < 2.5) }
      }
    }
  }
}

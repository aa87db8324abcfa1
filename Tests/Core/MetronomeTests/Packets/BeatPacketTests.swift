@testable import Metronome
import Testing
import _TestSignals

@Suite("Packets of metronomes that share a beat")
struct BeatPacketTests {
  static func packet(meter: String = "7/8=2+2+3", tempo: String = "3/8=80.5") throws -> BeatPacket {
    var course = BeatCourse(
      time: 123_456_789_012, beat: 1234.5, tempo: try Tempo(notation: tempo),
      meter: try Meter(notation: meter))
    course.rate = 1 + 50_000 / 1e9
    let answer = BeatPacket.Answer(
      leader: .max, received: 1, answered: 2, age: 3, isChosen: true,
      beat: BeatPacket.Beat(course: course, section: 7))
    return BeatPacket(asker: 0x0102_0304_0506_0708, asked: -5, answer: answer)
  }

  @Test(
    "what is written is read",
    arguments: ["4/4", "7/8=2+2+3", "1/64", "128/1", "6/8", "16/16=1+1+1+1+1+1+1+1+1+1+1+1+1+1+2"])
  func roundTrip(meter: String) throws {
    let packet = try Self.packet(meter: meter)
    let bytes = packet.encoded()
    #expect(bytes.count == 104)
    #expect(BeatPacket(bytes) == packet)
    var waiting = packet
    waiting.answer?.beat = nil
    #expect(BeatPacket(waiting.encoded()) == waiting)
    let question = BeatPacket(asker: 9, asked: 8)
    #expect(question.encoded().count == 104)
    #expect(BeatPacket(question.encoded()) == question)
  }

  @Test("the bytes are those of the table in docs/connections.md")
  func bytes() throws {
    let bytes = try Self.packet().encoded()
    #expect(bytes[..<8] == [0x4B, 0x4D, 0x65, 0x74, 1, 2, 3, 0])
    #expect(bytes[8..<16] == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(bytes[72..<76] == [0, 0, 0, 7])
    #expect(bytes[76..<80] == [0x04, 0xCC, 0x55, 0x20])  // 80,500,000
    #expect(bytes[80..<88] == [3, 8, 7, 8, 2, 2, 3, 0])
    #expect(bytes[100..<104] == [0, 0, 0xC3, 0x50])  // 50 ppm
  }

  @Test("every other length is refused, and every other beginning")
  func refused() throws {
    let bytes = try Self.packet().encoded()
    for count in 0..<bytes.count { #expect(BeatPacket(Array(bytes[..<count])) == nil) }
    #expect(BeatPacket(bytes + [0]) == nil)
    for index in 0..<6 {
      var wrong = bytes
      wrong[index] ^= 0x40
      #expect(BeatPacket(wrong) == nil)
    }
  }

  @Test("whatever bytes come, what is read is within all limits")
  func random() throws {
    var random = SeededRandom(seed: 11)
    let good = try Self.packet().encoded()
    var readCount = 0
    for _ in 0..<100_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 6..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      guard let packet = BeatPacket(bytes) else { continue }
      readCount += 1
      guard let course = packet.answer?.beat?.course else { continue }
      #expect(Tempo.limits.contains(course.tempo.beatsPerMinute))
      #expect(course.beat.magnitude <= 9e6 && course.beatsPerSecond.isFinite)
      #expect((1...128).contains(course.meter.beatCount))
      #expect(BeatPacket(packet.encoded()) == packet)
    }
    #expect(readCount > 10_000)
  }
}

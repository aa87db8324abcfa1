@testable import Connections
import Metronome
import Testing
import _TestSignals

@Suite("Packets of kammerton-link")
struct LinkPacketTests {
  static func answer(
    beat: Double = 5.25, tempo: Double = 120, peers: Int = 1, age: Int64 = 3_000_000_000,
    moment: Int64 = 10_000_000_000, isPlaying: Bool = false, command: UInt32 = 0, clients: Int = 1
  ) -> LinkAnswer {
    LinkAnswer(
      asker: 7, asked: 9, quantum: 4, tempo: tempo, command: command, peerCount: peers,
      clientCount: clients, moment: moment, beat: beat, age: age, isPlaying: isPlaying,
      sharesStartStop: true)
  }

  /// An answer as the bridge writes it, by the table of docs/link.md.
  private func bytes() -> [UInt8] {
    var bytes = Array("KLnk".utf8) + [1, 2, 3, 0] + [UInt8](repeating: 0, count: 16)
    bytes += [0, 0, 0, 0, 0, 0, 0, 7] + [0, 0, 0, 0, 0, 0, 0, 9]
    bytes += [0, 0, 0, 0, 0, 0x3D, 0x09, 0x00]  // 4,000,000
    bytes += [0, 0, 0, 0, 0x07, 0x27, 0x0E, 0x00]  // 120,000,000
    bytes += [0, 0, 0, 5] + [0, 0, 0, 1] + [0, 0, 0, 2] + [0, 0, 0, 0]
    bytes += [0, 0, 0, 2, 0x54, 0x0B, 0xE4, 0x00]  // 10,000,000,000
    bytes += [0xFF, 0xFF, 0xFF, 0xFF, 0xA6, 0x97, 0xD1, 0x00]  // -1,500,000,000
    return bytes + [0, 0, 0, 0, 0xB2, 0xD0, 0x5E, 0x00]  // 3,000,000,000
  }

  @Test("a question has the bytes of the table in docs/link.md")
  func question() {
    var question = LinkQuestion(
      token: Array(1...16), asker: 0x0102_0304_0506_0708, asked: -2, quantum: 3.5, tempo: 90.5)
    question.sharesStartStop = true
    question.command = .init(kind: .start, number: 0x0A0B)
    let bytes = question.encoded()
    #expect(bytes.count == 96)
    #expect(bytes[..<8] == [0x4B, 0x4C, 0x6E, 0x6B, 1, 1, 9, 0])
    #expect(bytes[8..<24] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])
    #expect(bytes[24..<32] == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(bytes[32..<40] == [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE])
    #expect(bytes[40..<48] == [0, 0, 0, 0, 0, 0x35, 0x67, 0xE0])  // 3,500,000
    #expect(bytes[48..<56] == [0, 0, 0, 0, 0x05, 0x64, 0xEB, 0xA0])  // 90,500,000
    #expect(bytes[56..<60] == [0, 0, 0x0A, 0x0B])
    #expect(bytes[60...].allSatisfy { $0 == 0 })
    question.isLeaving = true
    question.command = .init(kind: .setTempo, number: 1)
    #expect(question.encoded()[6] == 1 | 2 | 4)
    question.command = .init(kind: .stop, number: 2)
    #expect(question.encoded()[6] == 1 | 2 | 16)
  }

  @Test("an answer is read as the table says")
  func answer() throws {
    let answer = try #require(LinkAnswer(bytes()))
    #expect(answer.asker == 7 && answer.asked == 9 && answer.command == 5)
    #expect(answer.quantum == 4 && answer.tempo == 120 && answer.beat == -1.5)
    #expect(answer.peerCount == 1 && answer.clientCount == 2 && answer.otherCount == 2)
    #expect(answer.moment == 10_000_000_000 && answer.age == 3_000_000_000)
    #expect(answer.isPlaying && answer.sharesStartStop)
  }

  @Test("every other length is refused, and every other beginning")
  func refused() {
    let bytes = bytes()
    for count in 0..<bytes.count { #expect(LinkAnswer(Array(bytes[..<count])) == nil) }
    #expect(LinkAnswer(bytes + [0]) == nil)
    for index in 0..<7 {
      var wrong = bytes
      wrong[index] ^= 0x40
      #expect(LinkAnswer(wrong) == nil)
    }
  }

  @Test(
    "tempos and bars that Link cannot have are refused, and times that cannot be",
    arguments: [
      (48, Int64(0)), (48, -1), (48, 1_001_000_000), (48, 19_000_000), (48, .max),
      (48, Int64(bitPattern: Double.nan.bitPattern)), (40, 0), (40, -4_000_000), (40, .max),
      (72, -1), (72, .max), (80, .max), (80, .min), (88, -1),
    ])
  func limits(offset: Int, value: Int64) {
    var bytes = bytes()
    var number: [UInt8] = []
    number.append(bigEndian: value)
    bytes.replaceSubrange(offset..<offset + 8, with: number)
    #expect(LinkAnswer(bytes) == nil)
  }

  @Test("whatever bytes come, what is read is within all limits")
  func random() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<20_000 {
      var bytes = bytes()
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 6...95, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let answer = LinkAnswer(bytes) else { continue }
      #expect(answer.tempo >= 19 && answer.tempo <= 1001)
      #expect(answer.beat.magnitude <= 1e9 && answer.peerCount <= 10_000)
      #expect(answer.moment >= 0 && answer.age >= 0)
    }
  }
}

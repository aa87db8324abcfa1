@testable import Connections
import Metronome
import Testing
import _TestSignals

@Suite("A clock among the bytes of MIDI")
struct ClockMessagesTests {
  private func read(_ bytes: [UInt8]) -> [ClockMessages.Message] {
    var messages = ClockMessages()
    return bytes.compactMap { messages.take($0) }
  }

  @Test("clock messages are found inside of others, and a song position around them")
  func inside() {
    #expect(read([0x90, 60, 0xF8, 100]) == [.clock])
    #expect(read([0xF2, 0xF8, 0x01, 0xFA, 0x02]) == [.clock, .start, .songPosition(257)])
    #expect(read([0xFB, 0xFC]) == [.continue, .stop])
  }

  @Test("a song position that another message cuts off is none")
  func cutOff() {
    #expect(read([0xF2, 1, 0x90, 2, 3]) == [])
    #expect(read([0xF2, 1, 0xF2, 2, 3]) == [.songPosition(2 | 3 << 7)])
    #expect(read([1, 2, 3, 0xF0, 0xF2, 0xF7, 5, 6, 0xFE]) == [])
  }

  @Test("whatever bytes come, positions are within 14 bits and the beat is finite")
  func random() throws {
    var random = SeededRandom(seed: 31)
    let follower = ClockFollower(title: "x", meter: .common)
    let likely: [UInt8] = [0xF8, 0xF8, 0xF8, 0xFA, 0xFB, 0xFC, 0xF2, 0x10, 0x7F]
    var time: Int64 = 0
    for _ in 0..<100_000 {
      let byte =
        Bool.random(using: &random)
        ? UInt8.random(in: 0...255, using: &random) : likely.randomElement(using: &random) ?? 0
      time += Int64.random(in: 0...30_000_000, using: &random)
      follower.take([byte], at: time)
      follower.watch(at: time)
      if case .course(let course, _) = follower.guidance() {
        #expect(course.beat.isFinite && course.beatsPerSecond > 0)
      }
    }
  }

  @Test("says that it waits for a start, and that the clock is gone and back")
  func news() {
    let follower = ClockFollower(title: "x", meter: .common)
    var time: Int64 = 0
    func play(_ count: Int) {
      for _ in 0..<count {
        time += 20_000_000
        follower.take([0xF8], at: time)
        follower.watch(at: time)
      }
    }
    play(48)
    #expect(follower.guidance() == .stopped)
    #expect(follower.takeNews() == "x sends a clock. The clicks wait for its start.")
    follower.take([0xFA], at: time)
    play(48)
    time += 2_000_000_000
    follower.watch(at: time)
    #expect(follower.takeNews() == "x sends no clock any more. The clicks go on at the last tempo.")
    play(1)
    #expect(follower.takeNews() == "x sends a clock again.")
    #expect(follower.takeNews() == nil)
  }
}

@testable import Connections
import SignalProcessing
import Testing

@Suite("Times of the day for times of the sound")
struct SoundClockTests {
  @Test("jitter of the arrival does not reach the times, which are never late for their packet")
  func jitter() {
    var clock = SoundClock()
    var generator = SeededGenerator(seed: 1)
    var errors: [Double] = []
    for index in 0..<6000 {
      let time = Double(index) * 0.01
      // The sound started at 1e9; the tracker needs 70 ms; up to 40 ms more of waiting.
      let now = 1e9 + time + 0.07 + 0.04 * Double.random(in: 0..<1, using: &generator)
      let date = clock.date(of: time, arrivedAt: now)
      #expect(date <= now)
      if index > 500 { errors.append(date - (1e9 + time + 0.07)) }
    }
    #expect(errors.allSatisfy { $0 >= -1e-6 && $0 < 0.003 })
  }

  @Test("a microphone's clock that is 100 millionths slow is followed", arguments: [1e-4, -1e-4])
  func drift(error: Double) {
    var clock = SoundClock()
    for index in 0..<360_000 {
      let time = Double(index) * 0.01
      let now = 1e9 + time * (1 + error) + 0.07
      #expect(abs(clock.date(of: time, arrivedAt: now) - now) < 1e-3)
    }
  }

  @Test("after a pause of the sound the times go on from the arrival")
  func pause() {
    var clock = SoundClock()
    _ = clock.date(of: 0, arrivedAt: 100)
    #expect(clock.date(of: 0.01, arrivedAt: 130) == 130)
  }
}

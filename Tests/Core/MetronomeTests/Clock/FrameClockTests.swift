import Metronome
import Testing
import _TestSignals

@Suite("When a sample is heard")
struct FrameClockTests {
  @Test(
    "a device that takes portions of 512 samples, reported with delays of up to 8 ms, is known to 1 ms",
    arguments: [-2e-4, 0, 2e-4])
  func portions(drift: Double) throws {
    var random = SeededRandom(seed: 9)
    var clock = FrameClock(sampleRate: 48_000)
    var errors: [Double] = []
    for index in 1..<30_000 {
      let time = Double(index) * 0.01 + 5
      let sounding = Double(index) * 0.01 * 48_000 * (1 + drift)
      let reported = Int64(sounding / 512) * 512
      let late = Double.random(in: 0...0.008, using: &random)
      clock.report(frame: reported, at: Int64((time + late) * 1e9))
      guard index > 1000 else { continue }
      let estimate = try #require(clock.time(of: Int64(sounding)))
      errors.append(Double(estimate) / 1e9 - time)
    }
    // Half a portion and the mean delay are a constant that no report shows.
    let middle = errors.reduce(0, +) / Double(errors.count)
    #expect(errors.allSatisfy { ($0 - middle).magnitude < 1e-3 })
    #expect((middle - 0.004 - 256.0 / 48_000).magnitude < 1e-3)
    #expect((clock.rate - 1 / (1 + drift)).magnitude < 3e-5)
  }

  @Test("after a stumble of 100 ms it finds the new times within a second")
  func stumble() throws {
    var clock = FrameClock(sampleRate: 48_000)
    for index in 1..<2000 {
      let gone = index < 1000 ? 0 : 100_000_000
      clock.report(frame: Int64(index) * 480, at: Int64(index) * 10_000_000 + Int64(gone))
    }
    let time = try #require(clock.time(of: 2000 * 480))
    #expect((time - 20_100_000_000).magnitude < 1_000_000)
  }

  @Test("knows nothing before ten reports")
  func early() {
    var clock = FrameClock(sampleRate: 48_000)
    for index in 0..<9 { clock.report(frame: Int64(index), at: 0) }
    #expect(clock.time(of: 0) == nil)
  }
}

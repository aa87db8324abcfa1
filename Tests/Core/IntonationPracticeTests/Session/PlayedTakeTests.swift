import IntonationPractice
import OnsetDetection
import Testing
import _TestSignals

@Suite("A take against clicks")
struct PlayedTakeTests {
  @Test("clicks that the microphone hears are left out, and give the latency")
  func heard() throws {
    var random = SeededRandom(seed: 4)
    let clicks = try #require(try PracticeClicks(quarters([60, 62, 64, 65]), tempo: 60)).clicks()
    for _ in 0..<20 {
      let origin = Double.random(in: 5...20, using: &random)
      let delay = Double.random(in: 0.02...0.3, using: &random)
      let bled = clicks.map { Onset(time: origin + $0.time + delay, level: -30) }
      // The player is half a second after each click.
      let own = (0..<4).map { Onset(time: origin + delay + Double($0) + 0.5, level: -20) }
      let all = (bled + own).sorted { $0.time < $1.time }
      for latency in [nil, 0.1] {
        var take = PlayedTake(onsets: all, plan: TimingPlan(tempo: 60))
        take.follow(clicks, origin: origin, latency: latency)
        #expect(take.onsets.map(\.time) == own.map(\.time))
        #expect(take.plan.isLatencyKnown && take.heard?.areHeard == true)
        #expect(abs((take.plan.clickStart ?? 0) - origin - delay) < 1e-6)
        var silent = PlayedTake(onsets: own, plan: TimingPlan(tempo: 60))
        silent.follow(clicks, origin: origin, latency: latency)
        #expect(silent.onsets.count == 4 && silent.plan.clickStart == origin)
        #expect(silent.plan.isLatencyKnown == (latency != nil))
      }
    }
  }
}

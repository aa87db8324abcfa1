import IntonationPractice
import OnsetDetection
import Testing
import _TestSignals

@Suite("Rhythm alone")
struct RhythmTests {
  private func jitter(_ count: Int, seed: UInt64) -> [Double] {
    TimingTests.jitter(count, milliseconds: 12, seed: seed)
  }

  @Test("beats against a click: each onset is its beat, missing and further ones are counted")
  func beats() throws {
    let late = jitter(32, seed: 1)
    var onsets = (0..<32).map { 3 + Double($0) * 0.5 + late[$0] }
    onsets.remove(at: 10)
    onsets.append(8.76)
    onsets.sort()
    let rhythm = Rhythm(
      onsets: onsets, pattern: RhythmPattern(meter: .common), tempo: 120, clickStart: 3)
    #expect(rhythm.missingCount == 1 && rhythm.extra == [8.76])
    #expect(rhythm.onsets[10] == nil && rhythm.multiple == 1 && !rhythm.isDoubled)
    let timing = Timing(
      rhythm.score, onsets: rhythm.onsets, plan: TimingPlan(tempo: 120, clickStart: 3))
    for index in 0..<32 where index != 10 {
      #expect(abs(try #require(timing.notes[index].late) - 1000 * late[index]) < 1e-6)
    }
    #expect(timing.notes[4].bar == 2 && timing.notes[5].beat == 2)
  }

  @Test("triplets and patterns in other meters")
  func patterns() throws {
    let three = try #require(PracticeMeter(beatCount: 3, beatUnit: 4))
    let triplets = RhythmPattern(meter: three, subdivision: 3, beats: [true, false, true])
    #expect(
      triplets.score(eventCount: 7).notes.map { ($0.onset * 3).rounded() } == [
        0, 1, 2, 6, 7, 8, 9,
      ])
    let late = jitter(48, seed: 2)
    let score = triplets.score(eventCount: 48)
    let onsets = zip(score.notes, late).map { 5 + $0.onset * 0.75 + $1 }
    for clickStart in [5.0, nil] {
      let rhythm = Rhythm(onsets: onsets, pattern: triplets, tempo: 80, clickStart: clickStart)
      #expect(rhythm.missingCount == 0 && rhythm.extra.isEmpty && rhythm.onsets.count == 48)
    }
  }

  @Test("without a click the beats follow a player who is off by some percent and drifts")
  func follow() throws {
    let late = jitter(100, seed: 3)
    let onsets = (0..<100).map { index in
      let beat = Double(index)
      return 0.3 + beat * 0.63 + 0.0004 * beat * beat + late[index]
    }
    let rhythm = Rhythm(onsets: onsets, pattern: RhythmPattern(meter: .common), tempo: 90)
    #expect(rhythm.missingCount == 0 && rhythm.extra.isEmpty)
    let unknown = Rhythm(onsets: onsets, pattern: RhythmPattern(meter: .common), tempo: nil)
    #expect(unknown.missingCount == 0 && unknown.extra.isEmpty)
  }

  @Test("double time, half time and two players are told")
  func multiples() {
    let pattern = RhythmPattern(meter: .common)
    let double = (0..<40).map { Double($0) * 0.25 }
    #expect(Rhythm(onsets: double, pattern: pattern, tempo: 120, clickStart: 0).multiple == 2)
    let half = (0..<20).map { Double($0) }
    #expect(Rhythm(onsets: half, pattern: pattern, tempo: 120, clickStart: 0).multiple == 0.5)
    let two = (0..<20).flatMap { [Double($0) * 0.5, Double($0) * 0.5 + 0.07] }
    let rhythm = Rhythm(onsets: two, pattern: pattern, tempo: 120, clickStart: 0)
    #expect(rhythm.isDoubled && rhythm.multiple == 1)
  }

  @Test("silence and broken numbers are no rhythm")
  func nothing() {
    let pattern = RhythmPattern(meter: .common)
    for onsets: [Double] in [[], [.nan, .infinity], [1], [1, 1, 1]] {
      for clickStart in [0.0, nil] {
        let rhythm = Rhythm(onsets: onsets, pattern: pattern, tempo: nil, clickStart: clickStart)
        #expect(rhythm.onsets.compactMap { $0 }.count <= 1)
      }
    }
  }

  @Test("clicks that the microphone hears are learnt in the count-in and left out")
  func heardClicks() throws {
    let countIn = (0..<4).map { Double($0) * 0.5 }
    let clicks = (4..<24).map { Double($0) * 0.5 }
    let heard = (countIn + clicks).map { Onset(time: $0 + 0.031, level: -30) }
    var played = clicks.map { Onset(time: $0 + 0.055, level: -12) }
    played.removeAll { $0.time > 10 }
    // One is at the very time of the click, which only its loudness tells.
    played.append(Onset(time: 10.033, level: -12))
    let all = (heard.filter { $0.time < 10 } + played).sorted { $0.time < $1.time }
    let result = HeardClicks(onsets: all, countIn: countIn, clicks: clicks, start: 1.75)
    #expect(result.areHeard)
    #expect(abs(try #require(result.delay) - 0.031) < 1e-9)
    #expect(result.played == played)
  }

  @Test("with headphones no click is heard, and every sound is the player's")
  func headphones() {
    let played = (4..<24).map { Onset(time: Double($0) * 0.5 + 0.2, level: -12) }
    let result = HeardClicks(
      onsets: [Onset(time: 0.7)] + played, countIn: [0, 0.5, 1, 1.5],
      clicks: (4..<24).map { Double($0) * 0.5 }, start: 1.75)
    #expect(!result.areHeard && result.delay == nil && result.played == played)
  }

  @Test("double time without a click is told, and its beats are those that were played")
  func doubleTime() throws {
    let late = jitter(80, seed: 9).map { $0 / 2 }
    let onsets = (0..<80).map { 1 + Double($0) * 0.3125 + late[$0] }
    let result = RhythmResult(
      onsets: onsets, pattern: RhythmPattern(meter: .common), plan: TimingPlan(tempo: 96))
    #expect(result.density == 2 && result.sentence.contains("double time"))
    #expect(result.rhythm.missingCount == 0 && result.rhythm.extra.isEmpty)
    #expect(try #require(result.timing.spread) < 12)
    #expect(abs(try #require(result.timing.tempo?.mean) - 192) < 1)
  }
}

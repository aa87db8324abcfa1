import Foundation
import Metronome
import Testing

@Suite("Click schedule")
struct ClickScheduleTests {
  @Test(
    "24 hours: no click is more than half a sample from its exact time, and nothing drifts",
    arguments: [
      (137_500, 48_000.0), (133_333, 44_100), (10_000, 192_000), (299_999, 44_100), (61_803, 8000),
    ])
  func day(tempo: Int, sampleRate: Double) throws {
    let text = "* 4/4 \(tempo / 1000).\(String(tempo % 1000 + 1000).dropFirst())"
    var schedule = try ClickSchedule(TempoMap(text), sampleRate: sampleRate)
    let count = 24 * 60 * tempo / 1000
    var worst = 0.0
    for index in 0...count {
      let click = try schedule.take()
      let exact = exactTime(
        (Int128(index), 1), thousandths: Int128(tempo), beatValue: 4,
        sampleRate: Int128(sampleRate))
      worst = max(worst, abs(Double(Int128(click.frame) - exact.whole) - exact.rest))
    }
    #expect(worst <= 0.5)
  }

  @Test("subdivisions, swing and polyrhythms are exact for 24 hours too")
  func dayOfSmallClicks() throws {
    // 7 eighths a bar; in each two sixteenths at 61.7 %, and 5 against 7.
    let text = "* 7/8 133.333 subdivide=2 swing=61.7 poly=5:7"
    var schedule = try ClickSchedule(TempoMap(text), sampleRate: 44_100)
    let counts: [Click.Kind: Int128] = [.beat: 1, .subdivision: 1, .cross: 1]
    var index: [Click.Kind: Int128] = [.beat: 0, .subdivision: 0, .cross: 0]
    var worst = 0.0
    var last: Int64 = 0
    var isOrdered = true
    while last < 24 * 3600 * 44_100 {
      let click = try schedule.take()
      isOrdered = isOrdered && click.frame >= last
      last = click.frame
      let number = index[click.kind, default: 0]
      index[click.kind] = number + counts[click.kind, default: 0]
      let position: (Int128, Int128) =
        switch click.kind {
        case .beat: (number, 1)
        case .subdivision: (number * 1000 + 617, 1000)
        case .cross: (number * 7, 5)
        }
      let exact = exactTime(position, thousandths: 133_333, beatValue: 8, sampleRate: 44_100)
      worst = max(worst, abs(Double(Int128(click.frame) - exact.whole) - exact.rest))
    }
    #expect(worst <= 0.5 && isOrdered)
    #expect(index[.beat, default: 0] > 380_000)
  }

  @Test("a tempo in dotted quarters counts them: 3/8=80 in 6/8 is 240 eighths a minute")
  func noteValues() throws {
    let eighths = try clicks("1 6/8 3/8=80").map(\.frame)
    #expect(eighths == [0, 12_000, 24_000, 36_000, 48_000, 60_000])
    let quarters = try clicks("1 6/8 120").map(\.frame)  // a tempo alone counts quarters
    #expect(quarters == [0, 12_000, 24_000, 36_000, 48_000, 60_000])
  }

  @Test("accents mark the bar, its groups and its pattern")
  func accents() throws {
    let mixed = try clicks("1 7/8=2+2+3 120").map(\.accent)
    #expect(mixed == [.strong, .normal, .medium, .normal, .medium, .normal, .normal])
    let compound = try clicks("1 6/8 120").map(\.accent)
    #expect(compound == [.strong, .normal, .normal, .medium, .normal, .normal])
    let pattern = try clicks("1 4/4 120 .xO.").map(\.accent)
    #expect(pattern == [nil, .normal, .medium, nil])
    #expect(try clicks("1 4/4 120 .xO.").map(\.isAudible) == [false, true, true, false])
  }

  @Test("swing delays the second of each pair: of the halves of a beat, or of the beats of a group")
  func swing() throws {
    // A beat lasts 24000 samples.
    #expect(try clicks("1 2/4 120 swing=60").map(\.frame) == [0, 14_400, 24_000, 38_400])
    #expect(
      try clicks("1 1/4 120 subdivide=4 swing=66.6").map(\.frame) == [0, 7992, 12_000, 19_992])
    // An eighth lasts 12000 samples; the third of a group of three stands where it was.
    #expect(
      try clicks("1 7/8=2+2+3 120 swing=60").map(\.frame)
        == [0, 14_400, 24_000, 38_400, 48_000, 62_400, 72_000])
  }

  @Test("three against four meet on the first beat of each bar")
  func polyrhythm() throws {
    let all = try clicks("2 4/4 120 poly=3:4")
    let cross = all.filter { $0.kind == .cross }.map(\.frame)
    #expect(cross == [0, 32_000, 64_000, 96_000, 128_000, 160_000])
    #expect(all.count == 14)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.frame <= $1.frame })
  }

  @Test("silent bars: three sound, one does not; at random, the same ones every time")
  func rests() throws {
    let bars = try clicks("8 1/4 120 mute=3:1").map(\.isMuted)
    #expect(bars == [false, false, false, true, false, false, false, true])
    let random = try clicks("* 1/4 120 mute=25%").map(\.isMuted)
    #expect(random == (try clicks("* 1/4 120 mute=25%").map(\.isMuted)))
    func silentBars(seed: UInt64) throws -> [Bool] {
      var section = try TempoMap("100 1/4 120").sections[0]
      section.rests = try BarRests(notation: "25%", seed: seed)
      var schedule = try ClickSchedule(TempoMap([section]), sampleRate: 48_000)
      var bars: [Bool] = []
      while let click = schedule.next() { bars.append(click.isMuted) }
      return bars
    }
    #expect(try silentBars(seed: 1) == Array(random[..<100]))
    #expect(try silentBars(seed: 2) == silentBars(seed: 2))
    #expect(Set(try (1...20).map { try silentBars(seed: $0) }).count == 20)
    let share = Double(random.count { $0 }) / Double(random.count)
    #expect(abs(share - 0.25) < 0.013)  // three standard deviations of 10000 throws
  }

  @Test(
    "silent beats: two and four of each bar with what divides them; at random, a quarter of them")
  func beatRests() throws {
    let bars = try clicks("2 4/4 120 mute=2,4 subdivide=2").map(\.isMuted)
    let bar = [false, false, true, true, false, false, true, true]
    #expect(bars == bar + bar)
    let random = try clicks("2000 4/4 120 mute=25%beats").filter { $0.kind == .beat }
    #expect(random.map(\.isMuted) == (try clicks("2000 4/4 120 mute=25%beats").map(\.isMuted)))
    for beat in 0..<4 {
      let share = Double(random.count { $0.beat == beat && $0.isMuted }) / 2000
      #expect(abs(share - 0.25) < 0.03)  // three standard deviations of 2000 throws
    }
    // Of 2000 bars, 0.25⁴ are silent by chance, 8 on average: beats are chosen one by one.
    let silent = (0..<2000).count { bar in
      random[(4 * bar)..<(4 * bar + 4)].allSatisfy(\.isMuted)
    }
    #expect((1...20).contains(silent))
    #expect(try BarRests(notation: "beat:3") == .beats([2]))
    for text in [
      "2", "0,1", "1,129", "2,", "2;4", "beat:", "beat:0", "bar:2", "25%bars", "101%beats",
    ] {
      #expect(throws: MetronomeError.invalidRests(text)) { try BarRests(notation: text) }
    }
  }

  @Test("sections follow each other at the exact end, whatever their tempos")
  func sections() throws {
    // 4 · 60/133.333 s + 3 · 60/71 s, then the first click of the third section.
    let all = try clicks("1 4/4 133.333\n1 3/4 71\n1 1/4 120", sampleRate: 44_100)
    let exact = 44_100 * (240 / 133.333 + 180 / 71)
    #expect(abs(Double(all[7].frame) - exact) <= 0.5)
    #expect(all.map(\.section) == [0, 0, 0, 0, 1, 1, 1, 2])
  }

  @Test("a hundred thousand changes of tempo sum up to less than a hundredth of a sample")
  func manyChanges() throws {
    let tempos = (0..<100_000).map { 60 + ($0 * 7919) % 200 }
    let lines = tempos.map { "1 1/4 \($0)" }.joined(separator: "\n")
    var schedule = try ClickSchedule(TempoMap(lines), sampleRate: 44_100)
    // Every 60 · 44100 / tempo is a multiple of 1/tempo: summed up by whole tempos, exactly.
    var exact = 0.0
    while schedule.next() != nil {}
    for tempo in Set(tempos) {
      exact += Double(tempos.count { $0 == tempo }) * 60 * 44_100 / Double(tempo)
    }
    let end = try #require(schedule.endFrame)
    #expect(abs(Double(end) - exact) < 0.51)
  }

  @Test("a map ends when its last bar does; bars that count in come before the first")
  func ends() throws {
    var map = try TempoMap("2 3/4 90 xxx poly=2:3 subdivide=3")
    map.countIn(barCount: 2)
    var schedule = try ClickSchedule(map, sampleRate: 48_000)
    var all: [Click] = []
    while let click = schedule.next() { all.append(click) }
    #expect(schedule.endFrame == 384_000)
    #expect(all.prefix(6).allSatisfy { $0.kind == .beat && $0.section == 0 })
    #expect(all.prefix(6).map(\.accent) == [.strong, .normal, .normal, .strong, .normal, .normal])
    #expect(map.sections[0].isCountIn && all[6].frame == 6 * 32_000)
  }

  @Test("refuses sample rates that are no whole hertz in 8000...768000")
  func sampleRates() throws {
    for rate in [0, -1, .nan, .infinity, 44_100.5, 1e9] {
      let error = #expect(throws: MetronomeError.self) {
        _ = try ClickSchedule(TempoMap("* 120"), sampleRate: rate)
      }
      if !rate.isNaN { #expect(error == .invalidSampleRate(rate)) }
    }
  }
}

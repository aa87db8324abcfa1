import Metronome
import Testing
import ToneGeneration
import _TestSignals

@Suite("Ticks of MIDI clock")
struct ClockTicksTests {
  /// The ticks of a map's first seconds, block by block.
  private func ticks(
    _ text: String, seconds: Double, block: Int = 480,
    change: (inout ClickTrack, Int64) -> Void = { _, _ in }
  ) throws -> (ticks: [ClockTicks.Tick], clicks: [Click]) {
    let schedule = try ClickSchedule(TempoMap(text), sampleRate: 48_000)
    var track = ClickTrack(
      schedule, sounds: ClickSounds(.click, level: -10, sampleRate: 48_000))
    var clock = ClockTicks()
    var (ticks, clicks): ([ClockTicks.Tick], [Click]) = ([], [])
    while track.position < Int64(seconds * 48_000) {
      change(&track, track.position)
      let start = track.position
      clock.take(from: track.schedule, in: start, until: start + Int64(block)) { ticks.append($0) }
      let count = track.render(frameCount: block).count
      clicks += track.lastClicks
      if count < block { break }
    }
    return (ticks, clicks)
  }

  @Test("24 per quarter note, each at the sample nearest to its exact time")
  func steady() throws {
    let ticks = try ticks("* 4/4 137.5", seconds: 60).ticks
    for (index, tick) in ticks.enumerated() {
      let (whole, rest) = exactTime(
        (Int128(index), 24), thousandths: 137_500, beatValue: 4, sampleRate: 48_000)
      #expect((Double(tick.frame) - Double(whole) - rest).magnitude <= 0.5 + 1e-6)
      #expect(tick.position == Int64(index))
    }
    #expect(ticks.count == 3300)
  }

  @Test(
    "a block's size changes nothing",
    arguments: ["* 137.5", "2 3/4 100\n4 7/8 60-90\n* 90", "3 5/16 200\n3 4/4 80\n* 6/8 3/8=60"])
  func blocks(_ text: String) throws {
    let whole = try ticks(text, seconds: 8, block: 384_000).ticks
    for block in [1, 7, 480, 4801] {
      let parts = try ticks(text, seconds: 8, block: block).ticks
      #expect(Array(parts.prefix(whole.count)) == whole)
    }
  }

  @Test("a tick falls on every quarter, in every meter and through every change of section")
  func beats() throws {
    let text = "3 4/4 90\n4 7/8 150\n2 3/2 100\n2 6/16 70\n4 4/4 60-120\n* 5/8 3/8=80"
    let (ticks, clicks) = try ticks(text, seconds: 60)
    let frames = Set(ticks.map(\.frame))
    for click in clicks where click.kind == .beat { #expect(frames.contains(click.frame)) }
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0.frame < $1.frame })
    let positions = ticks.compactMap(\.position)
    #expect(positions == Array(0..<Int64(ticks.count)))
  }

  @Test("the grid of 24 goes on through bars of 64ths, which are one and a half ticks long")
  func sixtyFourths() throws {
    let ticks = try ticks("1 1/64 60\n* 4/4 60", seconds: 5).ticks
    for (index, tick) in ticks.enumerated() {
      #expect(tick.frame == Int64(index) * 2000)
    }
  }

  @Test("ends with the map")
  func end() throws {
    let ticks = try ticks("2 4/4 120", seconds: 10).ticks
    #expect(ticks.count == 192)
  }

  @Test("a count-in has ticks without a position")
  func countIn() throws {
    var map = try TempoMap("* 4/4 120")
    map.countIn(barCount: 1)
    let schedule = try ClickSchedule(map, sampleRate: 48_000)
    var clock = ClockTicks()
    var positions: [Int64?] = []
    clock.take(from: schedule, in: 0, until: 192_000) { positions.append($0.position) }
    #expect(positions.prefix(96).allSatisfy { $0 == nil })
    #expect(Array(positions.dropFirst(96)) == (0..<96).map { Int64($0) })
  }

  @Test("follows changes by hand: every beat keeps its tick, and none comes twice or goes back")
  func changes() throws {
    var generator = SeededRandom(seed: 3)
    let (ticks, clicks) = try ticks("* 4/4 120", seconds: 120) { track, position in
      guard position.isMultiple(of: 4800),
        let tempo = Tempo(Double.random(in: 30...300, using: &generator))
      else { return }
      track.setTempo(tempo)
    }
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0.frame <= $1.frame })
    for (index, click) in clicks.enumerated() where index * 24 < ticks.count {
      #expect((ticks[index * 24].frame - click.frame).magnitude <= 1)
    }
  }

  @Test("begins inside a course where that course's ticks are")
  func inside() throws {
    let schedule = try ClickSchedule(TempoMap("* 4/4 120"), sampleRate: 48_000)
    var clock = ClockTicks(afterBeats: 8, denominator: 4)
    var first: ClockTicks.Tick?
    clock.take(from: schedule, in: 0, until: 100) { first = first ?? $0 }
    #expect(first == ClockTicks.Tick(frame: 0, position: 192))
    var odd = ClockTicks(afterBeats: 1, denominator: 64)
    first = nil
    odd.take(from: schedule, in: 0, until: 1000) { first = first ?? $0 }
    #expect(first == ClockTicks.Tick(frame: 500, position: 2))
  }
}

import Metronome
import SignalProcessing
import Testing

@Suite("Changes while it plays")
struct LiveChangeTests {
  @Test("a new tempo keeps the phase: half of a beat gone by stays half")
  func phase() throws {
    var schedule = try ClickSchedule(TempoMap("* 120"), sampleRate: 48_000)
    _ = schedule.next()
    schedule.setTempo(try #require(Tempo(60)), at: 12_000)  // in the middle of the first beat
    #expect(schedule.upcoming?.frame == 36_000)
    _ = schedule.next()
    #expect(schedule.upcoming?.frame == 84_000)
    #expect(schedule.tempo(at: 40_000).beatsPerMinute == 60)
  }

  @Test("a hundred thousand changes lose no more than a thousandth of a sample of the phase")
  func manyChanges() throws {
    var schedule = try ClickSchedule(TempoMap("* 1/4 120"), sampleRate: 44_100)
    var generator = SeededGenerator(seed: 1)
    var beats = 0.0  // by integration over the samples between the changes
    var frame: Int64 = 0
    var tempo = 120.0
    var before = tempo
    var clicks = 0
    for _ in 0..<100_000 {
      let next = frame + Int64(generator.nextUniform() * 3000) + 1
      while let click = schedule.upcoming, click.frame < next {
        // A click is due when the beats become whole: at most half a sample off, which the change
        // may have made longer.
        let phase = beats + Double(click.frame - frame) * tempo / (60 * 44_100)
        #expect(abs(phase - Double(clicks)) <= 0.501 * max(tempo, before) / (60 * 44_100))
        clicks += 1
        _ = schedule.next()
      }
      beats += Double(next - frame) * tempo / (60 * 44_100)
      frame = next
      before = tempo
      tempo = (30 + generator.nextUniform() * 500).rounded()
      schedule.setTempo(try #require(Tempo(tempo)), at: frame)
    }
    #expect(clicks > 10_000)
  }

  @Test("after a change by hand nothing drifts for 24 hours")
  func noDrift() throws {
    var schedule = try ClickSchedule(TempoMap("* 1/4 97"), sampleRate: 44_100)
    _ = schedule.next()
    schedule.setTempo(try #require(Tempo(133.333)), at: 1234)
    let first = try schedule.take()
    var worst = 0.0
    for index in 1...192_000 {
      let click = try schedule.take()
      let exact = exactTime(
        (Int128(index), 1), thousandths: 133_333, beatValue: 4, sampleRate: 44_100)
      let offset = Double(Int128(click.frame - first.frame) - exact.whole) - exact.rest
      worst = max(worst, abs(offset))
    }
    #expect(worst <= 1.001)  // the first click was itself rounded
  }

  @Test("later sections change in proportion, and a ramp goes on from the new tempo")
  func proportion() throws {
    var schedule = try ClickSchedule(TempoMap("1 1/4 100\n1 1/4 200"), sampleRate: 48_000)
    _ = schedule.next()
    schedule.setTempo(try #require(Tempo(50)), at: 0)
    let second = try schedule.take()
    #expect(second.frame == 57_600)
    _ = schedule.next()
    #expect(schedule.endFrame == 86_400)

    var ramp = try ClickSchedule(TempoMap("* 4/4 100 ramp=+10/1bar..200"), sampleRate: 48_000)
    _ = ramp.next()
    ramp.setTempo(try #require(Tempo(150)), at: 0)
    for _ in 0..<4 { _ = ramp.next() }
    let tempo = ramp.tempo(at: (ramp.upcoming?.frame ?? 0)).beatsPerMinute
    #expect(abs(tempo - 162.5) < 0.01)  // five beats later
  }

  @Test("a jump to another section waits for the bar line")
  func jump() throws {
    var schedule = try ClickSchedule(TempoMap("a: * 4/4 120\nb: * 3/4 60"), sampleRate: 48_000)
    for _ in 0..<6 { _ = schedule.next() }  // the third beat of the second bar comes next
    schedule.jump(toSection: 1)
    var rest: [Click] = []
    while rest.count < 3, let click = schedule.next() { rest.append(click) }
    #expect(rest.map(\.section) == [0, 0, 1])
    #expect(rest.map(\.frame) == [144_000, 168_000, 192_000])
    schedule.jump(toSection: 7)
    #expect(schedule.upcoming?.section == 1)
  }

  @Test("tap tempo: the mean of the last taps; a missed tap and a double one change nothing")
  func taps() throws {
    var taps = TapTempo()
    let firstTap = taps.tap(at: 10)
    #expect(firstTap == nil)
    for (index, jitter) in [0.01, -0.01, 0.012, -0.008, 0.0].enumerated() {
      _ = taps.tap(at: 10.5 + 0.5 * Double(index) + jitter)
    }
    var tempo = try #require(taps.beatsPerMinute)
    #expect(abs(tempo - 120) < 0.5)
    _ = taps.tap(at: 13.5)  // one was missed
    _ = taps.tap(at: 14)
    tempo = try #require(taps.beatsPerMinute)
    #expect(abs(tempo - 120) < 0.5)
    _ = taps.tap(at: 14.04)  // bounced
    _ = taps.tap(at: 14.5)
    tempo = try #require(taps.beatsPerMinute)
    #expect(abs(tempo - 120) < 0.5)
  }

  @Test("two taps that agree are a new tempo; after a pause taps start afresh")
  func newTaps() throws {
    var taps = TapTempo()
    for index in 0..<6 { _ = taps.tap(at: Double(index) * 0.5) }
    _ = taps.tap(at: 3.5)
    _ = taps.tap(at: 4.5)
    let slower = try #require(taps.beatsPerMinute)
    #expect(abs(slower - 60) < 1e-9)
    let afterPause = taps.tap(at: 40)
    #expect(afterPause == nil)
    _ = taps.tap(at: 40.3)
    let fresh = try #require(taps.beatsPerMinute)
    #expect(abs(fresh - 200) < 1e-6)
    _ = taps.tap(at: 40.3)  // no time has gone by
    #expect(taps.beatsPerMinute == fresh)
    let bounded = TapTempo(capacity: 1)
    #expect(bounded.beatsPerMinute == nil)
  }
}

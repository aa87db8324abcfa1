import IntonationPractice
import Metronome
import Testing

@Suite("Clicks beside a score")
struct PracticeClicksTests {
  private func score(_ bars: [PracticeBar], tempos: [PracticeTempo] = []) -> PracticeScore {
    PracticeScore(
      notes: [PracticeNote(midiNumber: 60, onset: 0, duration: 1)], bars: bars, tempos: tempos)
  }

  private func times(_ clicks: PracticeClicks) -> (countIn: [Double], others: [Double]) {
    let all = clicks.clicks(until: 60)
    return (
      all.filter { $0.isCountIn }.map { $0.time }, all.filter { !$0.isCountIn }.map { $0.time }
    )
  }

  @Test("a bar counts in, and two beats more before a pickup of one; the score is on the beat")
  func pickup() throws {
    let three = try #require(PracticeMeter(beatCount: 3, beatUnit: 4))
    let click = try #require(
      try PracticeClicks(
        score([
          PracticeBar(number: 0, onset: 0, length: 1, meter: three, lead: 2),
          PracticeBar(number: 1, onset: 1, length: 3, meter: three),
        ]), tempo: 120))
    #expect(click.leadTime == 2.5)
    let times = times(click)
    #expect(times.countIn.map { ($0 * 2).rounded() } == [-5, -4, -3, -2, -1])
    #expect(times.others.map { ($0 * 2).rounded() } == [0, 1, 2, 3])
    // The pickup is the third beat of its bar.
    let strong = click.clicks().filter { $0.isStrong }.map { ($0.time * 2).rounded() }
    #expect(strong.suffix(1) == [1] && !strong.contains(0))
  }

  @Test("clicks follow the tempos of the score, also in the middle of a bar")
  func tempos() throws {
    let tempos = [
      PracticeTempo(onset: 0, quartersPerMinute: 60),
      PracticeTempo(onset: 2, quartersPerMinute: 120),
    ]
    let bars = (0..<2).map {
      PracticeBar(number: $0 + 1, onset: 4 * Double($0), length: 4, meter: .common)
    }
    let click = try #require(
      try PracticeClicks(score(bars, tempos: tempos)))
    let times = times(click).others
    for (time, expected) in zip(times, [0, 1, 2, 2.5, 3, 3.5, 4, 4.5]) {
      #expect(abs(time - expected) < 1e-3)
    }
  }

  @Test("bars without a click are silent, but not those that count in")
  func muted() throws {
    let bars = (0..<4).map {
      PracticeBar(number: $0 + 1, onset: 4 * Double($0), length: 4, meter: .common)
    }
    let click = try #require(
      try PracticeClicks(
        score(bars), tempo: 60, rests: .alternating(sounding: 1, silent: 1)))
    let times = times(click)
    #expect(times.countIn.count == 4)
    #expect(times.others.map { $0.rounded() } == [0, 1, 2, 3, 8, 9, 10, 11])
  }

  @Test("without a tempo there is no click")
  func noTempo() throws {
    let bar = PracticeBar(number: 1, onset: 0, length: 4, meter: .common)
    #expect(try PracticeClicks(score([bar])) == nil)
  }

  @Test("a rhythm has clicks without end, of which three hours are enough")
  func rhythm() throws {
    let clicks = try PracticeClicks(.common, tempo: 120)
    let all = clicks.clicks()
    #expect(all.count == PracticeClicks.most && clicks.leadTime == 2)
    #expect(all.prefix(9).map { $0.isStrong } == (0..<9).map { $0 % 4 == 0 })
    #expect(all.filter { $0.isCountIn }.map { $0.time } == [-2, -1.5, -1, -0.5])
  }
}

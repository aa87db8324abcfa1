import Metronome
import Testing
import _TestSignals

@Suite("Tempo and position from a MIDI clock")
struct ClockReceiverTests {
  private var receiver = ClockReceiver()
  private var random = SeededRandom(seed: 21)
  private var seconds = 1.0

  /// Ticks at a tempo, each up to `jitter` seconds late.
  private mutating func play(_ count: Int, tempo: Double, jitter: Double = 0.001) {
    for _ in 0..<count {
      seconds += 60 / tempo / 24
      let late = jitter > 0 ? Double.random(in: 0...jitter, using: &random) : 0
      receiver.tick(at: Int64((seconds + late) * 1e9))
    }
  }

  private func tempo() throws -> Double { try #require(receiver.tempo).beatsPerMinute }

  @Test("ticks without jitter give the tempo", arguments: [20.0, 60, 137.5, 300])
  mutating func exact(tempo wanted: Double) throws {
    play(96, tempo: wanted, jitter: 0)
    #expect((try tempo() - wanted).magnitude < 1e-4)
  }

  @Test(
    "a millisecond of jitter moves the tempo by less than half a percent, and the beat by half of it"
  )
  mutating func jitter() throws {
    receiver.start()
    play(96, tempo: 120)
    for tick in 96..<2000 {
      play(1, tempo: 120)
      #expect((try tempo() - 120).magnitude < 0.6)
      let course = try #require(receiver.course(in: .common))
      let ideal = Double(tick) / 24
      let error = (course.beat(at: Int64(seconds * 1e9)) - ideal) * 0.5 + 0.0005
      #expect(error.magnitude < 0.0007)
    }
  }

  @Test(
    "another tempo is known to 1 % after three quarter notes, whatever the step",
    arguments: [90.0, 121, 180])
  mutating func change(next: Double) throws {
    play(200, tempo: 120)
    play(72, tempo: next)
    #expect((try tempo() - next).magnitude < 0.01 * next)
    play(200, tempo: next)
    #expect((try tempo() - next).magnitude < 0.005 * next)
    #expect(!receiver.isIrregular)
  }

  @Test(
    "no beat before start; the tick after it is the first beat; continue goes on from the song position"
  )
  mutating func transport() throws {
    play(48, tempo: 120, jitter: 0)
    #expect(receiver.course(in: .common) == nil && receiver.tempo != nil)
    receiver.start()
    #expect(receiver.course(in: .common) == nil)
    play(1, tempo: 120, jitter: 0)
    let first = try #require(receiver.course(in: .common))
    #expect(first.beat == 0 && (Double(first.time) / 1e9 - seconds).magnitude < 1e-6)
    play(24, tempo: 120, jitter: 0)
    #expect(receiver.course(in: .common)?.beat == 1)
    #expect(try receiver.course(in: Meter(notation: "6/8"))?.beat == 2)
    receiver.stop()
    #expect(receiver.course(in: .common) == nil)
    receiver.locate(sixteenths: 16)
    receiver.continue()
    play(1, tempo: 120, jitter: 0)
    #expect(receiver.course(in: .common)?.beat == 4)
    #expect(receiver.beginningCount == 2)
  }

  @Test("after a pause of the clock, the tempo is that of the new ticks")
  mutating func pause() throws {
    play(96, tempo: 120)
    seconds += 3
    play(6, tempo: 60)
    #expect(receiver.tempo == nil)
    play(48, tempo: 60)
    #expect((try tempo() - 60).magnitude < 0.6)
  }

  @Test("two clocks in one stream are irregular")
  mutating func twoClocks() {
    var times: [Double] = []
    for index in 0..<500 { times.append(Double(index) * 60 / 120 / 24) }
    for index in 0..<500 { times.append(0.003 + Double(index) * 60 / 71 / 24) }
    for time in times.sorted().prefix(700) { receiver.tick(at: Int64(time * 1e9)) }
    #expect(receiver.isIrregular)
  }
}

import InstrumentTuning
import MusicTheory
import PitchEstimation
import SignalProcessing
import Testing

@Suite("Note log")
struct NoteLogTests {
  /// Plays into a log and keeps the notes that end.
  private struct Player {
    var log = NoteLog()
    var ended: [HeardNote] = []

    /// Takes readings 10 ms apart from a time in hundredths; `nil` is silence.
    mutating func play(
      _ cents: [Double?], _ midiNumber: Int = 69, string: Int? = nil, target: Double? = nil,
      from start: Int
    ) {
      let note = Note(midiNumber: midiNumber)
      let target = target ?? note.frequency()
      for (index, cents) in cents.enumerated() {
        let reading = cents.map { cents in
          NoteDeviation(
            note: note, targetFrequency: target,
            frequency: target * Interval.ratio(ofCents: cents), cents: cents,
            state: abs(cents) <= 3 ? .inTune : cents < 0 ? .flat : .sharp)
        }
        let time = Double(start + index) / 100
        if let note = log.add(reading, string: string, at: time) { ended.append(note) }
      }
    }

    mutating func finish() {
      if let note = log.finish() { ended.append(note) }
    }
  }

  @Test("a note of 9 readings has their mean 5, spread 2 and nothing in tune")
  func figures() throws {
    var player = Player()
    // Python: statistics.mean and stdev of these are 5 and 2.
    player.play([2, 4, 4, 4, 5, 5, 7, 9, 5], string: 2, from: 100)
    #expect(player.ended.isEmpty)
    player.finish()
    player.finish()
    #expect(player.ended.count == 1)
    let note = try #require(player.ended.first)
    #expect(note.note.description == "A4" && note.string == 2 && note.readingCount == 9)
    #expect(note.targetFrequency == 440)
    #expect(abs(note.meanCents - 5) < 1e-12)
    #expect(abs(note.spread - 2) < 1e-12)
    #expect(abs(note.startTime - 1) < 1e-12 && abs(note.duration - 0.08) < 1e-12)
    #expect(note.timeInTune == 0, "its first reading alone is in tune, and covers no time")
  }

  @Test("the time in tune is that before readings in tune: 0.1 s of 0.2 s")
  func timeInTune() throws {
    var player = Player()
    player.play(Array(repeating: 1, count: 11) + Array(repeating: 10, count: 10), from: 0)
    player.finish()
    let note = try #require(player.ended.first)
    #expect(abs(note.duration - 0.2) < 1e-12)
    #expect(abs(note.timeInTune - 0.1) < 1e-12)
  }

  @Test("another note, another string and another concert pitch each begin a note")
  func boundaries() {
    var player = Player()
    let steady = [Double?](repeating: 0, count: 20)
    player.play(steady, 69, string: 1, from: 0)
    player.play(steady, 70, string: 1, from: 20)
    player.play(steady, 70, string: 2, from: 40)
    player.play(steady, 70, string: 2, target: 470, from: 60)
    player.finish()
    #expect(player.ended.map(\.note.midiNumber) == [69, 70, 70, 70])
    #expect(player.ended.map(\.string) == [1, 1, 2, 2])
    #expect(player.ended.map(\.startTime) == [0, 0.2, 0.4, 0.6])
    #expect(player.ended.last?.targetFrequency == 470)
  }

  @Test("a gap of 0.2 s stays within the note and is not in tune; one of 0.3 s ends it")
  func gaps() throws {
    var player = Player()
    let steady = [Double?](repeating: 0, count: 21)
    player.play(steady, from: 0)
    player.play([Double?](repeating: nil, count: 19), from: 21)
    player.play(steady, from: 40)
    #expect(player.ended.isEmpty)
    player.play([Double?](repeating: nil, count: 30), from: 61)
    #expect(player.ended.count == 1)
    let note = try #require(player.ended.first)
    #expect(abs(note.duration - 0.6) < 1e-12)
    #expect(abs(note.timeInTune - 0.4) < 1e-12)
  }

  @Test("a gap of 0.25 s stays within the note, and one of 0.26 s ends it")
  func longestGap() {
    for (gap, count) in [(25, 1), (26, 2)] {
      var player = Player()
      player.play([Double?](repeating: 0, count: 21), from: 0)
      player.play([Double?](repeating: nil, count: gap - 1), from: 21)
      player.play([Double?](repeating: 0, count: 21), from: 20 + gap)
      player.finish()
      #expect(player.ended.count == count, "\(gap)")
    }
  }

  @Test("a leap of 200 cents near one target, and a slurred one of 100, each begin a note")
  func melody() throws {
    var player = Player()
    let steady = { (cents: Double) in [Double?](repeating: cents, count: 40) }
    player.play(steady(-210), string: 2, from: 0)
    player.play(steady(-10), string: 2, from: 40)
    // A display smooths a slur over 80 ms: an exponential approach.
    player.play(
      (0..<40).map { 90 - 100 * Elementary.exp(-Double($0) / 8) }, string: 2, from: 80)
    player.finish()
    #expect(player.ended.count == 3)
    let means = player.ended.map(\.meanCents)
    // The beginning of a slur still belongs to the note before.
    #expect(zip(means, [-210, -10, 90]).allSatisfy { abs($0 - $1) < 15 })
    #expect(player.ended.allSatisfy { $0.spread < 25 }, "not one note with a spread of 100")
  }

  @Test("a string that is tuned up by 100 cents within a second is one note")
  func tuningUp() throws {
    var player = Player()
    player.play((0..<100).map { Double($0) - 100 }, string: 6, from: 0)
    player.play([Double?](repeating: 0, count: 50), string: 6, from: 100)
    player.finish()
    #expect(player.ended.count == 1)
  }

  @Test("8 readings over 70 ms are no note, nor are values that are not finite")
  func nothing() {
    var player = Player()
    player.play(Array(repeating: 0, count: 8), from: 0)
    player.finish()
    player.play(Array(repeating: .nan, count: 50), from: 10)
    player.finish()
    #expect(player.ended.isEmpty)
  }

  @Test("a tuner's readings become the notes that were played")
  func tuner() throws {
    var tuner = TargetTuner()
    var log = NoteLog()
    var notes: [HeardNote] = []
    for index in 0..<900 {
      let frequency: Double? = index < 300 ? 440 : index < 500 ? nil : 220
      let reading = PitchReading(
        time: Double(index) / 100,
        candidate: frequency.map { PitchCandidate(frequency: $0, periodicity: 0.9) },
        isVoiced: frequency != nil, level: -20)
      let result = tuner.process(reading)
      let heard = result.isHeld ? nil : result.deviation
      if let note = log.add(heard, string: nil, at: result.time) { notes.append(note) }
    }
    if let note = log.finish() { notes.append(note) }
    #expect(notes.map(\.note.description) == ["A4", "A3"])
    #expect(notes.allSatisfy { abs($0.meanCents) < 0.01 && $0.spread < 0.01 })
    #expect(abs(try #require(notes.first).duration - 3) < 0.2)
    #expect(abs(try #require(notes.last).duration - 4) < 0.2)
  }

  @Test("notes of 1 2 3 and of -4 cents together have mean 0.5 and spread 3.1091")
  func statistics() throws {
    func heard(_ mean: Double, _ spread: Double, count: Int) -> HeardNote {
      HeardNote(
        startTime: 0, duration: 2, note: Note(midiNumber: 69), targetFrequency: 440, string: nil,
        meanCents: mean, spread: spread, timeInTune: 0.5, readingCount: count)
    }
    var session = SessionStatistics()
    session.add(heard(2, 1, count: 3))
    session.add(heard(-4, 0, count: 1))
    let note = try #require(session.notes.first)
    #expect(session.notes.count == 1 && note.noteCount == 2 && note.cents.count == 4)
    #expect(abs(note.cents.mean - 0.5) < 1e-12)
    // Python: statistics.stdev([1, 2, 3, -4])
    #expect(abs(note.cents.standardDeviation - 3.109_126_351_029_605) < 1e-12)
    #expect(note.duration == 4 && note.timeInTune == 1 && note.partInTune == 0.25)
  }
}

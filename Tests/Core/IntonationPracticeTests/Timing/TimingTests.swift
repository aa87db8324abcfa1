import IntonationPractice
import MusicTheory
import SignalProcessing
import Testing
import _TestSignals

@Suite("Early and late")
struct TimingTests {
  /// Eighths in 4/4, up and down a scale.
  static func eighths(_ count: Int, tempos: [PracticeTempo] = []) -> PracticeScore {
    let steps = [0, 2, 4, 5, 7, 9, 11, 12, 11, 9, 7, 5, 4, 2]
    let notes = (0..<count).map {
      PracticeNote(midiNumber: 60 + steps[$0 % 14], onset: Double($0) / 2, duration: 0.5)
    }
    return PracticeScore(notes: notes, tempos: tempos)
  }

  static func jitter(_ count: Int, milliseconds: Double, seed: UInt64) -> [Double] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in 1e-3 * milliseconds * random.normal() }
  }

  private func times(
    _ score: PracticeScore, tempo: Double, start: Double = 0, jitter: [Double]
  ) -> [Double] {
    zip(score.notes, jitter).map { start + $0.onset * 60 / tempo + $1 }
  }

  @Test("with a click each note has its own milliseconds, and the median is that of all")
  func click() throws {
    let score = Self.eighths(64)
    let jitter = Self.jitter(64, milliseconds: 12, seed: 1).map { $0 - 0.018 }
    let timing = Timing(
      score, onsets: times(score, tempo: 90, start: 2.5, jitter: jitter),
      plan: TimingPlan(tempo: 90, clickStart: 2.5))
    #expect(timing.reference == .click && timing.entry == 0 && timing.multiple == 1)
    for (note, late) in zip(timing.notes, jitter) {
      #expect(abs(try #require(note.late) - 1000 * late) < 1e-6)
    }
    let sorted = jitter.sorted()
    #expect(abs(try #require(timing.median) - 500 * (sorted[31] + sorted[32])) < 3)
    #expect(abs(try #require(timing.spread) - 12) < 4)
    guard case .late(let late, _) = timing.advice else {
      Issue.record("\(timing.advice)")
      return
    }
    #expect(late < -12 && timing.advice.sentence.hasPrefix("You rush: "))
  }

  @Test("without latency the same notes are relative to their median, and nothing is claimed")
  func unknownLatency() throws {
    let score = Self.eighths(40)
    let jitter = Self.jitter(40, milliseconds: 8, seed: 2)
    let timing = Timing(
      score, onsets: times(score, tempo: 100, start: 0.2, jitter: jitter),
      plan: TimingPlan(tempo: 100, clickStart: 0, isLatencyKnown: false))
    #expect(timing.median == nil)
    let late = timing.notes.compactMap { $0.late }.sorted()
    #expect(abs(late[19] + late[20]) < 4)
    if case .late = timing.advice { Issue.record("\(timing.advice)") }
  }

  @Test(
    "without a click notes are compared with the tempo that fits, as much as the jitter allows",
    arguments: [20.0, 47, 90, 187, 400])
  func ownBeat(tempo: Double) throws {
    let score = Self.eighths(80)
    // Nobody plays 13 eighths in a second as unevenly as 1.5 in a second.
    let size = min(10, 800 / tempo)
    let jitter = Self.jitter(80, milliseconds: size, seed: 3)
    let timing = Timing(score, onsets: times(score, tempo: tempo, start: 1, jitter: jitter))
    #expect(timing.reference == .ownBeat && timing.median == nil)
    let found = try #require(timing.tempo)
    #expect(abs(found.mean / tempo - 1) < 0.002 && found.wanted == nil && found.drift == nil)
    #expect(abs(found.change) < 1)
    let mean = jitter.reduce(0, +) / 80
    for (note, late) in zip(timing.notes, jitter) {
      #expect(abs(try #require(note.late) - 1000 * (late - mean)) < 0.6 * size)
    }
  }

  @Test("a tempo that rises from 90 to 99 is told within one percent, as are its notes")
  func drift() throws {
    let score = Self.eighths(120)
    let jitter = Self.jitter(120, milliseconds: 10, seed: 4)
    // The duration of a beat falls linearly.
    let (first, last) = (60 / 90.0, 60 / 99.0)
    let onsets = zip(score.notes, jitter).map { note, late in
      note.onset * first + 0.5 * note.onset * note.onset * (last - first) / 59.5 + late
    }
    let timing = Timing(score, onsets: onsets, plan: TimingPlan(tempo: 90))
    let tempo = try #require(timing.tempo)
    #expect(abs(tempo.start - 90) < 0.9 && abs(tempo.end - 99) < 0.99)
    #expect(abs(tempo.change - 10) < 1)
    #expect(abs(try #require(timing.spread) - 10) < 2.5)
    #expect(timing.advice == .drifts(from: tempo.start, to: tempo.end))
  }

  @Test("with a click, a slower player's drift is in milliseconds per minute, and leaves the click")
  func driftFromClick() throws {
    let score = Self.eighths(100)
    let jitter = Self.jitter(100, milliseconds: 5, seed: 5)
    func timing(_ tempo: Double) -> Timing {
      Timing(
        score, onsets: times(score, tempo: tempo, jitter: jitter),
        plan: TimingPlan(tempo: 90, clickStart: 0))
    }
    let near = timing(89.9)
    #expect(abs(try #require(near.tempo?.drift) - 66.7) < 10 && !near.leftClick)
    let far = timing(86)
    #expect(far.leftClick)
    #expect(far.advice.sentence == "You left the click: your own tempo is 86.0 bpm.")
  }

  @Test("swing is a ratio with an error; notes are judged straight, or as asked")
  func swing() throws {
    let score = Self.eighths(96)
    let jitter = Self.jitter(96, milliseconds: 8, seed: 6)
    let beat = 60 / 120.0
    let onsets = score.notes.indices.map { index in
      Double(index / 2) * beat + (index % 2 == 1 ? beat * 2 / 3 : 0) + jitter[index]
    }
    let straight = Timing(score, onsets: onsets, plan: TimingPlan(tempo: 120, clickStart: 0))
    let swing = try #require(straight.swing)
    #expect(swing.isSwung && swing.count == 48)
    #expect(abs(swing.share - 2 / 3) < 4 * swing.error && swing.error < 0.01)
    #expect(abs(swing.ratio - 2) < 0.1 && swing.ratioError < 0.1)
    #expect(abs(try #require(straight.notes[1].late) - 1000 * (jitter[1] + beat / 6)) < 1e-6)
    #expect(try #require(straight.spread) < 12)
    let asked = Timing(
      score, onsets: onsets,
      plan: TimingPlan(tempo: 120, clickStart: 0, swing: .share(2.0 / 3)))
    #expect(abs(try #require(asked.notes[1].late) - 1000 * jitter[1]) < 1e-6)
    let plain = Timing(score, onsets: times(score, tempo: 120, jitter: jitter))
    #expect(plain.swing?.isSwung == false)
  }

  @Test("the beat that one leans on is found")
  func leaning() throws {
    let score = Self.eighths(96)
    var jitter = Self.jitter(96, milliseconds: 6, seed: 7)
    for index in stride(from: 6, to: 96, by: 8) { jitter[index] -= 0.03 }  // beat 4
    let timing = Timing(
      score, onsets: times(score, tempo: 80, jitter: jitter),
      plan: TimingPlan(tempo: 80, clickStart: 0))
    #expect(timing.places.map(\.beat) == [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5])
    #expect(timing.leaning?.beat == 4)
    #expect(timing.advice.sentence.hasPrefix("Play beat 4 later: it comes 2"))
  }

  @Test("double and half time are told, and judged as such", arguments: [(180.0, 2.0), (45, 0.5)])
  func multiples(tempo: Double, multiple: Double) throws {
    let score = Self.eighths(60)
    let jitter = Self.jitter(60, milliseconds: 8, seed: 8)
    let onsets = times(score, tempo: tempo, start: 1, jitter: jitter)
    let timing = Timing(score, onsets: onsets, plan: TimingPlan(tempo: 90, clickStart: 1))
    #expect(timing.multiple == multiple && !timing.leftClick)
    #expect(abs(try #require(timing.notes[10].late) - 1000 * jitter[10]) < 1e-6)
    #expect(timing.advice == .otherTempo(multiple: multiple))
  }

  @Test("a bar late after the click is an entry, not four beats of lateness")
  func entry() throws {
    let score = Self.eighths(40)
    let jitter = Self.jitter(40, milliseconds: 8, seed: 9)
    let onsets = times(score, tempo: 90, start: 4 * 60 / 90, jitter: jitter)
    let timing = Timing(score, onsets: onsets, plan: TimingPlan(tempo: 90, clickStart: 0))
    #expect(timing.entry == 4)
    #expect(abs(try #require(timing.notes[5].late) - 1000 * jitter[5]) < 1e-6)
  }

  @Test("rubato is told, and followed if that is asked for")
  func rubato() throws {
    let score = Self.eighths(96)
    let jitter = Self.jitter(96, milliseconds: 6, seed: 10)
    let onsets = zip(score.notes, jitter).map { note, late in
      note.onset * 0.7 + 0.4 * Elementary.sin(2 * .pi * note.onset / 16) + late
    }
    let own = Timing(score, onsets: onsets)
    #expect(own.isRubato && own.advice == .rubato)
    let followed = Timing(score, onsets: onsets, plan: TimingPlan(followsRubato: true))
    #expect(followed.reference == .curve)
    #expect(try #require(followed.spread) < 12)
    let few = Self.eighths(8)
    #expect(
      Timing(few, onsets: Array(onsets.prefix(8)), plan: TimingPlan(followsRubato: true)).reference
        == .ownBeat)
  }

  @Test("the tempo changes of a score are expected, in proportion to another first tempo")
  func scoreTempos() throws {
    let score = Self.eighths(
      80,
      tempos: [
        PracticeTempo(onset: 0, quartersPerMinute: 120),
        PracticeTempo(onset: 20, quartersPerMinute: 60),
      ])
    let jitter = Self.jitter(80, milliseconds: 8, seed: 11)
    let onsets = zip(score.notes, jitter).map { note, late in
      (note.onset < 20 ? note.onset : 20 + 2 * (note.onset - 20)) * 0.6 + late  // 100, then 50
    }
    let timing = Timing(score, onsets: onsets, plan: TimingPlan(tempo: 100, clickStart: 0))
    for (note, late) in zip(timing.notes, jitter) {
      #expect(abs(try #require(note.late) - 1000 * late) < 1e-6)
    }
    let own = Timing(score, onsets: onsets)
    #expect(abs(try #require(own.tempo?.mean) - 100) < 0.5 && own.tempo?.wanted == 120)
  }

  @Test("missing notes, wild notes and grace notes move no other note")
  func mistakes() throws {
    let score = Self.eighths(60)
    let jitter = Self.jitter(60, milliseconds: 8, seed: 12)
    var onsets: [Double?] = times(score, tempo: 90, jitter: jitter)
    for index in [3, 4, 20, 41] { onsets[index] = nil }
    onsets[30]? += 0.2
    let timing = Timing(score, onsets: onsets)
    #expect(timing.count == 56 && timing.notes[3].late == nil && timing.notes[3].expected != nil)
    #expect(abs(try #require(timing.notes[30].late) - 200) < 30)
    #expect(abs(try #require(timing.tempo?.mean) - 90) < 0.2)
  }

  @Test("free time has no beats; few, equal or broken times give no tempo")
  func nothing() {
    var score = Self.eighths(20)
    score.bars = [PracticeBar(number: 1, onset: 0, length: 10, meter: nil)]
    let onsets = score.notes.map { Optional($0.onset) }
    let free = Timing(score, onsets: onsets)
    #expect(free.places.isEmpty && free.swing == nil && free.spread != nil)
    #expect(free.notes.allSatisfy { $0.beat == nil && $0.bar == 1 })
    for broken: [Double?] in [[], [1, 2], [nil, nil], [.nan, .infinity, 1, 2], [1, 1, 1, 1]] {
      let timing = Timing(score, onsets: broken)
      #expect(timing.tempo == nil && timing.advice == .tooFew, "\(broken)")
    }
  }
}

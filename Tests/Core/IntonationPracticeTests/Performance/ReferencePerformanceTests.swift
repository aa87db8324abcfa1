import IntonationPractice
import MusicTheory
import SignalProcessing
import Testing
import _TestSignals

@Suite("Practice to a recording")
struct ReferencePerformanceTests {
  private let rate = 44_100.0
  private let numbers = [67, 69, 71, 72, 74, 71, 67, 66, 67, 69, 71, 69, 67, 64, 62, 67]
  private let values = [1, 1, 0.5, 0.5, 1, 1, 2, 1, 0.5, 0.5, 1, 1, 1, 1, 1, 2.0]

  /// A melody of plucked strings.
  private struct Melody {
    var frequencies: [Double]
    var onsets: [Double]
  }

  /// The teacher, at A4 = 443 Hz, with leading notes of his own and a tempo that breathes.
  private var teacher: Melody {
    var (time, quarter) = (0.4, 0.0)
    var melody = Melody(frequencies: [], onsets: [])
    for (number, value) in zip(numbers, values) {
      let cents = number == 66 ? 14.0 : number == 71 ? -9 : 0
      melody.frequencies.append(
        443 * Elementary.exp2((Double(number) - 69) / 12 + cents / 1200))
      melody.onsets.append(time)
      time += 0.6 * value * (1 + 0.12 * Elementary.sin(quarter / 2))
      quarter += value
    }
    return melody
  }

  /// Most notes as the teacher's, so that the others are known from them.
  private let cents = [0, 0, 18, 0, 0, -25, 0, 0, 0, 31, 0, 0, -12, 0, 0, 0.0]
  private let milliseconds = [0, 0, 0, 35, 0, 0, -40, 0, 0, 0, 0, 28, 0, 0, 0, 0.0]

  /// A student who is 11 cents flat and plays at 92 % of the tempo.
  private var student: Melody {
    let teacher = teacher
    return Melody(
      frequencies: zip(teacher.frequencies, cents).map { $0 * Elementary.exp2(($1 - 11) / 1200) },
      onsets: zip(teacher.onsets, milliseconds).map { 0.7 + $0 / 0.92 + $1 / 1000 })
  }

  private func sound(_ melody: Melody) -> [Float] {
    let end = (melody.onsets.last ?? 0) + 1.5
    var sound = TestSignal.noise(count: Int(end * rate), rms: 1e-4)
    for (index, (frequency, onset)) in zip(melody.frequencies, melody.onsets).enumerated() {
      let next = index + 1 < melody.onsets.count ? melody.onsets[index + 1] : onset + 1
      let count = Int((next - onset - 0.06) * rate)
      // Between samples, by its phase.
      let start = Int((onset * rate).rounded())
      let amplitudes = (1...12).map { 0.3 / Double($0 * $0) }
      let tone = TestSignal.harmonics(
        frequency, amplitudes: amplitudes, sampleRate: rate, count: count)
      for sample in 0..<count where start + sample < sound.count {
        let time = Double(sample) / rate
        let release = min(1, Double(count - sample) / (0.02 * rate))
        sound[start + sample] +=
          tone[sample] * Float(min(1, time / 0.003) * Elementary.exp2(-3 * time) * release)
      }
    }
    return sound
  }

  private func hear(
    _ sound: [Float], _ process: (PracticeHearing.Event) -> Void, _ hearing: PracticeHearing
  ) {
    var hearing = hearing
    hearing.append(sound.span)
    hearing.finish()
    while let event = hearing.next() { process(event) }
  }

  private func performance(_ melody: Melody) throws -> ReferencePerformance {
    try performance(of: sound(melody))
  }

  private func performance(of sound: [Float]) throws -> ReferencePerformance {
    var first: ReferencePerformance?
    for _ in 0..<2 {
      var listener = ReferenceListener(after: first)
      hear(sound, { listener.process($0) }, try listener.hearing(sampleRate: rate))
      first = try listener.performance()
    }
    return try #require(first)
  }

  private func judgement(
    _ melody: Melody, like score: PracticeScore, under pitch: ConcertPitch
  ) throws -> PracticeJudgement {
    var session = PracticeSession(score, under: pitch)
    session.endsBySilence = false
    session.begin()
    hear(sound(melody), { session.process($0) }, try session.hearing(sampleRate: rate))
    session.finish()
    return session.judgement
  }

  @Test("each note is within 2 cents and 3 ms of what is known, and the whole is told apart")
  func known() throws {
    let reference = try performance(teacher)
    #expect(abs(reference.concertPitch.frequency - 443) < 1)
    let score = reference.score(title: "teacher")
    #expect(score.notes.map(\.midiNumber) == numbers)
    let judgement = try judgement(student, like: score, under: reference.concertPitch)
    let result = try #require(judgement.result)
    #expect(abs(result.offset + 11) < 2)
    #expect(result.extraCount == 0 && result.missingCount == 0)
    #expect(abs((judgement.timing.tempo?.mean ?? 0) / 60 - 0.92) < 0.01)
    for index in numbers.indices {
      let deviation = try #require(result.notes[index].cents)
      #expect(abs(deviation - cents[index]) < 2, "note \(index + 1)")
      let late = try #require(judgement.timing.notes[index].late)
      #expect(abs(late - milliseconds[index]) < 3, "note \(index + 1)")
    }
  }

  @Test(
    "who plays exactly as the recording is praised, and no cent or millisecond is off by more than 1"
  )
  func same() throws {
    let reference = try performance(teacher)
    let score = reference.score(title: "teacher")
    let judgement = try judgement(teacher, like: score, under: reference.concertPitch)
    let result = try #require(judgement.result)
    #expect(result.notes.allSatisfy { abs($0.cents ?? 99) < 1 })
    #expect(judgement.timing.notes.allSatisfy { abs($0.late ?? 99) < 1 })
    guard case .good = judgement.verdict(isTimed: true).verdict.finding else {
      Issue.record("not praised")
      return
    }
  }

  @Test("as written, the teacher's own tuning and rubato are faults too")
  func written() throws {
    let reference = try performance(teacher)
    let (score, hasNoteValues) = reference.writtenScore(title: "teacher")
    #expect(hasNoteValues)
    #expect(score.notes.map(\.midiNumber) == numbers)
    let first = score.notes.map { $0.onset }
    var quarter = 0.0
    for (index, value) in values.enumerated() {
      #expect(abs(first[index] - quarter) < 1e-9)
      quarter += value
    }
    let judgement = try judgement(teacher, like: score, under: ConcertPitch(443))
    let result = try #require(judgement.result)
    #expect(abs((result.notes[7].cents ?? 0) - 14) < 2)
    #expect(abs((result.notes[2].cents ?? 0) + 9) < 2)
    #expect(judgement.timing.notes.contains { abs($0.late ?? 0) > 20 })
  }

  @Test("silence and noise are refused, and chords beside the melody are told")
  func refused() throws {
    #expect(throws: ReferenceError.noNotes) {
      try performance(of: [Float](repeating: 0, count: 44_100))
    }
    #expect(throws: ReferenceError.noNotes) {
      try performance(of: TestSignal.noise(count: 88_200, rms: 0.05))
    }
    var chords = sound(teacher)
    for (index, root) in [98.0, 146.83, 110, 130.81, 98].enumerated() {
      for ratio in [1, 1.2599, 1.4983, 2] {
        let tone = TestSignal.harmonics(
          root * ratio, amplitudes: [0.2, 0.1, 0.07, 0.05, 0.03], sampleRate: rate,
          count: Int(2.2 * rate))
        let start = Int((0.4 + 2.2 * Double(index)) * rate)
        for sample in tone.indices where start + sample < chords.count {
          chords[start + sample] += tone[sample]
        }
      }
    }
    #expect(try performance(of: chords).doubtfulShare != nil)
    #expect(try performance(teacher).doubtfulShare == nil)
  }
}

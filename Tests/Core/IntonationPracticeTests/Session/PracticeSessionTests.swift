import IntonationPractice
import Metronome
import MusicTheory
import OnsetDetection
import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@Suite("A practice, from its samples to its result")
struct PracticeSessionTests {
  private static let rate = 44_100.0
  private typealias Event = PracticeHearing.Event

  /// What a player does, and what the practice says of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let session: PracticeSession
    /// The pitches as MIDI numbers, 0 for silence, and their durations.
    let sound: [(number: Double, seconds: Double)]
    /// The notes that are heard, or the sounds of a rhythm.
    let count: Int
    /// The seconds of sound after which the practice is over; `nil` for never.
    let over: ClosedRange<Double>?
    /// The verdicts on passes.
    var passes: [Bool] = []
  }

  private static let triad = quarters([60, 64, 67])

  private static func session(
    _ mode: PracticeMode = .through, _ plan: PracticePlan = PracticePlan(),
    rhythm: RhythmPattern? = nil, goal: Int = 3, endsBySilence: Bool = true
  ) throws -> PracticeSession {
    var session = PracticeSession(triad, rhythm: rhythm)
    try session.follow(plan)
    session.choose(mode, PracticeLoop.Settings(goal: goal))
    session.endsBySilence = endsBySilence
    session.isLive = true
    return session
  }

  /// Notes of 0.4 s, and 0.1 s of silence after each.
  private static func melody(_ numbers: [Double]) -> [(number: Double, seconds: Double)] {
    [(0, 0.5)] + numbers.flatMap { [($0, 0.4), (0, 0.1)] }
  }

  private static func cases() throws -> [Case] {
    let three = melody([60, 64, 67])
    let bar = RhythmPattern(meter: try #require(PracticeMeter(beatCount: 2, beatUnit: 4)))
    let claps = [(0.0, 0.5)] + (0..<4).flatMap { _ in [(72.0, 0.1), (0.0, 0.5)] }
    return [
      Case(
        testDescription: "four seconds of silence end it", session: try session(),
        sound: three + [(0, 6)], count: 3, over: 5.9...6.4),
      Case(
        testDescription: "a recording goes on after a silence",
        session: try session(endsBySilence: false),
        sound: melody([60]) + [(0, 6)] + melody([64]), count: 2, over: nil),
      Case(
        testDescription: "silence before the first note ends nothing", session: try session(),
        sound: [(0, 5)] + three, count: 3, over: nil),
      Case(
        testDescription: "the note that sounds at a stop counts", session: try session(),
        sound: [(0, 0.5), (60, 0.4), (0, 0.1), (64, 1)], count: 2, over: nil),
      Case(
        testDescription: "a score that waits is over with its last note",
        session: try session(.wait),
        sound: three + [(0, 3)], count: 3, over: 1.9...2.6),
      Case(
        testDescription: "passes in any tempo are found in what is played",
        session: try session(.loop, goal: 2),
        sound: melody([60, 64, 67, 60, 63, 67, 60, 64, 67, 60, 64, 67]) + [(0, 3)], count: 3,
        over: 6.4...7.3, passes: [true, false, true, true]),
      Case(
        testDescription: "two seconds of silence end a pass", session: try session(.loop),
        sound: melody([60, 64]) + [(0, 3)] + melody([60, 64, 67]) + [(0, 1)], count: 3, over: nil,
        passes: [false, true]),
      Case(
        testDescription: "a pass with a click is over after its silence",
        session: try session(
          .loop, PracticePlan(isTimed: true, tempo: 120, companion: .clicks)),
        sound: three + [(0, 4)], count: 3, over: 3.9...4.4, passes: [true]),
      Case(
        testDescription: "a pass with a click that is broken off does not count",
        session: try session(
          .loop, PracticePlan(isTimed: true, tempo: 120, companion: .clicks)),
        sound: three, count: 3, over: nil, passes: []),
      Case(
        testDescription: "a rhythm is over after four seconds or two bars",
        session: try session(
          PracticeMode.through, PracticePlan(isTimed: true, tempo: 100), rhythm: bar),
        sound: claps + [(0, 6)], count: 4, over: 6.2...6.9),
    ]
  }

  /// The samples of a sound, whose notes begin and end softly.
  private static func samples(_ sound: [(number: Double, seconds: Double)]) -> [Float] {
    sound.flatMap { number, seconds in
      let count = Int(seconds * rate)
      guard number > 0 else { return [Float](repeating: 0, count: count) }
      let frequency = ConcertPitch.standard.frequency(ofMIDINumber: number)
      let tone = TestSignal.sawtooth(frequency, sampleRate: rate, count: count)
      return tone.enumerated().map { index, sample in
        0.3 * sample * min(1, Float(index) / 200, Float(count - index) / 200)
      }
    }
  }

  /// Has a practice hear samples in blocks of a size, with a gap after some of them, until it is over.
  private static func play(
    _ session: inout PracticeSession, _ samples: [Float], blocks size: Int, gapAfter gap: Int? = nil
  ) throws -> [Event] {
    session.begin()
    var hearing = try session.hearing(sampleRate: rate)
    var events: [Event] = []
    func take() {
      while !session.isOver, let event = hearing.next() {
        events.append(event)
        session.process(event)
      }
    }
    var position = 0
    while position < samples.count, !session.isOver {
      let end = min(samples.count, position + size, position < gap ?? 0 ? gap ?? 0 : .max)
      hearing.append(Array(samples[position..<end]))
      take()
      position = end
      if position == gap { hearing.interrupt() }
    }
    if !session.isOver {
      hearing.finish()
      take()
    }
    session.finish(isBrokenOff: !session.isOver)
    return events
  }

  @Test(
    "what counts, and when it is over, is the same in blocks of any size", arguments: try cases())
  func blocks(row: Case) throws {
    let samples = Self.samples(row.sound)
    var expected: [Event]?
    for size in [8192, 441, 1] {
      var session = row.session
      let events = try Self.play(&session, samples, blocks: size)
      #expect(expected == nil || events == expected, "blocks of \(size)")
      expected = events
      let count = session.rhythm == nil ? session.notes.count : session.onsets.count
      #expect(count == row.count, "blocks of \(size)")
      #expect(session.isOver == (row.over != nil))
      if let over = row.over { #expect(over.contains(session.time), "\(session.time)") }
      #expect(session.loop?.passes.map(\.verdict.isRight) ?? [] == row.passes)
      #expect(session.passes.count == row.passes.count)
      #expect(session.isFinished)
    }
  }

  @Test("a gap is no onset, and times stay right, in blocks of any size")
  func gap() throws {
    let tone = Self.samples([(0, 0.5), (60, 1.5), (0, 0.5), (64, 0.5), (0, 0.5)])
    let gap = Int(1.2 * Self.rate)
    let sound = tone.enumerated().map { (gap..<(gap + 2000)).contains($0) ? 0 : $1 }
    var expected: [Event]?
    for size in [8192, 441, 64] {
      var session = try Self.session()
      let events = try Self.play(&session, sound, blocks: size, gapAfter: gap)
      #expect(expected == nil || events == expected, "blocks of \(size)")
      expected = events
      #expect(session.notes.count == 2)
      #expect(abs((session.notes.last?.onset ?? 0) - 2.5) < 0.03)
    }
  }

  @Test("silence goes on over the loss of a microphone, and ends the playing")
  func loss() throws {
    var session = try Self.session()
    session.begin()
    var time = 0.0
    for (sound, isOver) in [
      (Self.melody([60, 64]) + [(0, 1)], false), ([(0.0, 2.0)], false), ([(0.0, 2.0)], true),
    ] {
      // The microphone is back each time, with another hearing.
      var hearing = try session.hearing(sampleRate: Self.rate)
      let samples = Self.samples(sound)
      hearing.append(samples)
      hearing.finish()
      while let event = hearing.next() { session.process(PracticeHearing.delayed(event, by: time)) }
      time += Double(samples.count) / Self.rate
      #expect(session.isOver == isOver, "\(time)")
    }
    #expect(session.notes.count == 2)
  }

  @Test("a rhythm of some bars is over when its clicks are, whoever plays on")
  func bars() throws {
    let pattern = RhythmPattern(meter: try #require(PracticeMeter(beatCount: 4, beatUnit: 4)))
    var plan = PracticePlan(isTimed: true, tempo: 120, companion: .clicks)
    plan.barCount = 2
    var session = try Self.session(.through, plan, rhythm: pattern)
    session.begin()
    session.setClicks(playedFrom: 1)
    // A bar counts in, and two are played: six seconds, and what the devices take.
    for step in 0..<90 {
      session.process(.onset(Onset(time: Double(step) / 10, level: -20)))
      session.process(.time(Double(step) / 10))
      #expect(session.isOver == (step > 85), "\(step)")
    }
  }

  // MARK: - Loops

  /// Plays passes of a loop with a click, all notes of each this late.
  private func loop(
    _ tempo: Double, passes: [(late: Double, cents: Double)]
  ) throws -> PracticeSession {
    var session = try Self.session(
      .loop, PracticePlan(isTimed: true, tempo: tempo, companion: .clicks))
    for (late, cents) in passes {
      session.begin()
      let quarter = 60 / (session.plan.tempo ?? 0)
      for note in Self.triad.notes {
        session.process(
          .note(
            PlayedNote(
              onset: 4 + note.onset * quarter + late, duration: 0.8 * quarter,
              frequency: ConcertPitch.standard.frequency(
                ofMIDINumber: Double(note.midiNumber) + cents / 100))))
      }
      session.setStart(4, latency: (0, 0.001))
      session.finish()
    }
    return session
  }

  @Test("at a tempo, a pass over 100 ms late or early everywhere is wrong, and slower next")
  func late() throws {
    var random = SeededRandom(seed: 1)
    for _ in 0..<60 {
      let tempo = Double.random(in: 40...90, using: &random)
      // Below half a beat: more is an entry on another beat.
      let sign = Bool.random(using: &random) ? 1.0 : -1
      let late = sign * Double.random(in: 0.11...0.3, using: &random)
      for (late, isRight) in [(late, false), (late / 4, true)] {
        let loop = try #require(try loop(tempo, passes: [(late, 0)]).loop)
        #expect(loop.passes.last?.verdict.isRight == isRight, "\(tempo) \(late)")
        #expect(loop.streak == (isRight ? 1 : 0) && loop.tempo == (isRight ? tempo : tempo * 0.9))
      }
    }
  }

  @Test("the next pass has the tempo that the last one has earned, and its own clicks")
  func tempos() throws {
    var session = try loop(80, passes: [(0.3, 0), (0.3, 0), (0, 0)])
    let tempos = session.loop?.passes.map(\.tempo) ?? []
    #expect(tempos == [80, 72, 64.8])
    session.begin()
    let (faster, first) = (64.8 * 1.05, session.clickTimes.first?.time ?? 0)
    #expect(session.plan.tempo == faster)
    // A bar of four counts in.
    #expect(abs(first + 240 / faster) < 1e-3)
    // A loop that is done begins anew.
    session = try loop(80, passes: [(0, 0), (0, 0), (0, 0)])
    #expect(session.loop?.isDone == true)
    session.begin()
    #expect(session.loop?.passes.isEmpty == true && session.plan.tempo == 80)
  }

  @Test("a pass follows while its companion leads, the goal is not reached, and somebody plays")
  func nextPass() throws {
    #expect(try loop(80, passes: [(0, 0)]).wantsNextPass)
    #expect(try loop(80, passes: [(0, 0), (0, 0), (0.3, 0), (0, 0)]).wantsNextPass)
    #expect(try !loop(80, passes: [(0, 0), (0, 0), (0, 0)]).wantsNextPass)
    var silent = try Self.session(
      .loop, PracticePlan(isTimed: true, tempo: 80, companion: .clicks))
    silent.begin()
    silent.finish()
    #expect(!silent.wantsNextPass)
    // Without a companion, all passes are found in one playing.
    #expect(try !Self.session(.loop, PracticePlan(isTimed: true, tempo: 80)).wantsNextPass)
  }

  @Test("without a tempo, times do not count")
  func untimed() throws {
    for (isTimed, isRight) in [(false, true), (true, false)] {
      var session = try Self.session(
        .loop, PracticePlan(isTimed: isTimed, tempo: 60, companion: .clicks))
      session.begin()
      for (note, onset) in zip(Self.triad.notes, [4, 5.3, 5.8]) {
        session.process(
          .note(
            PlayedNote(
              onset: onset, duration: 0.4,
              frequency: ConcertPitch.standard.frequency(ofMIDINumber: Double(note.midiNumber)))))
      }
      session.setStart(4, latency: (0, 0.001))
      session.finish()
      #expect(session.loop?.passes.last?.verdict.isRight == isRight)
    }
  }

  @Test("with the octave ignored, every octave of the note that is waited for is right")
  func octaves() throws {
    for (ignoresOctaves, position) in [(false, 1), (true, 3)] {
      var session = try Self.session()
      session.choose(.wait, ignoresOctaves: ignoresOctaves)
      session.begin()
      for (time, number) in [60.0, 76, 55].enumerated() {
        session.process(
          .first(
            .found(
              StableStretch(
                start: Double(time), duration: 0.2,
                frequency: ConcertPitch.standard.frequency(ofMIDINumber: number)))))
        #expect(session.next() == .answer)
      }
      #expect(session.waiting?.waiting.position == position)
      session.skip()
      #expect(session.next() == (ignoresOctaves ? nil : .skip))
    }
  }
}

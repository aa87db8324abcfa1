internal import CKammerton
internal import IntonationPractice
internal import OnsetDetection

/// What a practice hears. A class, because copies of it would be large functions.
final class Ear {
  private var hearing: PracticeHearing

  init(_ hearing: consuming PracticeHearing) { self.hearing = hearing }

  // Not inlined: each copy of this code is large.
  @inline(never) func append(_ block: UnsafeBufferPointer<Float>) { hearing.append(block.span) }
  @inline(never) func next() -> PracticeHearing.Event? { hearing.next() }
  @inline(never) func finish() { hearing.finish() }
  func interrupt() { hearing.interrupt() }
}

/// A practice, and the events that the caller has not read yet.
final class PracticeHandle {
  private(set) var session: PracticeSession
  private var ear: Ear?
  private(set) var events = ResultQueue<ktn_practice_event>(capacity: 64)
  private var isFinished = false
  private var passCount: Int32 = 0  // whose events were read

  init(_ session: PracticeSession) { self.session = session }

  func start(sampleRate: Double) throws(Refusal) {
    do {
      ear = Ear(try session.hearing(sampleRate: sampleRate))
    } catch {
      throw Refusal(KTN_SAMPLE_RATE_OUT_OF_RANGE)
    }
    isFinished = false
    events.removeAll()
    session.begin()
    passCount = Int32(clamping: session.passes.count)
  }

  func setStart(_ start: Double, latency: Double, spread: Double) throws(Refusal) {
    try require(ear != nil, KTN_NOT_STARTED)
    try require(
      start.isFinite && (latency.isNaN || latency.isFinite && spread.isFinite),
      KTN_TIME_OUT_OF_RANGE)
    session.setStart(start, latency: latency.isNaN ? nil : (latency, spread))
    session.judge()
  }

  func append(_ samples: UnsafeBufferPointer<Float>) throws(Refusal) {
    try requireStarted()
    samples.forEachBlock { block in
      ear?.append(block)
      collect()
    }
  }

  func interrupt() throws(Refusal) {
    try requireStarted()
    ear?.interrupt()
  }

  func skip() throws(Refusal) {
    try requireStarted()
    session.skip()
    collectEvents()
  }

  func finish() throws(Refusal) {
    try requireStarted()
    isFinished = true
    let isBrokenOff = !session.isOver
    ear?.finish()
    collect()
    session.finish(isBrokenOff: isBrokenOff)
    collectEvents()
  }

  func read(
    _ place: UnsafeMutablePointer<ktn_practice_event>?, capacity: Int,
    count: UnsafeMutablePointer<Int>?
  ) throws(Refusal) {
    try events.read(place, capacity: capacity, count: count)
  }

  private func requireStarted() throws(Refusal) {
    try require(ear != nil, KTN_NOT_STARTED)
    try require(!isFinished, KTN_FINISHED)
  }

  /// What is heard after the end of a playing counts for nothing.
  private func collect() {
    while let heard = ear?.next() {
      if !session.isOver { session.process(heard) }
      collectEvents()
    }
  }

  private func collectEvents() {
    while let event = session.next() {
      var row = ktn_practice_event(event, of: session)
      // One note can end two passes.
      if case .pass = event { (row.index, passCount) = (passCount, passCount + 1) }
      events.append(row)
    }
  }
}

extension ktn_practice_event {
  fileprivate init(_ event: PracticeSession.Event, of session: PracticeSession) {
    self.init(
      time: session.time, frequency: .nan, cents: .nan, late: .nan, kind: 0, index: -1, note: -1,
      octaves: 0, cue: Int32(KTN_CUE_NONE), is_wrong: 0)
    switch event {
    case .heard:
      kind = Int32(KTN_PRACTICE_NOTE)
      writeLast(of: session)
    case .answer: write(session.waiting?.answer, session.score)
    case .skip:
      kind = Int32(KTN_PRACTICE_SKIPPED)
      write(index: session.waiting?.waiting.skipped.last, session.score)
    case .cue(let cue):
      kind = Int32(KTN_PRACTICE_CUE)
      self.cue = Self.number(of: cue)
    case .pass: kind = Int32(KTN_PRACTICE_PASS)
    }
  }

  private mutating func write(index: Int?, _ score: PracticeScore) {
    guard let index, score.notes.indices.contains(index) else { return }
    self.index = Int32(clamping: index)
    note = Int32(score.notes[index].midiNumber)
  }

  private mutating func write(_ answer: WaitingScore.Answer?, _ score: PracticeScore) {
    switch answer {
    case .right(let index, let cents):
      kind = Int32(KTN_PRACTICE_RIGHT)
      self.cents = cents
      write(index: index, score)
    case .octave(let count):
      kind = Int32(KTN_PRACTICE_OCTAVE)
      octaves = Int32(clamping: count)
    case .wrong(let midiNumber):
      kind = Int32(KTN_PRACTICE_WRONG)
      note = Int32(clamping: midiNumber)
    case nil: break
    }
  }

  private mutating func writeLast(of session: PracticeSession) {
    guard session.rhythm == nil else {
      time = session.onsets.last?.time ?? time
      return
    }
    guard let last = session.notes.last else { return }
    (time, frequency) = (last.onset, last.frequency)
    let (result, timing) = (session.judgement.result, session.judgement.timing)
    guard let found = result?.index(of: last), let note = result?.notes[found] else { return }
    write(index: found, session.score)
    cents = note.cents ?? .nan
    is_wrong = note.isWrong ? 1 : 0
    if session.hasTimes { late = timing.lateSoFar(at: found) ?? .nan }
  }

  private static func number(of cue: PracticeCue) -> Int32 {
    switch cue {
    case .early: Int32(KTN_CUE_EARLY)
    case .late: Int32(KTN_CUE_LATE)
    case .sharp: Int32(KTN_CUE_SHARP)
    case .flat: Int32(KTN_CUE_FLAT)
    case .wrong: Int32(KTN_CUE_WRONG)
    }
  }
}

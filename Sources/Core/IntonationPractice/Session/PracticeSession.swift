package import Metronome
package import MusicTheory
package import OnsetDetection
package import PitchEstimation

/// The practice of a score or of a rhythm: what a player did, what is asked for next, how it is
/// judged, and when it is over.
///
/// A face of the program has the samples heard by ``hearing(sampleRate:)``, hands on each event,
/// and shows what ``next()`` and the properties say:
///
/// ```swift
/// session.begin()
/// var hearing = try session.hearing(sampleRate: 48_000)
/// while !session.isOver, let block = read() {
///   hearing.append(block)
///   while let event = hearing.next() { session.process(event) }
///   while let event = session.next() { show(event) }
/// }
/// session.finish()
/// ```
///
/// A microphone that is lost and comes back continues the session with another hearing, whose times
/// are delayed.
package struct PracticeSession: Sendable {
  /// What happens to a playing.
  package enum Event: Sendable, Hashable {
    /// Another note has ended, or another sound of a rhythm has begun.
    case heard
    /// Another answer to a player who is waited for: ``waiting`` has it.
    case answer
    /// The note that was waited for is left out.
    case skip
    /// The note that ended last was off.
    case cue(PracticeCue)
    /// A pass of a loop was judged: it is the last one of ``passes``.
    case pass
  }

  /// The score; of a rhythm alone, it means nothing.
  package private(set) var score: PracticeScore
  /// The rhythm that is practised alone; `nil` for a score.
  package private(set) var rhythm: RhythmPattern?
  /// A4 and the temperament. ``judge()`` compares with another one.
  package var concertPitch: ConcertPitch
  /// How the score is played.
  package private(set) var plan = PracticePlan()
  /// How the score is gone through.
  package private(set) var mode = PracticeMode.through
  /// Whether a silence ends the playing; a recording ends by itself.
  package var endsBySilence = true
  /// Whether the playing is judged while it goes on, for those who show it.
  package var isLive = false
  /// The clicks; `nil` without any.
  package var clicks: PracticeClicks? { companion.clicks }
  /// Those that sound, from the start of the score.
  package var clickTimes: [PracticeClicks.Click] { companion.clickTimes }
  /// What was played.
  package private(set) var notes: [PlayedNote] = []
  /// The onsets of all sounds.
  package private(set) var onsets: [Onset] = []
  /// The time up to which the sound was heard, in seconds.
  package private(set) var time = 0.0
  /// The score that waits; `nil` unless it was begun in this mode.
  package private(set) var waiting: WaitPractice?
  /// The rules of a loop; `nil` unless it is asked for.
  package private(set) var loop: PracticeLoop?
  /// The passes of the loop.
  package private(set) var passes: [PracticeJudgement] = []
  /// True once nothing more is to be heard.
  package private(set) var isOver = false
  /// True once the playing has ended.
  package private(set) var isFinished = false
  /// The playing as it was judged last.
  package private(set) var judgement: PracticeJudgement

  private var companion = CompanionClock()
  private var ignoresOctaves = false
  private var tolerance = PassVerdict.usualTolerance
  private var splitter: PassSplitter?
  private var lastVoiced: Double?
  private var events: [Event] = []

  /// The most notes that are kept, and the most sounds.
  private static var most: (notes: Int, onsets: Int) {
    (2 * PracticeScore.mostNotes, 10 * PracticeScore.mostNotes)
  }

  /// Creates a practice from the beginning to the end, before its first note.
  ///
  /// - Parameters:
  ///   - score: The score; of a rhythm alone, it means nothing.
  ///   - rhythm: The rhythm that is practised alone; `nil` for a score.
  ///   - concertPitch: A4 and the temperament.
  package init(
    _ score: PracticeScore, rhythm: RhythmPattern? = nil,
    under concertPitch: ConcertPitch = .standard
  ) {
    self.score = score
    self.rhythm = rhythm
    self.concertPitch = concertPitch
    judgement = PracticeJudgement(of: PlayedTake(), score, rhythm, under: concertPitch)
  }

  /// Takes another score or rhythm, of which nothing has been played.
  package mutating func choose(_ score: PracticeScore, rhythm: RhythmPattern?) {
    (self.score, self.rhythm) = (score, rhythm)
    clear()
    companion.forgetStart()
    isFinished = false
    try? follow(plan)
    judge()
  }

  /// Takes how the score is played, and makes the clicks for it. ``judge()`` compares with it.
  ///
  /// - Parameter plan: How it is played.
  /// - Throws: `TempoMapError` if there are no such clicks.
  package mutating func follow(_ plan: PracticePlan) throws(TempoMapError) {
    self.plan = plan
    try companion.follow(plan, of: score, rhythm)
  }

  /// Takes how the score is gone through. A loop begins anew.
  ///
  /// - Parameters:
  ///   - mode: How the score is gone through.
  ///   - ignoresOctaves: Whether a note that is waited for is right in any octave.
  ///   - settings: The rules of a loop.
  ///   - tolerance: The largest deviation of a right note of a loop, in cents.
  package mutating func choose(
    _ mode: PracticeMode, ignoresOctaves: Bool = false,
    _ settings: PracticeLoop.Settings = PracticeLoop.Settings(),
    tolerance: Double = PassVerdict.usualTolerance
  ) {
    (self.mode, self.ignoresOctaves, self.tolerance) = (mode, ignoresOctaves, tolerance)
    waiting = nil
    passes = []
    loop =
      mode == .loop ? PracticeLoop(tempo: plan.isTimed ? clock?.tempo : nil, settings) : nil
  }

  /// Begins to listen anew: a playing, or the next pass of a loop at the tempo that it has earned. A loop
  /// that is done begins anew.
  package mutating func begin() {
    clear()
    (time, isOver, isFinished, lastVoiced) = (0, false, false, nil)
    companion.begin()
    if let loop, loop.isDone {
      self.loop = PracticeLoop(tempo: loop.wantedTempo, loop.settings)
      passes = []
    }
    slowDown()
    splitter =
      mode == .loop && plan.companion == nil ? PassSplitter(score, under: concertPitch) : nil
    waiting =
      mode == .wait && rhythm == nil
      ? WaitPractice(score, under: concertPitch, ignoresOctaves: ignoresOctaves) : nil
    judge()
  }

  /// The silence that ends the playing, or a pass of a loop, in seconds; `nil` while each note is
  /// waited for.
  package var pause: Double? {
    rhythm?.pause(at: plan.tempo)
      ?? mode.pause(of: timedScore, tempo: plan.tempo, isLed: plan.companion != nil)
  }

  /// True if the next pass of a loop is to be begun: its companion leads each one, nothing was right often
  /// enough yet, and somebody plays.
  package var wantsNextPass: Bool {
    plan.companion != nil && loop?.isDone == false && !notes.isEmpty
  }

  private mutating func clear() { (notes, onsets, events) = ([], [], []) }

  /// Takes the tempo that the last pass of a loop has earned.
  private mutating func slowDown() {
    guard let loop, !loop.passes.isEmpty, let tempo = loop.tempo, tempo != plan.tempo else {
      return
    }
    var plan = plan
    plan.tempo = tempo
    try? follow(plan)
  }

  /// Begins to hear a microphone or a recording.
  ///
  /// - Parameter sampleRate: Samples per second, in 8000...192000 Hz.
  /// - Returns: The hearing, for the score or the rhythm.
  /// - Throws: `EstimatorError` if it is out of its range.
  package func hearing(sampleRate: Double) throws(EstimatorError) -> PracticeHearing {
    guard rhythm != nil else {
      return PracticeHearing(
        try PracticeListener(for: score, under: concertPitch, sampleRate: sampleRate),
        sampleRate: sampleRate, isCompared: score.isPerformance)
    }
    guard let detector = try? OnsetDetector(sampleRate: sampleRate) else {
      throw .invalidSampleRate(sampleRate)
    }
    return PracticeHearing(detector, sampleRate: sampleRate)
  }

  /// Processes what was heard, until the playing is finished.
  package mutating func process(_ heard: PracticeHearing.Event) {
    guard !isFinished else { return }
    switch heard {
    case .onset(let onset): process(onset)
    case .pitch(let reading):
      if reading.isVoiced { lastVoiced = reading.time }
      if let lastVoiced { process(silence: reading.time - lastVoiced) }
    case .first(.found(let pitch)):
      if waiting?.process(pitch) != nil { events.append(.answer) }
    case .first(.began): break
    case .note(let note): process(note)
    case .time(let time):
      self.time = time
      if rhythm != nil, let last = onsets.last { process(silence: time - last.time) }
      if companion.isOver(at: time) { isOver = true }
    }
    if waiting?.isOver == true || loop?.isDone == true { isOver = true }
  }

  /// Returns what has happened, one after another; `nil` until more is heard.
  package mutating func next() -> Event? { events.isEmpty ? nil : events.removeFirst() }

  private mutating func process(_ onset: Onset) {
    guard onsets.count < Self.most.onsets else { return }
    onsets.append(onset)
    if rhythm != nil { show(onsets.count) }
  }

  private mutating func process(_ note: PlayedNote) {
    if waiting?.process(note) != nil { events.append(.answer) }
    if splitter != nil { return add(note) }
    guard notes.count < Self.most.notes else { return }
    notes.append(note)
    show(notes.count)
  }

  /// Judges the playing so far, if it is shown.
  private mutating func show(_ count: Int) {
    events.append(.heard)
    guard isLive, count <= PracticeScore.mostLive else { return }
    judge()
    // A player who is waited for is answered instead.
    guard mode != .wait, let result = judgement.result, let last = judgement.take.notes.last,
      let cue = PracticeCue(after: last, result, plan.isTimed ? judgement.timing : nil)
    else { return }
    events.append(.cue(cue))
  }

  /// Processes a note of a loop in any tempo, whose passes are found in what is played.
  private mutating func add(_ note: PlayedNote) {
    if splitter?.current.isEmpty == true { slowDown() }
    for pass in splitter?.add(note) ?? [] where loop?.isDone == false { add(pass) }
    guard let current = splitter?.current, !current.isEmpty else {
      return events.append(.heard)
    }
    notes = current
    show(notes.count)
  }

  /// Processes the silence since the last pitch, or since the last sound of a rhythm, in seconds.
  private mutating func process(silence: Double) {
    waiting?.process(silence: silence)
    if let split = splitter {
      if silence > split.pause, let pass = splitter?.finish() { add(pass) }
      return
    }
    let hasPlayed = rhythm == nil ? !notes.isEmpty : !onsets.isEmpty
    // The shortest pause is the first question, because a score is searched for its longest rest.
    guard endsBySilence, hasPlayed, silence > PassSplitter.usualPause else { return }
    if let pause, silence > pause { isOver = true }
  }

  /// Judges a pass, which stays shown until the next one begins.
  private mutating func add(_ pass: [PlayedNote]) {
    notes = pass
    judgement = judged(isFinished: true)
    onsets.removeAll { $0.time <= pass.last?.end ?? 0 }
    addPass()
  }

  private mutating func addPass() {
    guard let result = judgement.result else { return }
    loop?.add(result, timing: judgement.timing, tolerance: tolerance)
    passes.append(judgement)
    events.append(.pass)
  }

  /// Leaves out the note that is waited for.
  package mutating func skip() {
    guard waiting?.waiting.isFinished == false else { return }
    waiting?.skip()
    events.append(.skip)
    if waiting?.isOver == true { isOver = true }
  }

  /// Sets when the score began on the clock of what is heard, as its companion says. ``judge()``
  /// compares with it.
  ///
  /// - Parameters:
  ///   - start: With the latency that is known, in seconds; `nil` if it is not known.
  ///   - latency: The latency of loudspeaker and microphone, and its spread, in seconds; `nil` if it
  ///     is not known.
  package mutating func setStart(_ start: Double?, latency: (value: Double, spread: Double)?) {
    companion.setStart(start, latency: latency, duration: mode == .loop ? duration : nil)
  }

  /// Sets when the clicks of a rhythm begin, as far as that is known while they are played: with the
  /// last of its bars the playing is over.
  ///
  /// - Parameter time: When the first click is played, in seconds of what is heard.
  package mutating func setClicks(playedFrom time: Double) {
    if let rhythm { companion.setClicks(playedFrom: time, rhythm, plan) }
  }

  /// Moves what was played to another clock.
  ///
  /// - Parameter moved: Returns the time of the other clock, in seconds; `nil` if it is not known.
  /// - Returns: False if a time of a note is not known; then nothing is moved.
  package mutating func move(_ moved: (Double) -> Double?) -> Bool {
    let found = notes.compactMap { note in
      moved(note.onset).map { onset in
        var note = note
        note.onset = max(0, onset)
        return note
      }
    }
    guard found.count == notes.count else { return false }
    notes = found
    onsets = onsets.compactMap { onset in
      moved(onset.time).map { OnsetDetector.delayed(onset, by: $0 - onset.time) }
    }
    return true
  }

  /// Ends the playing, and judges it.
  ///
  /// A pass that its companion leads counts if it is over; one in any tempo as it was played.
  ///
  /// - Parameter isBrokenOff: Whether the player has stopped it before it was over.
  package mutating func finish(isBrokenOff: Bool = false) {
    guard !isFinished else { return }
    isFinished = true
    if splitter != nil {
      if loop?.isDone == false, let pass = splitter?.finish() { add(pass) }
      return
    }
    judge()
    if loop != nil, !notes.isEmpty, !isBrokenOff { addPass() }
  }
}

// MARK: - Judging

extension PracticeSession {
  /// The score as its times are: a melody has one tempo throughout.
  private var timedScore: PracticeScore {
    plan.companion == .melody ? score.withoutTempos : score
  }

  private var clock: ScoreClock? { ScoreClock(timedScore, tempo: plan.tempo) }

  /// How long the score lasts, in seconds; `nil` without a tempo.
  package var duration: Double? {
    clock?.seconds(atQuarter: score.notes.last.map { $0.onset + $0.duration } ?? 0)
  }

  /// True if the times of the notes mean something: not while each note is waited for, and not
  /// between the passes of a loop.
  package var hasTimes: Bool { mode == .through }

  /// The result: that of the last pass once a loop has ended, or else of the playing.
  package var result: PracticeJudgement { isFinished ? passes.last ?? judgement : judgement }

  /// Compares what was played so far.
  package mutating func judge() { judgement = judged(isFinished: isFinished) }

  private func judged(isFinished: Bool) -> PracticeJudgement {
    var take = PlayedTake(notes: notes, onsets: onsets, plan: plan.timing)
    let known = companion.lead(&take)
    return PracticeJudgement(
      of: take, score, rhythm, under: concertPitch, timed: timedScore, latency: known,
      isFinished: isFinished)
  }
}

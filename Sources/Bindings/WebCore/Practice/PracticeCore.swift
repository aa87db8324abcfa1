internal import IntonationPractice
internal import Metronome
internal import MusicTheory
internal import PitchEstimation

/// A score that is practised: what is heard of it, and how it was played.
///
/// The page's side chooses a score, starts, and then fills `input` again and again; the score and how it
/// was played so far are in `facts`, `outcome`, `notes`, `pitches` and `steps`.
final class PracticeCore: Core {
  static let mostPitches = 128
  static let mostSteps = 256

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let report = Record<ReportField>()
  let file = Record<FileField>()
  let facts = Record<ScoreField>()
  let outcome = Record<ResultField>()
  /// The temperament, in cents above its root; the score says which note that is.
  let degrees = SharedMemory<Double>(repeating: 0, count: pitchClassCount)
  let pitches = Record<MeanField>(rows: mostPitches, repeating: .nan)
  let steps = Record<MeanField>(rows: mostSteps, repeating: .nan)
  private(set) var notes = Record<NoteField>(repeating: .nan)
  let times = PracticeTimes()
  let frozen = PracticeFrozen()
  private(set) var clickSound = SharedMemory<Float>(repeating: 0, count: 1)
  var session = PracticeSession(PracticeScore(notes: []))
  var document = PracticeDocument()
  private var exchange = ByteExchange()
  private var hearing: PracticeHearing?

  override init() {
    super.init()
    session.isLive = true
  }

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .input: input.address
    case .degrees: degrees.address
    case .report: report.address
    case .file: file.address
    case .score: facts.address
    case .result: outcome.address
    case .notes: notes.address
    case .pitches: pitches.address
    case .steps: steps.address
    case .times: times.facts.address
    case .places: times.places.address
    case .clicks: times.clicks.address
    case .readings: times.voice.address
    case .samples: clickSound.address
    case .frozen: frozen.facts.address
    case nil: nil
    }
  }

  /// Makes room for bytes; `nil` if they are too many.
  func makeRoom(_ count: Int) -> Address {
    exchange.makeRoom(count, limit: XMLLimits.mostBytes)
  }

  /// Takes the bytes out of the room.
  func emptyRoom() -> [UInt8] {
    defer { exchange.clear() }
    return exchange.received
  }

  /// Writes the score that was chosen, or the reason why not.
  func writeReport(isNewScore: Bool) {
    report[.problem] = Double(document.report.problem.rawValue)
    report[.number] = Double(document.report.number)
    guard isNewScore else { return }
    hearing = nil
    session.choose(document.score, rhythm: document.rhythm)
    writeScore()
    writeClicks()
    writeJudgement()
  }

  func writeScore() {
    let score = document.score
    notes = Record(rows: max(1, score.notes.count), repeating: .nan)
    facts.clear()
    facts[.noteCount] = Double(score.notes.count)
    facts[.isRhythm] = document.rhythm == nil ? 0 : 1
    facts[.firstBar] = Double(document.whole.bars.reduce(Int.max) { min($0, $1.number.value) })
    facts[.lastBar] = Double(document.whole.bars.reduce(0) { max($0, $1.number.value) })
    facts[.hasBarNames] = document.barNames.isEmpty ? 0 : 1
    facts[.isCut] = document.isCut ? 1 : 0
    facts[.chosenFirstBar] = Double(score.bars.first?.number.value ?? 0)
    facts[.chosenLastBar] = Double(score.bars.last?.number.value ?? 0)
    facts[.tempo] = score.tempos.first?.quartersPerMinute ?? .nan
    facts[.recordedPitch] = document.performance?.concertPitch.frequency ?? .nan
    facts[.doubtfulShare] = 100 * (document.performance?.doubtfulShare ?? 0)
    for remark in score.remarks {
      switch remark {
      case .chosenVoice(let number, let count, _):
        facts[.voice] = Double(number)
        facts[.voiceCount] = Double(count)
      case .lowerNotesLeftOut(let count): facts[.leftOutCount] = Double(count)
      case .percussionLeftOut: facts[.leavesPercussionOut] = 1
      case .jumpsNotFollowed: facts[.leavesJumpsOut] = 1
      case .barsNotReached: facts[.leavesBarsOut] = 1
      case .notesWithoutEnd(let count): facts[.endlessCount] = Double(count)
      }
    }
    for (index, note) in score.notes.enumerated() {
      notes[index, .midi] = Double(note.midiNumber)
      notes[index, .microtone] = note.microtone
      notes[index, .onset] = note.onset
      notes[index, .isGrace] = note.isGrace ? 1 : 0
      notes[index, .wanted] = note.performed?.cents ?? 0
      let spelling =
        switch score.name(of: note).name.accidental.rawValue {
        case 1...: PracticeSpelling.sharps
        case ..<0: PracticeSpelling.flats
        default: PracticeSpelling.plain
        }
      notes[index, .spelling] = Double(spelling.rawValue)
    }
    writeDueTimes()
  }

  /// Takes the temperament of `degrees`, from the tonic of the score on. A recording that is followed
  /// has its own tuning.
  ///
  /// - Parameter frequency: A4, in hertz.
  /// - Returns: `true` if both are in their ranges.
  func tune(to frequency: Double) -> Bool {
    let root = document.score.temperamentRoot.pitchClass
    guard let temperament = try? Temperament(degrees: Array(degrees.values), root: root),
      let chosen = try? ConcertPitch(frequency, temperament: temperament)
    else { return false }
    let concertPitch = document.performance?.concertPitch ?? chosen
    session.concertPitch = concertPitch
    outcome[.droneFrequency] = concertPitch.frequency(of: document.score.drone)
    judge()
    return true
  }

  /// Writes the sound of a click, with a peak of 1 if it is strong.
  ///
  /// - Returns: The number of its samples; 0 if the sample rate is out of its range.
  func writeClick(sampleRate: Double, isStrong: Bool) -> Int {
    guard sampleRates.contains(sampleRate) else { return 0 }
    let samples = ClickSounds(.click, level: 0, sampleRate: sampleRate)
      .samples(of: isStrong ? .strong : .normal)
    clickSound = SharedMemory(repeating: 0, count: max(1, samples.count))
    for (index, sample) in samples.enumerated() { clickSound[index] = sample }
    return samples.count
  }

  /// Writes the tone of a cue.
  ///
  /// - Returns: The number of its samples; 0 if the sample rate is out of its range.
  func writeCueTone(_ cue: PracticeCue, sampleRate: Double) -> Int {
    guard sampleRates.contains(sampleRate) else { return 0 }
    let tone = CueTone(cue, sampleRate: sampleRate)
    clickSound = SharedMemory(repeating: 0, count: max(1, tone.count))
    for index in 0..<tone.count { clickSound[index] = tone.sample(at: index) }
    return tone.count
  }

  /// Starts to listen; refuses sample rates that are too low or too high.
  func start(sampleRate: Double) -> Bool {
    hearing = try? session.hearing(sampleRate: sampleRate)
    session.begin()
    // A pass of a loop has the tempo that the one before has earned.
    writeDueTimes()
    writeClicks()
    outcome[.hasPaused] = 0
    outcome[.answerCount] = 0
    outcome[.cueCount] = 0
    frozen.clear()
    writePractice()
    writeJudgement()
    return hearing != nil
  }

  /// Analyses the first samples of `input`.
  func push(_ count: Int) {
    guard (1...blockLimit).contains(count), !session.isOver, hearing != nil else { return }
    hearing?.append(UnsafeBufferPointer(rebasing: input.values[..<count]).span)
    takeHeard()
  }

  /// Leaves out the note that is waited for.
  func skip() {
    session.skip()
    takeHeard()
  }

  /// Samples are missing here.
  func interrupt() { hearing?.interrupt() }

  /// The player has ended.
  func finish() {
    guard hearing != nil else { return }
    let isBrokenOff = !session.isOver
    hearing?.finish()
    takeHeard()
    hearing = nil
    session.finish(isBrokenOff: isBrokenOff)
    writeJudgement()
    writePractice()
  }

  private func takeHeard() {
    var readingCount = 0
    while let heard = hearing?.next() {
      session.process(heard)
      if case .first(let event) = heard { frozen.take(event, under: session.concertPitch) }
      guard case .pitch(let reading) = heard, readingCount < PracticeTimes.mostReadings else {
        continue
      }
      times.voice[readingCount, .time] = reading.time
      times.voice[readingCount, .midi] =
        reading.frequency.map { session.concertPitch.midiNumber(of: $0) } ?? .nan
      readingCount += 1
    }
    outcome[.readingCount] = Double(readingCount)
    outcome[.heardTime] = session.time
    outcome[.hasPaused] = session.isOver ? 1 : 0
    var hasChanged = false
    while let event = session.next() {
      hasChanged = true
      switch event {
      case .answer: outcome[.answerCount] += 1
      case .cue(let cue):
        outcome[.cueCount] += 1
        outcome[.cue] = Double(PracticeCue.allCases.firstIndex(of: cue) ?? 0)
      case .heard, .skip, .pass: break
      }
    }
    guard hasChanged else { return }
    writeJudgement()
    writePractice()
  }

  /// Writes a text; its bytes are counted in `report`.
  func write(_ text: Text) -> Address {
    let bytes =
      switch text {
      case .title: Array(document.score.title.utf8)
      case .voiceName: voiceName
      case .problem: Array(document.report.text.utf8)
      case .unreached: unreachedBars
      case .barNames: document.barNames
      case .json: json
      case .midi: takeMIDI
      case .musicXML: takeMusicXML
      }
    report[.textCount] = Double(bytes.count)
    return exchange.write(bytes)
  }

  private var unreachedBars: [UInt8] {
    for case .barsNotReached(let bars) in document.score.remarks { return Array(bars.utf8) }
    return []
  }

  private var voiceName: [UInt8] {
    for case .chosenVoice(_, _, let name) in document.score.remarks { return Array(name.utf8) }
    return []
  }
}

internal import IntonationPractice
internal import Metronome
internal import MusicTheory
internal import OnsetDetection
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
  var plan = PracticePlan()
  var practice = ScorePractice()
  var document = PracticeDocument()
  private var exchange = ByteExchange()
  private(set) var concertPitch = ConcertPitch.standard
  private var listener: PracticeListener?
  private var sounds: PracticeSounds?
  private(set) var played: [PlayedNote] = []
  /// What was played so far, without the clicks that the microphone heard.
  var take = PlayedTake()
  private(set) var isFinished = false
  private var sampleCount = 0
  private var sampleRate = 48_000.0
  /// The onsets of all sounds.
  private(set) var onsets: [Onset] = []
  var result: Intonation?
  var timing: Timing?
  var rhythm: RhythmResult?
  var clicks: [PracticeClicks.Click] = []

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
    case .voice: times.voice.address
    case .sound: clickSound.address
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
    (listener, sounds, played, onsets, isFinished) = (nil, nil, [], [], false)
    plan.clickStart = nil
    writeScore()
    writeClicks()
    evaluate()
  }

  func writeScore() {
    let score = document.score
    notes = Record(rows: max(1, score.notes.count), repeating: .nan)
    facts.clear()
    facts[.noteCount] = Double(score.notes.count)
    facts[.isRhythm] = document.rhythm == nil ? 0 : 1
    facts[.firstBar] = Double(document.whole.bars.reduce(Int.max) { min($0, $1.number) })
    facts[.lastBar] = Double(document.whole.bars.reduce(0) { max($0, $1.number) })
    facts[.tempo] = score.tempos.first?.quartersPerMinute ?? .nan
    for remark in score.remarks {
      switch remark {
      case .chosenVoice(let number, let count, _):
        facts[.voice] = Double(number)
        facts[.voiceCount] = Double(count)
      case .lowerNotesLeftOut(let count): facts[.leftOutCount] = Double(count)
      case .percussionLeftOut: facts[.leavesPercussionOut] = 1
      case .jumpsNotFollowed: facts[.leavesJumpsOut] = 1
      }
    }
    for (index, note) in score.notes.enumerated() {
      notes[index, .midi] = Double(note.midiNumber)
      notes[index, .onset] = note.onset
      notes[index, .isGrace] = note.isGrace ? 1 : 0
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

  /// Takes the temperament of `degrees`, from the tonic of the score on.
  ///
  /// - Parameter frequency: A4, in hertz.
  /// - Returns: `true` if both are in their ranges.
  func tune(to frequency: Double) -> Bool {
    let root = (document.score.key?.tonic ?? NoteName(.c)).pitchClass
    guard let temperament = try? Temperament(degrees: Array(degrees.values), root: root),
      let concertPitch = try? ConcertPitch(frequency, temperament: temperament)
    else { return false }
    self.concertPitch = concertPitch
    outcome[.droneFrequency] = concertPitch.frequency(of: document.score.drone)
    evaluate()
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
    (played, onsets, isFinished) = ([], [], false)
    (sampleCount, self.sampleRate) = (0, sampleRate)
    (listener, sounds) = (nil, nil)
    plan.clickStart = nil
    if document.rhythm == nil {
      listener = try? PracticeListener(
        for: document.score, under: concertPitch, sampleRate: sampleRate,
        pause: practice.mode.pause(
          of: document.score, tempo: plan.tempo, isLed: plan.hasClick))
      practice.start(document.score, under: concertPitch)
    } else {
      sounds = PracticeSounds.listening(sampleRate: sampleRate)
    }
    outcome[.hasPaused] = 0
    outcome[.answerCount] = 0
    outcome[.cueCount] = 0
    frozen.clear()
    writePractice()
    evaluate()
    return listener != nil || sounds != nil
  }

  /// Analyses the first samples of `input`.
  func push(_ count: Int) {
    guard (1...blockLimit).contains(count), outcome[.hasPaused] == 0 else { return }
    let block = UnsafeBufferPointer(rebasing: input.values[..<count]).span
    sampleCount += count
    listener?.append(block)
    if sounds?.append(block) == true { takeSounds() }
    processNotes()
    let time = Double(sampleCount) / sampleRate
    if let pattern = document.rhythm, let last = onsets.last,
      time - last.time > pattern.pause(at: plan.tempo)
    {
      outcome[.hasPaused] = 1
    }
    if practice.isOver(at: time, scoreEnd: clickEnd) { outcome[.hasPaused] = 1 }
    outcome[.heardTime] = time
  }

  /// Samples are missing here.
  func interrupt() {
    listener?.interrupt()
    sounds?.interrupt()
  }

  /// The player has ended.
  func finish() {
    guard listener != nil || sounds != nil else { return }
    listener?.finish()
    sounds?.finish()
    takeSounds()
    processNotes()
    isFinished = true
    (listener, sounds) = (nil, nil)
    evaluate()
    if let result, !played.isEmpty { practice.end(result, timing) }
    writePractice()
  }

  private func takeSounds() {
    guard let sounds else { return }
    onsets = sounds.onsets
    if onsets.count <= PracticeScore.mostLive { evaluate() }
    outcome[.playedCount] = Double(onsets.count)
  }

  private func processNotes() {
    guard listener != nil else { return }
    var new: [PlayedNote] = []
    while let note = listener?.next() { new.append(note) }
    played += new.prefix(max(0, 2 * PracticeScore.mostNotes - played.count))
    takePitches(new)
    let readings = listener?.takeReadings() ?? []
    outcome[.readingCount] = Double(min(readings.count, PracticeTimes.mostReadings))
    for (index, reading) in readings.prefix(PracticeTimes.mostReadings).enumerated() {
      times.voice[index, .time] = reading.time
      times.voice[index, .midi] = reading.frequency.map { concertPitch.midiNumber(of: $0) } ?? .nan
    }
    if listener?.hasPaused == true { outcome[.hasPaused] = 1 }
    guard !new.isEmpty else { return }
    onsets = listener?.onsets ?? []
    if played.count <= PracticeScore.mostLive {
      evaluate()
      writeCue()
    }
    outcome[.playedCount] = Double(played.count)
  }

  /// Takes the beginnings and the first stable pitches of notes that sound, and the notes that have ended.
  private func takePitches(_ ended: [PlayedNote]) {
    var pitches: [StableStretch] = []
    while let event = listener?.nextPitch() {
      frozen.take(event, under: concertPitch)
      if case .found(let pitch) = event { pitches.append(pitch) }
    }
    guard practice.take(pitches, ended, silence: listener?.silence ?? 0) else { return }
    outcome[.answerCount] += 1
    writePractice()
  }

  /// Writes a text; its bytes are counted in `report`.
  func write(_ text: Text) -> Address {
    let bytes =
      switch text {
      case .title: Array(document.score.title.utf8)
      case .voiceName: voiceName
      case .problem: Array(document.report.text.utf8)
      case .json: json
      case .midi: takeMIDI
      case .musicXML: takeMusicXML
      }
    report[.textCount] = Double(bytes.count)
    return exchange.write(bytes)
  }

  private var voiceName: [UInt8] {
    for case .chosenVoice(_, _, let name) in document.score.remarks { return Array(name.utf8) }
    return []
  }
}

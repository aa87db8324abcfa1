internal import IntonationPractice
internal import MusicTheory

/// A score that is practised: what is heard of it, and how it was played.
///
/// The page's side chooses a score, starts, and then fills `input` again and again; the score and how it
/// was played so far are in `facts`, `outcome`, `notes`, `pitches` and `steps`.
final class PracticeCore: Core {
  enum Part: Int, CaseIterable {
    case input, degrees, report, file, score, result, notes, pitches, steps
  }

  /// The positions of what is reported of the last request.
  enum ReportField: Int, CaseIterable {
    case problem  // as PracticeProblem counts; 0 for none
    case number  // the line, the limit or the number that belongs to it
    case textCount  // bytes of the text that was asked for last
  }

  /// The positions of a file of an archive.
  enum FileField: Int, CaseIterable {
    case start  // its place in the archive
    case end
    case isDeflated
    case count  // its length, inflated
  }

  /// The positions of the facts of a score.
  enum ScoreField: Int, CaseIterable {
    case noteCount
    case voice  // from 1; 0 where there is only one
    case voiceCount
    case leftOutCount  // of notes that sound with higher ones
    case leavesPercussionOut
    case leavesJumpsOut
  }

  /// The positions of the result of the playing so far.
  enum ResultField: Int, CaseIterable {
    case droneFrequency  // of the tonic, in hertz
    case playedCount  // of notes that were heard
    case hasPaused
    case rightCount
    case wrongCount
    case missingCount
    case extraCount
    case offset  // in cents
    case spread  // in cents; not a number if nothing was recognised
    case octaves
    case ownConcertPitch  // the player's A4, in hertz
    case pitchCount
    case stepCount
  }

  /// The positions of the facts of each note of the score; unknown ones are not a number.
  enum NoteField: Int, CaseIterable {
    case midi
    case onset  // in quarter notes
    case isGrace
    case spelling  // as PracticeSpelling counts
    case cents  // without the offset
    case isWrong
    case isMissing
    case time  // when it was played, in seconds
    case duration  // in seconds
    case frequency
    case spread  // in cents
    case isInTune
  }

  /// The positions of the mean of each pitch, and of each interval.
  enum MeanField: Int, CaseIterable {
    case value  // a MIDI number; semitones
    case count
    case cents
    case error  // one standard error; not a number for one
  }

  /// The texts that can be asked for.
  enum Text: Int, CaseIterable {
    case title
    case voiceName
    case problem  // the words of the file that are wrong
    case json  // the members of the object that the command prints
  }

  /// The accidental with which a note is written.
  enum PracticeSpelling: Int, CaseIterable {
    case plain, sharps, flats
  }

  /// The largest number of played notes that are compared while they come: each comparison takes longer.
  static let mostLive = 1000
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
  var document = PracticeDocument()
  private var exchange = ByteExchange()
  private var concertPitch = ConcertPitch.standard
  private var listener: PracticeListener?
  private var played: [PlayedNote] = []
  private var isFinished = false
  private var result: Intonation?

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
    (listener, played, isFinished) = (nil, [], false)
    writeScore()
    evaluate()
  }

  private func writeScore() {
    let score = document.score
    notes = Record(rows: max(1, score.notes.count), repeating: .nan)
    facts.clear()
    facts[.noteCount] = Double(score.notes.count)
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

  /// Starts to listen; refuses sample rates that are too low or too high.
  func start(sampleRate: Double) -> Bool {
    (played, isFinished) = ([], false)
    listener = try? PracticeListener(
      for: document.score, under: concertPitch, sampleRate: sampleRate,
      pause: PracticeListener.usualPause)
    evaluate()
    return listener != nil
  }

  /// Analyses the first samples of `input`.
  func push(_ count: Int) {
    guard (1...blockLimit).contains(count), listener?.hasPaused == false else { return }
    listener?.append(UnsafeBufferPointer(rebasing: input.values[..<count]).span)
    processNotes()
  }

  /// The player has ended.
  func finish() {
    listener?.finish()
    processNotes()
    guard listener != nil else { return }
    isFinished = true
    listener = nil
    evaluate()
  }

  private func processNotes() {
    var isNew = false
    while let note = listener?.next() {
      if played.count < 2 * PracticeScore.mostNotes { played.append(note) }
      isNew = true
    }
    outcome[.hasPaused] = listener?.hasPaused == true ? 1 : 0
    guard isNew else { return }
    if played.count <= Self.mostLive { evaluate() }
    outcome[.playedCount] = Double(played.count)
  }

  /// Compares what was played so far.
  private func evaluate() {
    let result = Intonation(
      document.score, played: played, concertPitch: concertPitch, isFinished: isFinished)
    self.result = result
    for (index, note) in result.notes.enumerated() {
      notes[index, .cents] = note.cents ?? .nan
      notes[index, .isWrong] = note.isWrong ? 1 : 0
      notes[index, .isMissing] = result.isMissing(at: index) ? 1 : 0
      notes[index, .time] = note.played?.onset ?? .nan
      notes[index, .duration] = note.played?.duration ?? .nan
      notes[index, .frequency] = note.played?.frequency ?? .nan
      notes[index, .spread] = note.played?.spread ?? .nan
      notes[index, .isInTune] = note.isInTune ? 1 : 0
    }
    outcome[.playedCount] = Double(played.count)
    outcome[.rightCount] = Double(result.rightCount)
    outcome[.wrongCount] = Double(result.wrongCount)
    outcome[.missingCount] = Double(result.missingCount)
    outcome[.extraCount] = Double(result.extraCount)
    outcome[.offset] = result.offset
    outcome[.spread] = result.spread ?? .nan
    outcome[.octaves] = Double(result.octaves)
    outcome[.ownConcertPitch] = result.ownFrequency(under: concertPitch)
    let means = result.pitches
    outcome[.pitchCount] = Double(means.count)
    for (index, row) in means.prefix(Self.mostPitches).enumerated() {
      pitches[index, .value] = Double(row.midiNumber)
      pitches[index, .count] = Double(row.count)
      pitches[index, .cents] = row.cents
      pitches[index, .error] = row.error ?? .nan
    }
    outcome[.stepCount] = Double(result.steps.count)
    for (index, row) in result.steps.prefix(Self.mostSteps).enumerated() {
      steps[index, .value] = Double(row.semitones)
      steps[index, .count] = Double(row.count)
      steps[index, .cents] = row.cents
      steps[index, .error] = row.error ?? .nan
    }
  }

  /// Writes a text; its bytes are counted in `report`.
  func write(_ text: Text) -> Address {
    let bytes =
      switch text {
      case .title: Array(document.score.title.utf8)
      case .voiceName: voiceName
      case .problem: Array(document.report.text.utf8)
      case .json: result?.jsonMembers(document.score) ?? []
      }
    report[.textCount] = Double(bytes.count)
    return exchange.write(bytes)
  }

  private var voiceName: [UInt8] {
    for case .chosenVoice(_, _, let name) in document.score.remarks { return Array(name.utf8) }
    return []
  }
}

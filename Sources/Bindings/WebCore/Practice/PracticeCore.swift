internal import IntonationPractice
internal import MusicTheory

/// A score that is practised: what is heard of it, and how it was played.
///
/// The page's side chooses a score, starts, and then fills `input` again and again; the score and how it
/// was played so far are in `fields`, `notes`, `pitches` and `steps`.
final class PracticeCore {
  /// The positions of what is said of a score and its playing.
  enum Field: Int, CaseIterable {
    case problem  // as PracticeProblem counts; 0 for none
    case problemNumber  // the line, the limit or the number that belongs to it
    case textCount  // bytes of the text that was asked for last
    case noteCount  // of the score
    case voice  // from 1; 0 where there is only one
    case voiceCount
    case leftOutCount  // of notes that sound with higher ones
    case leavesPercussionOut
    case leavesJumpsOut
    case droneFrequency  // of the tonic, in hertz
    case fileStart  // where a file of an archive is in it
    case fileEnd
    case fileIsDeflated
    case fileCount  // its length, inflated
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

  /// The positions of what is said of each note of the score; what is not known is not a number.
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

  /// The positions of what is said of each pitch, and of each interval.
  enum MeanField: Int, CaseIterable {
    case value  // a MIDI number; semitones
    case count
    case cents
    case error  // one standard error; not a number for one
  }

  /// What can be asked for as text.
  enum Text: Int, CaseIterable {
    case title
    case voiceName
    case problem  // the words of the file that are wrong
    case json  // the members of the object that the command prints
  }

  /// How a note is written.
  enum PracticeSpelling: Int, CaseIterable {
    case plain, sharps, flats
  }

  /// Beyond so many played notes, only the end compares them: what each comparison takes grows with them.
  static let mostLive = 1000
  static let mostPitches = 128
  static let mostSteps = 256

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let fields = SharedMemory<Double>(repeating: 0, count: Field.allCases.count)
  /// The temperament, in cents above its root; the score says which note that is.
  let degrees = SharedMemory<Double>(repeating: 0, count: PitchTable.pitchClassCount)
  let pitches = SharedMemory<Double>(
    repeating: .nan, count: mostPitches * MeanField.allCases.count)
  let steps = SharedMemory<Double>(repeating: .nan, count: mostSteps * MeanField.allCases.count)
  private(set) var notes = SharedMemory<Double>(repeating: .nan, count: 1)
  var document = PracticeDocument()
  private var room = SharedMemory<UInt8>(repeating: 0, count: 1)
  private var roomCount = 0
  private var output = SharedMemory<UInt8>(repeating: 0, count: 1)
  private var concertPitch = ConcertPitch.standard
  private var clock = 1.0
  private var listener: PracticeListener?
  private var played: [PlayedNote] = []
  private var isFinished = false
  private var result: Intonation?

  /// Room for bytes; `nil` if they are too many.
  func makeRoom(_ count: Int) -> UnsafeMutableRawPointer? {
    guard (0...XMLLimits.mostBytes).contains(count) else { return nil }
    room = SharedMemory(repeating: 0, count: max(1, count))
    roomCount = count
    return room.address
  }

  /// Takes the bytes out of the room.
  func takeRoom() -> [UInt8] {
    defer {
      room = SharedMemory(repeating: 0, count: 1)
      roomCount = 0
    }
    return Array(room.values[..<roomCount])
  }

  /// Says what was chosen, or why not.
  func tell(isNewScore: Bool) {
    fields[Field.problem] = Double(document.report.problem.rawValue)
    fields[Field.problemNumber] = Double(document.report.number)
    guard isNewScore else { return }
    (listener, played, isFinished) = (nil, [], false)
    tellScore()
    evaluate()
  }

  private func tellScore() {
    let score = document.score
    notes = SharedMemory(
      repeating: .nan, count: max(1, score.notes.count * NoteField.allCases.count))
    fields[Field.noteCount] = Double(score.notes.count)
    for field in [
      Field.voice, .voiceCount, .leftOutCount, .leavesPercussionOut, .leavesJumpsOut,
    ] { fields[field] = 0 }
    for remark in score.remarks {
      switch remark {
      case .chosenVoice(let number, let count, _):
        fields[Field.voice] = Double(number)
        fields[Field.voiceCount] = Double(count)
      case .lowerNotesLeftOut(let count): fields[Field.leftOutCount] = Double(count)
      case .percussionLeftOut: fields[Field.leavesPercussionOut] = 1
      case .jumpsNotFollowed: fields[Field.leavesJumpsOut] = 1
      }
    }
    for (index, note) in score.notes.enumerated() {
      set(index, .midi, Double(note.midiNumber))
      set(index, .onset, note.onset)
      set(index, .isGrace, note.isGrace ? 1 : 0)
      let spelling =
        switch score.name(of: note).name.accidental.rawValue {
        case 1...: PracticeSpelling.sharps
        case ..<0: PracticeSpelling.flats
        default: PracticeSpelling.plain
        }
      set(index, .spelling, Double(spelling.rawValue))
    }
  }

  private func set(_ index: Int, _ field: NoteField, _ value: Double) {
    notes[index * NoteField.allCases.count + field.rawValue] = value
  }

  /// Takes the temperament of `degrees`, from the tonic of the score on.
  ///
  /// - Parameters:
  ///   - frequency: A4, in hertz.
  ///   - clock: What measured frequencies are to be multiplied by.
  /// - Returns: Whether they are in their ranges.
  func tune(to frequency: Double, clock: Double) -> Bool {
    let root = (document.score.key?.tonic ?? NoteName(.c)).pitchClass
    guard clock > 0, clock.isFinite,
      let temperament = try? Temperament(degrees: Array(degrees.values), root: root),
      let concertPitch = try? ConcertPitch(frequency, temperament: temperament)
    else { return false }
    (self.concertPitch, self.clock) = (concertPitch, clock)
    fields[Field.droneFrequency] = concertPitch.frequency(of: document.score.drone)
    evaluate()
    return true
  }

  /// Starts to hear; refuses sample rates that are too low or too high.
  func start(sampleRate: Double) -> Bool {
    (played, isFinished) = ([], false)
    listener = try? PracticeListener(
      for: document.score, under: concertPitch, sampleRate: sampleRate,
      pause: PracticeListener.usualPause)
    evaluate()
    return listener != nil
  }

  /// Hears the first samples of `input`.
  func push(_ count: Int) {
    guard (1...blockLimit).contains(count), listener?.hasPaused == false else { return }
    listener?.append(UnsafeBufferPointer(rebasing: input.values[..<count]).span)
    takeNotes()
  }

  /// The player has ended.
  func finish() {
    listener?.finish()
    takeNotes()
    guard listener != nil else { return }
    isFinished = true
    listener = nil
    evaluate()
  }

  private func takeNotes() {
    var isNew = false
    while var note = listener?.next() {
      note.frequency *= clock
      if played.count < 2 * PracticeScore.mostNotes { played.append(note) }
      isNew = true
    }
    fields[Field.hasPaused] = listener?.hasPaused == true ? 1 : 0
    guard isNew else { return }
    if played.count <= Self.mostLive { evaluate() }
    fields[Field.playedCount] = Double(played.count)
  }

  /// Compares what was played so far.
  private func evaluate() {
    let result = Intonation(
      document.score, played: played, concertPitch: concertPitch, isFinished: isFinished)
    self.result = result
    for (index, note) in result.notes.enumerated() {
      set(index, .cents, note.cents ?? .nan)
      set(index, .isWrong, note.isWrong ? 1 : 0)
      set(index, .isMissing, result.isMissing(at: index) ? 1 : 0)
      set(index, .time, note.played?.onset ?? .nan)
      set(index, .duration, note.played?.duration ?? .nan)
      set(index, .frequency, note.played?.frequency ?? .nan)
      set(index, .spread, note.played?.spread ?? .nan)
      set(index, .isInTune, note.isInTune ? 1 : 0)
    }
    fields[Field.playedCount] = Double(played.count)
    fields[Field.rightCount] = Double(result.rightCount)
    fields[Field.wrongCount] = Double(result.wrongCount)
    fields[Field.missingCount] = Double(result.missingCount)
    fields[Field.extraCount] = Double(result.extraCount)
    fields[Field.offset] = result.offset
    fields[Field.spread] = result.spread ?? .nan
    fields[Field.octaves] = Double(result.octaves)
    fields[Field.ownConcertPitch] = result.ownFrequency(under: concertPitch)
    let means = result.pitches
    fields[Field.pitchCount] = Double(means.count)
    for (index, row) in means.prefix(Self.mostPitches).enumerated() {
      write(index, (Double(row.midiNumber), row.count, row.cents, row.error), to: pitches.values)
    }
    fields[Field.stepCount] = Double(result.steps.count)
    for (index, row) in result.steps.prefix(Self.mostSteps).enumerated() {
      write(index, (Double(row.semitones), row.count, row.cents, row.error), to: steps.values)
    }
  }

  private func write(
    _ index: Int, _ row: (value: Double, count: Int, cents: Double, error: Double?),
    to memory: UnsafeMutableBufferPointer<Double>
  ) {
    let start = index * MeanField.allCases.count
    memory[start + MeanField.value.rawValue] = row.value
    memory[start + MeanField.count.rawValue] = Double(row.count)
    memory[start + MeanField.cents.rawValue] = row.cents
    memory[start + MeanField.error.rawValue] = row.error ?? .nan
  }

  /// Writes a text; its bytes are counted in `fields`.
  func write(_ text: Text) -> UnsafeMutableRawPointer? {
    let bytes =
      switch text {
      case .title: Array(document.score.title.utf8)
      case .voiceName: voiceName
      case .problem: Array(document.report.text.utf8)
      case .json: result?.jsonMembers(document.score) ?? []
      }
    output = SharedMemory(repeating: 0, count: max(1, bytes.count))
    for (index, byte) in bytes.enumerated() { output[index] = byte }
    fields[Field.textCount] = Double(bytes.count)
    return output.address
  }

  private var voiceName: [UInt8] {
    for case .chosenVoice(_, _, let name) in document.score.remarks { return Array(name.utf8) }
    return []
  }
}

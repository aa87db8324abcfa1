import IntonationPractice
import MusicTheory

/// The score that is practised, from a scale or a file.
///
/// The browser parses XML and inflates; which score that makes, and which file of an archive it is, is said
/// here by the rules that the command has.
struct PracticeDocument {
  private(set) var score = PracticeScore(notes: []) { didSet { if !isPassage { whole = score } } }
  /// The score of which ``score`` may be a passage.
  private(set) var whole = PracticeScore(notes: [])
  private var isPassage = false
  /// Whether the score has too many notes, so that only its first bars are taken.
  private(set) var isCut = false
  private(set) var report = PracticeProblem.Report(problem: .none)
  private var source = Source.scale
  private var events = XMLEventText()
  private var reader = Reader.score(ScoreBuilder())
  private var archive: ArchiveDirectory?
  private var path: String?
  private var file: ArchiveDirectory.Entry?
  private var hearing: ReferenceHearing?
  private var heard: ReferencePerformance?

  private enum Source {
    case scale
    case midi([UInt8])
    case written(WrittenScore)
    case rhythm(RhythmPattern)
    case recording(ReferencePerformance)
  }

  private enum Reader {
    case score(ScoreBuilder)
    case container(ScoreContainer)
  }

  /// The place of a file in its archive.
  struct StoredFile: Equatable {
    var range: Range<Int>
    var isDeflated: Bool
    var count: Int
  }

  /// Takes a scale; whether its notes are on the keyboard of MIDI.
  mutating func readScale(_ pattern: ScalePattern, on tonic: Note, _ form: ScaleForm) -> Bool {
    do throws(PracticeScoreError) {
      score = try pattern.score(on: tonic, form)
      isCut = false
      source = .scale
      return succeed()
    } catch {
      return fail(PracticeProblem.of(error))
    }
  }

  /// The rhythm that is practised alone; `nil` with notes.
  var rhythm: RhythmPattern? {
    guard case .rhythm(let pattern) = source else { return nil }
    return pattern
  }

  /// Takes a rhythm, whose score has this many bars.
  mutating func readRhythm(_ pattern: RhythmPattern, barCount: Int) -> Bool {
    let perBar = pattern.soundCount
    score = pattern.score(eventCount: min(PracticeScore.mostNotes, barCount * perBar))
    source = .rhythm(pattern)
    isCut = false
    return succeed()
  }

  /// The performance that is followed; `nil` without one.
  var performance: ReferencePerformance? {
    guard case .recording(let performance) = source else { return nil }
    return performance
  }

  /// Begins to hear a recording that is followed; whether its sample rate is in its range.
  mutating func beginReference(sampleRate: Double, isSecond: Bool) -> Bool {
    hearing = ReferenceHearing(after: isSecond ? heard : nil, sampleRate: sampleRate)
    return hearing != nil
  }

  /// Hears the next samples of the recording.
  mutating func hearReference(_ samples: Span<Float>) { hearing?.append(samples) }

  /// Ends the recording. What is refused changes nothing.
  mutating func endReference(isSecond: Bool) -> Bool {
    guard hearing != nil else { return false }
    do throws(ReferenceError) {
      heard = try hearing?.performance()
    } catch {
      (hearing, heard) = (nil, nil)
      return fail(PracticeProblem.of(error))
    }
    hearing = nil
    if isSecond, let performance = heard {
      score = performance.score(title: "")
      isCut = false
      source = .recording(performance)
      heard = nil
    }
    return succeed()
  }

  /// Chooses some bars by their written numbers; all of them with `nil`.
  mutating func choose(passage: ClosedRange<Int>?) -> Bool {
    isPassage = true
    defer { isPassage = false }
    do throws(PracticePassageError) {
      let chosen = try whole.passage(passage.map { .bars($0) } ?? .all)
      guard let part = chosen.beginning(mostNotes: PracticeScore.mostNotes) else { return false }
      score = part
      isCut = part.notes.count < chosen.notes.count
      return succeed()
    } catch {
      return false
    }
  }

  /// Takes a score, or as many of its first bars as can be practised.
  private mutating func take(_ read: PracticeScore) throws(PracticeScoreError) {
    guard let part = read.beginning(mostNotes: PracticeScore.mostNotes) else {
      throw .tooManyNotes
    }
    score = read
    isPassage = true
    defer { isPassage = false }
    score = part
    isCut = part.notes.count < read.notes.count
  }

  /// The names of bars that have no number: a line for the bar of each note; empty if all have one.
  var barNames: [UInt8] {
    guard score.bars.contains(where: { $0.number.name != nil }) else { return [] }
    var names: [UInt8] = []
    for note in score.notes {
      if !names.isEmpty { names.append(0x0A) }
      names += (score.place(atQuarter: note.onset)?.bar.label ?? "").utf8
    }
    return names
  }

  /// Takes the score of a rhythm as far as it was played.
  mutating func extendRhythm(to score: PracticeScore) { self.score = score }

  /// Reads a MIDI file; what is refused changes nothing.
  mutating func readMIDI(_ bytes: [UInt8]) -> Bool {
    do throws(PracticeScoreError) {
      try take(MIDIScore.read(bytes, mostNotes: PracticeScore.mostReadNotes))
      source = .midi(bytes)
      return succeed()
    } catch {
      return fail(PracticeProblem.of(error))
    }
  }

  /// Chooses another voice of the file, counted from 1.
  mutating func choose(voice: Int) -> Bool {
    do throws(MusicXMLError) {
      switch source {
      case .scale, .rhythm, .recording: return false
      case .midi(let bytes): try takeVoice(Self.midi(bytes, voice))
      case .written(let written): try takeVoice(Self.written(written, voice))
      }
      return succeed()
    } catch {
      return fail(PracticeProblem.of(error))
    }
  }

  private mutating func takeVoice(_ read: PracticeScore) throws(MusicXMLError) {
    do throws(PracticeScoreError) {
      try take(read)
    } catch {
      throw .score(error)
    }
  }

  private static func written(
    _ written: WrittenScore, _ voice: Int?
  ) throws(MusicXMLError) -> PracticeScore {
    try written.score(voice: voice, mostNotes: PracticeScore.mostReadNotes)
  }

  private static func midi(
    _ bytes: [UInt8], _ voice: Int
  ) throws(MusicXMLError) -> PracticeScore {
    do throws(PracticeScoreError) {
      return try MIDIScore.read(
        bytes, voice: voice, mostNotes: PracticeScore.mostReadNotes)
    } catch {
      throw .score(error)
    }
  }

  /// Begins a document: a score, or the container of an archive.
  mutating func begin(isContainer: Bool) {
    events = XMLEventText()
    reader = isContainer ? .container(ScoreContainer()) : .score(ScoreBuilder())
  }

  /// Takes events, as `XMLEventText` has them.
  mutating func readEvents(_ bytes: [UInt8]) -> Bool {
    do throws(MusicXMLError) {
      switch reader {
      case .score(var builder):
        reader = .container(ScoreContainer())  // one owner, so that nothing is copied
        try events.read(bytes) { event throws(MusicXMLError) in try builder.take(event) }
        reader = .score(builder)
      case .container(var container):
        try events.read(bytes) { event throws(MusicXMLError) in container.take(event) }
        reader = .container(container)
      }
      return succeed()
    } catch {
      return fail(PracticeProblem.of(error))
    }
  }

  /// Ends the document. What is refused changes nothing.
  mutating func end() -> Bool {
    do throws(MusicXMLError) {
      switch reader {
      case .score(let builder):
        let written = builder.finished
        try takeVoice(Self.written(written, nil))
        source = .written(written)
        reader = .container(ScoreContainer())
      case .container(let container): path = container.path
      }
      return succeed()
    } catch {
      return fail(PracticeProblem.of(error))
    }
  }

  /// Opens a compressed score.
  mutating func open(archive bytes: [UInt8]) -> Bool {
    do throws(ScoreArchiveError) {
      archive = try ArchiveDirectory(bytes)
      return succeed()
    } catch {
      return fail(PracticeProblem.of(error))
    }
  }

  /// Finds the container of the archive, or the score that it has named.
  ///
  /// - Returns: `nil` if it is refused.
  mutating func find(isContainer: Bool) -> StoredFile? {
    guard let archive else { return nil }
    do throws(ScoreArchiveError) {
      let entry = isContainer ? try archive.container() : try archive.score(at: path)
      let most = isContainer ? ArchiveDirectory.mostContainerBytes : XMLLimits.mostBytes
      let (range, isDeflated) = try archive.stored(entry, mostBytes: most)
      file = entry
      _ = succeed()
      return StoredFile(range: range, isDeflated: isDeflated, count: Int(entry.count))
    } catch {
      _ = fail(PracticeProblem.of(error))
      return nil
    }
  }

  /// Compares what was inflated with what the archive says of the file that was found last.
  mutating func check(_ contents: [UInt8]) -> Bool {
    guard let file, file.matches(contents) else {
      return fail(PracticeProblem.of(ScoreArchiveError.damaged))
    }
    return succeed()
  }

  /// Forgets the archive, whose score was read.
  mutating func closeArchive() { (archive, path, file) = (nil, nil, nil) }

  private mutating func succeed() -> Bool {
    report = PracticeProblem.Report(problem: .none)
    return true
  }

  private mutating func fail(_ report: PracticeProblem.Report) -> Bool {
    self.report = report
    return false
  }
}

/// Reads the events of a document that the browser's parser has read, and holds their depth to its
/// limit.
///
/// Five characters that XML does not have divide them: before the name of an element that begins, before
/// the names and before the values of its attributes, before the name of an element that ends, and before
/// its text.
struct XMLEventText {
  /// The five characters.
  enum Mark: UInt8, CaseIterable {
    case start = 1
    case attribute, value, end, text
  }

  private var depth = 0

  /// Reads whole events.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8. What does not begin as events do is left out.
  ///   - take: Gets each event.
  /// - Throws: What `take` throws; ``MusicXMLError/tooDeep``.
  mutating func read(
    _ bytes: [UInt8], _ take: (XMLEvent) throws(MusicXMLError) -> Void
  ) throws(MusicXMLError) {
    var position = 0
    while position < bytes.count {
      guard let mark = Mark(rawValue: bytes[position]) else { return }
      switch mark {
      case .start:
        depth += 1
        guard depth <= XMLLimits.mostDepth else { throw .tooDeep }
        let name = Self.text(bytes, &position)
        var attributes: [String: String] = [:]
        while position < bytes.count, bytes[position] == Mark.attribute.rawValue {
          let key = Self.text(bytes, &position)
          guard position < bytes.count, bytes[position] == Mark.value.rawValue else { break }
          attributes[key] = Self.text(bytes, &position)
        }
        try take(.start(name, attributes))
      case .end:
        depth -= 1
        let name = Self.text(bytes, &position)
        guard position < bytes.count, bytes[position] == Mark.text.rawValue else { return }
        let text = Self.text(bytes, &position)
        try take(.end(name, text: text.utf8.count > XMLLimits.mostText ? "" : text))
      case .attribute, .value, .text: return
      }
    }
  }

  /// Returns the text after the mark at a position, and moves the position to the next mark.
  private static func text(_ bytes: [UInt8], _ position: inout Int) -> String {
    let start = position + 1
    position = start
    while position < bytes.count, bytes[position] > 5 { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}

internal import DecimalText

/// Builds a score from the events of a MusicXML document, whichever parser reports them.
package struct ScoreBuilder {
  private var score = WrittenScore()
  private var part = WrittenScore.Part()
  private var staves = VoiceStaves()
  private var names: [String: String] = [:]  // of parts, by their identifiers
  private var scorePart = ""
  private var root: String?

  // Of the measure that is read.
  private var measure = WrittenScore.Measure()
  private var note = NoteDraft()
  private var divisions = 1.0
  private var position = 0.0
  private var last: (onset: Double, voice: String, staff: Int) = (0, "1", 1)  // note or rest
  private var duration = 0.0
  private var transposition = 0.0
  private var chromatic = 0.0
  private var octaveChange = 0
  private var fifths: Int?
  private var isMinor = false
  private var noteCount = 0
  private var meter = MeterDraft()
  private var mark = MetronomeDraft()

  package init() {}

  /// Processes the next event.
  ///
  /// - Parameter event: The next event, in the order of the document.
  /// - Throws: ``MusicXMLError``.
  package mutating func take(_ event: XMLEvent) throws(MusicXMLError) {
    switch event {
    case .start(let name, let attributes): try start(name, attributes)
    case .end(let name, let text): try end(name, text.filter { !$0.isNewline && $0 != " " }, text)
    }
  }

  /// The score of the document, once it has ended.
  package var finished: WrittenScore { score }

  private mutating func start(
    _ name: String, _ attributes: [String: String]
  ) throws(MusicXMLError) {
    if root == nil {
      root = name
      guard name == "score-partwise" else {
        throw .notAScore(String(name.prefix(40).filter { $0.isASCII && !$0.isNewline }))
      }
    }
    switch name {
    case "score-part": scorePart = attributes["id"] ?? ""
    case "part":
      part = WrittenScore.Part()
      part.name = names[attributes["id"] ?? ""] ?? ""
      (divisions, transposition, staves) = (1, 0, VoiceStaves())
    case "measure":
      measure = WrittenScore.Measure()
      // What is printed, if it is not the number.
      let text = Self.label(attributes["text"] ?? "")
      measure.label = text.isEmpty ? Self.label(attributes["number"] ?? "") : text
      (position, last) = (0, (0, "1", 1))
      staves.beginMeasure()
    case "transpose": (chromatic, octaveChange) = (0, 0)
    case "note": note = NoteDraft()
    case "chord": note.isChord = true
    case "grace": note.isGrace = true
    case "cue": note.isCue = true
    case "unpitched": note.isUnpitched = true
    case "tie": if attributes["type"] == "stop" { note.isTied = true }
    case "repeat": startRepeat(attributes)
    case "ending": startEnding(attributes)
    case "segno", "coda": score.hasJumps = true
    case "sound": startSound(attributes)
    case "time": meter = MeterDraft(staff: attributes["number"])
    case "interchangeable": meter.start(name)
    case "direction": mark = MetronomeDraft()
    case "metronome": mark = MetronomeDraft(soundTempo: mark.soundTempo)
    default: break
    }
  }

  private mutating func startRepeat(_ attributes: [String: String]) {
    if attributes["direction"] == "forward" { measure.startsRepeat = true }
    guard attributes["direction"] == "backward" else { return }
    let times = attributes["times"].flatMap { Int64($0) } ?? 2
    measure.endsRepeat = Int(min(100, max(1, times)))
  }

  /// Begins a bracket, or ends it with this measure.
  private mutating func startEnding(_ attributes: [String: String]) {
    guard attributes["type"] == "start" else {
      measure.stopsEnding = true
      return
    }
    let numbers = (attributes["number"] ?? "1").split { !("0"..."9").contains($0) }
    measure.startsEnding = Set(numbers.compactMap { Int($0) }.filter { (1...100).contains($0) })
  }

  /// Takes a tempo or a jump for playback.
  private mutating func startSound(_ attributes: [String: String]) {
    if ["dacapo", "dalsegno", "tocoda"].contains(where: { attributes[$0] != nil }) {
      score.hasJumps = true
    }
    guard let tempo = attributes["tempo"].flatMap({ Self.number($0, in: 1...10_000) }) else {
      return
    }
    mark.soundTempo = tempo
    addTempo(tempo)
  }

  private mutating func end(
    _ name: String, _ word: String, _ text: String
  ) throws(MusicXMLError) {
    switch name {
    case "work-title", "movement-title": if score.title.isEmpty { score.title = Self.title(text) }
    case "part-name": names[scorePart] = Self.title(text)
    case "part":
      staves.divide(&part)
      score.parts.append(part)
    case "measure":
      if part.measures.count < ScoreLayout.mostMeasures { part.measures.append(measure) }
    case "divisions": divisions = Self.number(word, in: 1...1_000_000) ?? divisions
    case "fifths": fifths = Int(word)
    case "mode": isMinor = word == "minor"
    case "key": endKey()
    case "chromatic": chromatic = Self.number(word, in: -127...127) ?? 0
    case "octave-change": octaveChange = max(-8, min(8, Int(word) ?? 0))
    case "transpose":
      transposition = chromatic + Double(12 * octaveChange)
      endKey()
    case "duration":
      duration = (Self.number(word, in: 0...1e9) ?? 0) / divisions
      note.duration = duration
    case "backup": position = max(0, position - duration)
    case "forward": advance(duration)
    case "step": note.step = Self.semitones[word]
    case "alter": note.alter = Self.number(word, in: -12...12) ?? 0
    case "octave": note.octave = Int(word).flatMap { (-2...12).contains($0) ? $0 : nil }
    case "voice": note.voice = String(word.prefix(20))
    case "staff": note.staff = Int(word).flatMap { (1...64).contains($0) ? $0 : nil }
    case "note": try endNote()
    default: endDirection(name, word, text)
    }
  }

  private static let semitones = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]

  /// Stores the first key of the first part, as it sounds: a transposition may follow it.
  private mutating func endKey() {
    guard score.parts.isEmpty, part.measures.isEmpty, let fifths, (-7...7).contains(fifths) else {
      return
    }
    let semitones = Int(transposition.rounded())
    guard semitones != 0 else {
      score.signature = (fifths, isMinor)
      return
    }
    let moved = ((fifths + 7 * semitones) % 12 + 12) % 12
    score.signature = (moved > 6 ? moved - 12 : moved, isMinor)
  }

  /// Ends an element of a time signature, of a tempo, or of words above the music.
  private mutating func endDirection(_ name: String, _ word: String, _ text: String) {
    switch name {
    case "beats", "beat-type", "senza-misura": meter.end(name, word)
    case "time": if let new = meter.finished { measure.newMeter = new }
    case "beat-unit", "beat-unit-dot", "per-minute": mark.end(name, word)
    case "metronome": if let tempo = mark.quartersPerMinute { addTempo(tempo) }
    case "direction": mark = MetronomeDraft()
    case "words": if JumpWords.contain(text) { score.hasJumps = true }
    default: break
    }
  }

  /// Adds a tempo of now, which replaces the mark at the same time.
  private mutating func addTempo(_ quartersPerMinute: Double) {
    guard measure.tempos.count < 1000 else { return }
    measure.tempos.removeAll { $0.onset == position }
    measure.tempos.append(
      PracticeTempo(onset: position, quartersPerMinute: quartersPerMinute))
  }

  private mutating func endNote() throws(MusicXMLError) {
    defer { note = NoteDraft() }
    let length = note.isGrace ? 0 : note.duration
    // The notes of a chord are of one voice, whether each says so or not.
    let voice = note.isChord ? last.voice : note.voice ?? "1"
    let staff = note.staff ?? (note.isChord ? last.staff : 1)
    let onset = note.isChord ? last.onset : position
    if !note.isChord {
      last = (position, voice, staff)
      advance(length)
      staves.take(voice, staff: staff, from: onset, to: onset + length)
    }
    if note.isUnpitched { score.hasUnpitched = true }
    guard !note.isCue, let (number, microtone) = note.pitch(transposedBy: transposition) else {
      return
    }
    guard (0...127).contains(number) else { throw .score(.noteOutOfRange(number)) }
    noteCount += 1
    guard noteCount <= 400_000 else { throw .score(.tooManyNotes) }
    if !part.voices.contains(voice) {
      guard part.voices.count < 64 else { return }
      part.voices.append(voice)
    }
    measure.notes[voice, default: []].append(
      WrittenScore.Note(
        midiNumber: number, microtone: microtone, onset: onset, duration: length, staff: staff,
        isGrace: note.isGrace, isTied: note.isTied))
  }

  private mutating func advance(_ length: Double) {
    position += length
    measure.length = max(measure.length, position)
  }

  /// Returns a decimal number, if it is in a range.
  private static func number(_ text: String, in limits: ClosedRange<Double>) -> Double? {
    guard let value = DecimalText.number(text.utf8), limits.contains(value) else { return nil }
    return value
  }

  /// Returns one line of at most 100 characters.
  private static func title(_ text: String) -> String {
    text.split { $0.isNewline || $0 == " " || $0 == "\t" }.joined(separator: " ").prefix(100)
      .description
  }

  /// Returns the number of a bar as it is printed, without control characters and quotes.
  private static func label(_ text: String) -> String {
    var label = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(20) {
      switch scalar {
      case "\u{0}"..."\u{20}", "\u{7F}"..."\u{A0}", "\"", "'", "&", "<", ">", "\\": continue
      default: label.append(scalar)
      }
    }
    return String(label)
  }
}

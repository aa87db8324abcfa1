internal import DecimalText

/// Builds a score from the events of a MusicXML document, whichever parser reports them.
package struct ScoreBuilder {
  private var score = WrittenScore()
  private var part = WrittenScore.Part()
  private var measure = WrittenScore.Measure()
  private var note = NoteDraft()
  private var names: [String: String] = [:]  // of parts, by their identifiers
  private var scorePart = ""
  private var root: String?

  // Of the measure that is read.
  private var divisions = 1.0
  private var position = 0.0
  private var lastOnset = 0.0
  private var transposition = 0
  private var chromatic = 0
  private var octaveChange = 0
  private var fifths: Int?
  private var isMinor = false
  private var endings: Set<Int>?
  private var endsEnding = false
  private var duration = 0.0
  private var noteCount = 0
  private var meter: PracticeMeter? = .common
  private var beats: Int?
  private var timeParts: [(beats: Int, unit: Int)] = []
  private var mark = MetronomeDraft()

  /// The contents of a `metronome` element so far, and of the `direction` around it.
  private struct MetronomeDraft {
    var quarters: Double?  // of the beat that is counted
    var dotted = 0.0  // the last dot, in quarters
    var perMinute: Double?
    var soundTempo: Double?
  }

  /// The contents of a `note` element so far.
  private struct NoteDraft {
    var isOpen = false
    var step: Int?
    var alter = 0
    var octave: Int?
    var duration = 0.0
    var voice = "1"
    var isChord = false
    var isGrace = false
    var isCue = false
    var isUnpitched = false
    var isTied = false
  }

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
      (divisions, transposition, endings) = (1, 0, nil)
      meter = .common
    case "measure":
      measure = WrittenScore.Measure()
      measure.number = attributes["number"].flatMap { Int($0) }
      (position, lastOnset, endsEnding) = (0, 0, false)
      measure.passes = endings
    case "transpose": (chromatic, octaveChange) = (0, 0)
    case "note": note = NoteDraft(isOpen: true)
    case "chord": note.isChord = true
    case "grace": note.isGrace = true
    case "cue": note.isCue = true
    case "unpitched": note.isUnpitched = true
    case "tie": if attributes["type"] == "stop" { note.isTied = true }
    case "repeat": startRepeat(attributes)
    case "ending": startEnding(attributes)
    case "sound":
      if attributes["dacapo"] != nil || attributes["dalsegno"] != nil { score.hasJumps = true }
      startTempo(attributes)
    case "time": (beats, timeParts) = (nil, [])
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
    if attributes["type"] == "start" {
      let numbers = (attributes["number"] ?? "1").split { !("0"..."9").contains($0) }
      let passes = Set(numbers.compactMap { Int($0) }.filter { (1...100).contains($0) })
      endings = passes.isEmpty ? nil : passes
      measure.passes = endings
    } else {
      endsEnding = true
    }
  }

  private mutating func end(
    _ name: String, _ word: String, _ text: String
  ) throws(MusicXMLError) {
    switch name {
    case "work-title", "movement-title": if score.title.isEmpty { score.title = Self.title(text) }
    case "part-name": names[scorePart] = Self.title(text)
    case "part": score.parts.append(part)
    case "measure": endMeasure()
    case "divisions": divisions = Self.number(word, in: 1...1_000_000) ?? divisions
    case "fifths": fifths = Int(word)
    case "mode": isMinor = word == "minor"
    case "key": endKey()
    case "chromatic": chromatic = max(-127, min(127, Int(word) ?? 0))
    case "octave-change": octaveChange = max(-8, min(8, Int(word) ?? 0))
    case "transpose":
      transposition = chromatic + 12 * octaveChange
      endKey()
    case "duration":
      duration = (Self.number(word, in: 0...1e9) ?? 0) / divisions
      note.duration = duration
    case "backup": position = max(0, position - duration)
    case "forward": advance(duration)
    case "step": note.step = Self.semitones[word]
    case "alter": note.alter = Int((Self.number(word, in: -3...3) ?? 0).rounded())
    case "octave": note.octave = Int(word).flatMap { (-2...12).contains($0) ? $0 : nil }
    case "voice": note.voice = String(word.prefix(20))
    case "note": try endNote()
    default: endTime(name, word)
    }
  }

  private static let semitones = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]

  /// Stores the first key of the first part, as it sounds: a transposition may follow it.
  private mutating func endKey() {
    guard score.parts.isEmpty, part.measures.isEmpty, let fifths, (-7...7).contains(fifths) else {
      return
    }
    guard transposition != 0 else {
      score.signature = (fifths, isMinor)
      return
    }
    let moved = ((fifths + 7 * transposition) % 12 + 12) % 12
    score.signature = (moved > 6 ? moved - 12 : moved, isMinor)
  }

  /// Ends an element of a time signature or a tempo.
  private mutating func endTime(_ name: String, _ word: String) {
    switch name {
    case "beats":
      let groups = word.split(separator: "+").map { Int($0) ?? 0 }
      beats = groups.allSatisfy { (1...128).contains($0) } ? groups.reduce(0, +) : nil
    case "beat-type":
      if let beats, let unit = Int(word), (1...64).contains(unit) {
        timeParts.append((beats, unit))
      }
    case "senza-misura": meter = nil
    case "time": endMeter()
    case "beat-unit":
      mark.quarters = mark.quarters ?? Self.noteValues[word]
      mark.dotted = mark.quarters ?? 0
    case "beat-unit-dot":
      mark.dotted /= 2
      mark.quarters = mark.quarters.map { $0 + mark.dotted }
    case "per-minute":
      // Such as "96" or "ca. 96".
      let number = word.drop { !("0"..."9").contains($0) }.prefix {
        ("0"..."9").contains($0) || $0 == "."
      }
      mark.perMinute = Self.number(String(number), in: 1...10_000)
    case "metronome":
      // A tempo for playback is more exact than the mark beside it.
      if mark.soundTempo == nil, let quarters = mark.quarters, let perMinute = mark.perMinute {
        addTempo(quarters * perMinute)
      }
    case "direction": mark = MetronomeDraft()
    default: break
    }
  }

  private static let noteValues: [String: Double] = [
    "long": 16, "breve": 8, "whole": 4, "half": 2, "quarter": 1, "eighth": 0.5, "16th": 0.25,
    "32nd": 0.125, "64th": 0.0625,
  ]

  /// Ends a time signature, whose parts follow each other in the bar.
  private mutating func endMeter() {
    guard let unit = timeParts.map({ $0.unit }).max() else { return }
    let count = timeParts.reduce(0) { $0 + $1.beats * unit / $1.unit }
    if let meter = PracticeMeter(beatCount: count, beatUnit: unit) { self.meter = meter }
  }

  private mutating func startTempo(_ attributes: [String: String]) {
    guard let tempo = attributes["tempo"].flatMap({ Self.number($0, in: 1...10_000) }) else {
      return
    }
    mark.soundTempo = tempo
    addTempo(tempo)
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
    let onset = note.isChord ? lastOnset : position
    if !note.isChord {
      lastOnset = position
      advance(length)
    }
    if note.isUnpitched { score.hasUnpitched = true }
    guard !note.isCue, let step = note.step, let octave = note.octave else { return }
    let number = step + note.alter + 12 * (octave + 1) + transposition
    guard (0...127).contains(number) else { throw .score(.noteOutOfRange(number)) }
    noteCount += 1
    guard noteCount <= 200_000 else { throw .score(.tooManyNotes) }
    if !part.voices.contains(note.voice) {
      guard part.voices.count < 64 else { return }
      part.voices.append(note.voice)
    }
    measure.notes[note.voice, default: []].append(
      WrittenScore.Note(
        midiNumber: number, onset: onset, duration: length, isGrace: note.isGrace,
        isTied: note.isTied))
  }

  private mutating func advance(_ length: Double) {
    position += length
    measure.length = max(measure.length, position)
  }

  private mutating func endMeasure() {
    guard part.measures.count < WrittenScore.Part.mostMeasures else { return }
    if endsEnding {
      measure.endsEnding = true
      endings = nil
    }
    measure.meter = meter
    part.measures.append(measure)
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
}

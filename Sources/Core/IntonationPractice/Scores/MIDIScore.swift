internal import DecimalText
internal import MusicTheory
internal import SignalProcessing

/// Reads standard MIDI files as scores.
///
/// A voice is a channel of a track, except for percussion (channel 10). Tempos and time signatures
/// count wherever they stand; without time signatures the bars are 4/4.
///
/// - SeeAlso: "Standard MIDI Files 1.0", MIDI Manufacturers Association (RP-001), 1996.
public struct MIDIScore: Sendable {
  /// The longest file, in bytes.
  public static var mostBytes: Int { 16_000_000 }

  private struct Voice {
    let channel: Int
    var name = ""
    var notes: [PracticeNote] = []
    var endlessCount = 0  // of notes that last to the end of the track
  }

  private var bytes: MIDIBytes
  private var voices: [Voice] = []
  private var trackStart = 0  // the first voice of the track that is read
  private var hasPercussion = false
  private var title = ""
  private var key: Key?
  private var tempos: [PracticeTempo] = []
  private var meters: [PracticeScore.MeterChange] = []
  private var hasFrames = false  // times are seconds, whatever the tempo

  /// Reads one voice of a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - voice: The number of the voice, from 1; `nil` for the first with notes.
  ///   - mostNotes: The most notes that the voice may have; more than ``PracticeScore/mostNotes`` if
  ///     only a passage of it is practised.
  /// - Returns: The voice.
  /// - Throws: ``PracticeScoreError``.
  /// - Complexity: O(*n* log *n*) for *n* bytes.
  public static func read(
    _ bytes: [UInt8], voice: Int? = nil, mostNotes: Int = PracticeScore.mostNotes
  ) throws(PracticeScoreError) -> PracticeScore {
    var reader = MIDIScore(bytes: MIDIBytes(bytes))
    try reader.readFile()
    return try reader.score(voice, mostNotes)
  }

  private init(bytes: MIDIBytes) { self.bytes = bytes }

  private mutating func readFile() throws(PracticeScoreError) {
    guard bytes.count <= Self.mostBytes, try bytes.tag() == MIDIBytes.header else {
      throw .notMIDI
    }
    let headerEnd = try bytes.number(4) + 8
    guard headerEnd >= 14 else { throw .notMIDI }
    let format = try bytes.number(2)
    guard format <= 1 else { throw .unknownFormat(format) }
    let trackCount = try bytes.number(2)
    let division = try bytes.number(2)
    // Frames per second times ticks per frame: half a second is the quarter note of 120 BPM.
    let ticks =
      division & 0x8000 == 0
      ? Double(division) : Double(256 - (division >> 8)) * Double(division & 0xFF) / 2
    hasFrames = division & 0x8000 != 0
    guard ticks > 0 else { throw .invalidDivision }
    guard headerEnd <= bytes.count else { throw .truncated }
    bytes.position = headerEnd
    var track = 0
    while track < trackCount, bytes.position < bytes.count {
      let tag = try bytes.tag()
      let length = try bytes.number(4)
      guard length <= bytes.count - bytes.position else { throw .truncated }
      let end = bytes.position + length
      if tag == MIDIBytes.track {
        try readTrack(track, until: end, ticksPerQuarter: ticks)
        track += 1
      }
      bytes.position = end
    }
  }

  private mutating func readTrack(
    _ track: Int, until end: Int, ticksPerQuarter: Double
  ) throws(PracticeScoreError) {
    trackStart = voices.count
    var now = 0.0
    var status = 0
    var name = ""
    var sounding: [Int: Double] = [:]  // onset in ticks by channel and key
    while bytes.position < end {
      now += Double(try bytes.variableLength())
      var byte = try bytes.number(1)
      if byte < 0x80 {
        guard status >= 0x80 else { throw .truncated }
        bytes.position -= 1
        byte = status
      }
      switch byte {
      case 0xFF:
        let kind = try bytes.number(1)
        let length = try bytes.variableLength()
        guard length <= end - bytes.position else { throw .truncated }
        let data = bytes.slice(length)
        if kind == 0x2F { return try finish(name, sounding, now, ticksPerQuarter) }
        if kind == 0x03 { name = Self.text(data) }
        if kind == 0x03, track == 0 { title = name }
        if kind == 0x59, data.count == 2, key == nil {
          key = Key(signature: Int(Int8(bitPattern: data[0])), isMinor: data[1] == 1)
        }
        // Running status should not survive an event that is not of a channel, but in files it does.
        readTime(kind, data, at: now / ticksPerQuarter)
      case 0xF0, 0xF7:
        let length = try bytes.variableLength()
        guard length <= end - bytes.position else { throw .truncated }
        bytes.position += length
      case 0xF1...0xFE: throw .truncated  // not allowed in files
      default:
        status = byte
        let first = try bytes.number(1)
        let second = (0xC0..<0xE0).contains(byte) ? 0 : try bytes.number(1)
        guard first < 0x80, second < 0x80 else { throw .truncated }
        let key = (byte & 0x0F) << 7 | first
        switch byte & 0xF0 {
        case 0x90 where second > 0:
          try endNote(key, &sounding, now, ticksPerQuarter)
          sounding[key] = now
        case 0x80, 0x90: try endNote(key, &sounding, now, ticksPerQuarter)
        default: break
        }
      }
    }
    try finish(name, sounding, now, ticksPerQuarter)
  }

  /// Reads a tempo or a time signature.
  private mutating func readTime(_ kind: Int, _ data: [UInt8], at quarter: Double) {
    if kind == 0x51, data.count == 3, tempos.count < PracticeScore.mostBars {
      let microseconds = data.reduce(0) { $0 << 8 | Int($1) }
      guard microseconds > 0 else { return }
      tempos.append(
        PracticeTempo(onset: quarter, quartersPerMinute: 60e6 / Double(microseconds)))
    }
    if kind == 0x58, data.count >= 2, data[1] <= 6, meters.count < PracticeScore.mostBars,
      let meter = PracticeMeter(beatCount: Int(data[0]), beatUnit: 1 << Int(data[1]))
    {
      meters.append(PracticeScore.MeterChange(onset: quarter, meter: meter))
    }
  }

  /// Ends a note, if it sounds.
  private mutating func endNote(
    _ key: Int, _ sounding: inout [Int: Double], _ now: Double, _ ticksPerQuarter: Double
  ) throws(PracticeScoreError) {
    guard let onset = sounding.removeValue(forKey: key) else { return }
    let channel = key >> 7
    guard channel != 9 else {
      hasPercussion = true
      return
    }
    let note = PracticeNote(
      midiNumber: key & 0x7F, onset: onset / ticksPerQuarter,
      duration: (now - onset) / ticksPerQuarter)
    let index = voices[trackStart...].firstIndex { $0.channel == channel }
    if let index {
      guard voices[index].notes.count < PracticeScore.mostReadNotes else { throw .tooManyNotes }
      voices[index].notes.append(note)
    } else {
      voices.append(Voice(channel: channel, notes: [note]))
    }
  }

  /// Ends a track, and the notes that still sound.
  private mutating func finish(
    _ name: String, _ sounding: [Int: Double], _ now: Double, _ ticksPerQuarter: Double
  ) throws(PracticeScoreError) {
    var rest = sounding
    let keys = sounding.ascending { Double($0.key) }.ascending { $0.value }.map { $0.key }
    for key in keys {
      try endNote(key, &rest, now, ticksPerQuarter)
      let index = voices[trackStart...].firstIndex { $0.channel == key >> 7 }
      if let index { voices[index].endlessCount += 1 }
    }
    for index in trackStart..<voices.count { voices[index].name = name }
  }

  private func score(_ number: Int?, _ mostNotes: Int) throws(PracticeScoreError) -> PracticeScore {
    guard !voices.isEmpty else { throw .empty }
    let number = number ?? 1
    guard (1...voices.count).contains(number) else { throw .noVoice(number, count: voices.count) }
    let voice = voices[number - 1]
    let (notes, leftOut) = PracticeScore.singleVoice(PracticeScore.byOnset(voice.notes))
    guard notes.count <= mostNotes else { throw .tooManyNotes }
    var remarks: [PracticeScore.Remark] = []
    if voices.count > 1 {
      remarks.append(.chosenVoice(number: number, count: voices.count, name: voice.name))
    }
    if leftOut > 0 { remarks.append(.lowerNotesLeftOut(leftOut)) }
    return score(
      notes, until: notes.last.map { $0.onset + $0.duration } ?? 0,
      endlessCount: voice.endlessCount, remarks)
  }

  /// Returns a score of notes, with further remarks.
  private func score(
    _ notes: [PracticeNote], until end: Double, endlessCount: Int,
    _ before: [PracticeScore.Remark]
  ) -> PracticeScore {
    var remarks = before
    if endlessCount > 0 { remarks.append(.notesWithoutEnd(endlessCount)) }
    if hasPercussion { remarks.append(.percussionLeftOut) }
    return PracticeScore(
      title: title, notes: notes, key: key,
      bars: PracticeScore.bars(meters.ascending { $0.onset }, until: end),
      tempos: hasFrames
        ? [PracticeTempo(onset: 0, quartersPerMinute: 120)] : PracticeScore.inOrder(tempos),
      remarks: remarks)
  }

  /// Reads notes that sound together: all voices of a file, or one.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - voice: The number of the voice, from 1; `nil` for all.
  /// - Returns: The notes.
  /// - Throws: ``PracticeScoreError``.
  /// - Complexity: O(*n* log *n*) for *n* bytes.
  package static func readTogether(
    _ bytes: [UInt8], voice: Int? = nil
  ) throws(PracticeScoreError) -> NotesTogether {
    var reader = MIDIScore(bytes: MIDIBytes(bytes))
    try reader.readFile()
    let voices = reader.voices
    guard !voices.isEmpty else { throw .empty }
    let chosen = voice ?? 1
    guard (1...voices.count).contains(chosen) else {
      throw .noVoice(chosen, count: voices.count)
    }
    let parts = voice == nil ? voices[...] : voices[(chosen - 1)..<chosen]
    let notes = PracticeScore.byOnset(parts.flatMap { $0.notes })
    guard notes.count <= PracticeScore.mostReadNotes else { throw .tooManyNotes }
    let end = notes.map { $0.onset + $0.duration }.max() ?? 0
    let endless = parts.reduce(0) { $0 + $1.endlessCount }
    return NotesTogether(
      score: reader.score(notes, until: end, endlessCount: endless, []), voiceCount: voices.count)
  }

  /// Returns a name of at most 100 characters: UTF-8, or else Windows-1252, as most programs write.
  private static func text(_ data: [UInt8]) -> String {
    // By scalars: characters take tables that the C library goes without.
    var name = String.UnicodeScalarView()
    var (count, isSpaced) = (0, false)
    for scalar in PlainText.words(data.prefix(4000)).unicodeScalars where count < 100 {
      guard scalar != " " else {
        isSpaced = count > 0
        continue
      }
      if isSpaced { name.append(" ") }
      name.append(scalar)
      count += isSpaced ? 2 : 1
      isSpaced = false
    }
    return String(name)
  }
}

/// The bytes of a MIDI file with a position; reading beyond their end is an error.
struct MIDIBytes: Sendable {
  static let header = [UInt8]("MThd".utf8)
  static let track = [UInt8]("MTrk".utf8)

  private let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// Returns the next bytes; the caller has checked that they exist.
  mutating func slice(_ length: Int) -> [UInt8] {
    let end = min(bytes.count, position + length)
    defer { position = end }
    return Array(bytes[position..<end])
  }

  mutating func tag() throws(PracticeScoreError) -> [UInt8] {
    guard bytes.count - position >= 4 else { throw position == 0 ? .notMIDI : .truncated }
    return slice(4)
  }

  /// Reads a number of some bytes, the highest first. Above 2³⁰ it is not the length of a complete
  /// file, and may not fit an `Int`.
  mutating func number(_ length: Int) throws(PracticeScoreError) -> Int {
    guard bytes.count - position >= length else { throw .truncated }
    var value = 0
    for _ in 0..<length {
      guard value < 1 << 22 else { throw .truncated }
      value = value << 8 | Int(bytes[position])
      position += 1
    }
    return value
  }

  /// Reads a number of seven bits per byte, the highest first, four bytes at most.
  mutating func variableLength() throws(PracticeScoreError) -> Int {
    var value = 0
    for _ in 0..<4 {
      let byte = try number(1)
      value = value << 7 | byte & 0x7F
      if byte & 0x80 == 0 { return value }
    }
    throw .truncated
  }
}

import IntonationPractice
import MusicTheory
import Testing

@Suite("Standard MIDI files as scores")
struct MIDIScoreTests {
  /// A file of format 0 or 1 with 96 ticks per quarter note.
  private func file(format: UInt8 = 1, division: [UInt8] = [0, 96], _ tracks: [[UInt8]]) -> [UInt8]
  {
    var bytes = Array("MThd".utf8) + [0, 0, 0, 6, 0, format, 0, UInt8(tracks.count)] + division
    for track in tracks {
      let count = UInt32(track.count)
      bytes += Array("MTrk".utf8) + (0..<4).map { UInt8(count >> (24 - 8 * $0) & 0xFF) } + track
    }
    return bytes
  }

  private let end: [UInt8] = [0, 0xFF, 0x2F, 0]
  /// C4 and E4 with running status; a note-on of velocity 0 ends a note.
  private var melody: [UInt8] {
    [0, 0x90, 60, 64, 96, 60, 0, 0, 64, 64, 0x81, 0x40, 64, 0] + end
  }

  @Test("running status, velocity 0 and lengths of two bytes: a quarter and a half note")
  func melodyNotes() throws {
    let score = try MIDIScore.read(file(format: 0, [melody]))
    #expect(
      score.notes == [
        PracticeNote(midiNumber: 60, onset: 0, duration: 1),
        PracticeNote(midiNumber: 64, onset: 1, duration: 2),
      ])
    #expect(score.remarks.isEmpty && score.key == nil)
  }

  @Test("title, track names and key signatures are read; B flat major has two flats")
  func texts() throws {
    let head: [UInt8] =
      [0, 0xFF, 3, 4] + Array("Tune".utf8) + [
        0, 0xFF, 0x59, 2, 0xFE, 0, 0, 0xFF, 0x51, 3, 7, 0xA1, 0x20,
      ]
      + end
    let score = try MIDIScore.read(file([head, melody]))
    #expect(score.title == "Tune")
    #expect(score.key?.description == "B♭ major")
    let minor: [UInt8] = [0, 0xFF, 0x59, 2, 1, 1] + melody  // one sharp: E minor
    #expect(try MIDIScore.read(file([minor])).key?.description == "E minor")
  }

  @Test(
    "3/8 at 120 and later 4/4 at 60: bars begin anew with a meter, and a tempo counts from its place"
  )
  func barsAndTempos() throws {
    let conductor: [UInt8] =
      [0, 0xFF, 0x58, 4, 3, 3, 24, 8, 0, 0xFF, 0x51, 3, 7, 0xA1, 0x20]  // 500,000 µs
      + [0x81, 0x10, 0xFF, 0x58, 4, 4, 2, 24, 8, 0, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40] + end
    let score = try MIDIScore.read(file([conductor, melody]))
    let eighths = PracticeMeter(beatCount: 3, beatUnit: 8)
    #expect(
      score.bars == [
        PracticeBar(number: 1, onset: 0, length: 1.5, meter: eighths),
        PracticeBar(number: 2, onset: 1.5, length: 4, meter: .common),
      ])
    #expect(
      score.tempos == [
        PracticeTempo(onset: 0, quartersPerMinute: 120),
        PracticeTempo(onset: 1.5, quartersPerMinute: 60),
      ])
    #expect(score.place(atQuarter: 1).map { [Double($0.bar.value), $0.beat ?? 0] } == [1, 3])
    #expect(score.place(atQuarter: 2).map { [Double($0.bar.value), $0.beat ?? 0] } == [2, 1.5])
    // After the last bar its meter goes on.
    #expect(score.place(atQuarter: 10.5).map { [Double($0.bar.value), $0.beat ?? 0] } == [4, 2])
  }

  @Test("without a time signature the bars are 4/4; without a tempo there is none")
  func noTime() throws {
    let score = try MIDIScore.read(file([melody]))
    #expect(score.bars == [PracticeBar(number: 1, onset: 0, length: 4, meter: .common)])
    #expect(score.tempos.isEmpty)
  }

  @Test("of several voices one is chosen and said; percussion is left out")
  func voices() throws {
    let bass: [UInt8] =
      [0, 0xFF, 3, 4] + Array("Bass".utf8) + [0, 0x91, 40, 64, 96, 0x81, 40, 64] + end
    let drums: [UInt8] = [0, 0x99, 36, 100, 96, 0x89, 36, 0] + end
    let bytes = file([drums, melody, bass])
    let first = try MIDIScore.read(bytes)
    #expect(first.notes.map(\.midiNumber) == [60, 64])
    #expect(
      first.remarks == [.chosenVoice(number: 1, count: 2, name: ""), .percussionLeftOut])
    let second = try MIDIScore.read(bytes, voice: 2)
    #expect(second.notes.map(\.midiNumber) == [40])
    #expect(second.remarks.first == .chosenVoice(number: 2, count: 2, name: "Bass"))
    #expect(throws: PracticeScoreError.noVoice(3, count: 2)) {
      try MIDIScore.read(bytes, voice: 3)
    }
  }

  @Test("of a chord the highest note stays, and a held note ends where the next one starts")
  func chords() throws {
    let track: [UInt8] =
      [0, 0x90, 60, 64, 0, 67, 64, 96, 60, 0, 0, 72, 64, 96, 67, 0, 0, 72, 0] + end
    let score = try MIDIScore.read(file([track]))
    #expect(
      score.notes == [
        PracticeNote(midiNumber: 67, onset: 0, duration: 1),
        PracticeNote(midiNumber: 72, onset: 1, duration: 1),
      ])
    #expect(score.remarks == [.lowerNotesLeftOut(1)])
  }

  @Test("notes that sound together are all there, of all voices or of one")
  func together() throws {
    let low: [UInt8] = [0, 0x91, 48, 64, 96, 48, 0] + end
    let high: [UInt8] = [0, 0x90, 60, 64, 0, 67, 64, 96, 60, 0, 0, 67, 0] + end
    let all = try MIDIScore.readTogether(file([high, low]))
    #expect(all.score.notes.map(\.midiNumber) == [60, 67, 48])
    #expect(all.voiceCount == 2 && all.score.remarks.isEmpty)
    let one = try MIDIScore.readTogether(file([high, low]), voice: 1)
    #expect(one.score.notes.map(\.midiNumber) == [60, 67])
    #expect(throws: PracticeScoreError.noVoice(3, count: 2)) {
      try MIDIScore.readTogether(file([high, low]), voice: 3)
    }
  }

  @Test("a chord that a person played is one; fast and legato notes are not")
  func playedChords() throws {
    // 24 ticks are a sixteenth, 6 a 64th.
    func remarks(_ track: [UInt8]) throws -> (notes: [Int], remarks: [PracticeScore.Remark]) {
      let score = try MIDIScore.read(file([track + end]))
      return (score.notes.map(\.midiNumber), score.remarks)
    }
    let rolled = try remarks([0, 0x90, 67, 64, 2, 60, 64, 3, 64, 64, 91, 67, 0, 0, 60, 0, 1, 64, 0])
    #expect(rolled.notes == [67] && rolled.remarks == [.lowerNotesLeftOut(2)])
    let legato = try remarks([
      0, 0x90, 60, 64, 24, 62, 64, 4, 60, 0, 20, 64, 64, 4, 62, 0, 20, 64, 0,
    ])
    #expect(legato.notes == [60, 62, 64] && legato.remarks.isEmpty)
    let ornament = try remarks([0, 0x90, 60, 64, 4, 62, 64, 1, 60, 0, 40, 62, 0])
    #expect(ornament.notes == [60, 62] && ornament.remarks.isEmpty)
  }

  @Test("running status goes on behind a text and behind system-exclusive data")
  func runningStatus() throws {
    for event in [[0, 0xFF, 1, 1, 65], [0, 0xF0, 2, 1, 0xF7], [0, 0xFF, 0x51, 3, 7, 0xA1, 0x20]]
      as [[UInt8]]
    {
      let track: [UInt8] = [0, 0x90, 60, 64] + event + [96, 60, 0] + end
      #expect(
        try MIDIScore.read(file([track])).notes
          == [PracticeNote(midiNumber: 60, onset: 0, duration: 1)])
    }
  }

  @Test("notes without an end last to the end of the track, and are told")
  func endless() throws {
    for last in [end, []] as [[UInt8]] {
      let track: [UInt8] = [0, 0x90, 60, 64, 96, 60, 0, 0, 64, 64, 0x81, 0x40, 0xB0, 123, 0] + last
      let score = try MIDIScore.read(file([track]))
      #expect(score.notes.last == PracticeNote(midiNumber: 64, onset: 1, duration: 2))
      #expect(score.remarks == [.notesWithoutEnd(1)])
    }
  }

  @Test("names are UTF-8, or else Windows-1252, without control characters")
  func names() throws {
    func title(_ bytes: [UInt8]) throws -> String {
      try MIDIScore.read(file([[0, 0xFF, 3, UInt8(bytes.count)] + bytes + melody])).title
    }
    #expect(try title(Array("Flöte".utf8)) == "Flöte")
    #expect(try title([0x46, 0x6C, 0xF6, 0x74, 0x65, 0x20]) == "Flöte")
    #expect(try title([0x93, 0xC9, 0x94]) == "“É”")
    #expect(try title([0x1B, 0x5B, 0x41, 0x9B, 0x42]) == "[A›B")
  }

  @Test("the limit of 4000 notes is one of the passage")
  func longFiles() throws {
    let one: [UInt8] = [0, 0x90, 60, 64, 96, 60, 0]
    let bytes = file([(0..<4004).flatMap { _ in one } + end])
    let score = try MIDIScore.read(bytes, mostNotes: PracticeScore.mostReadNotes)
    #expect(try score.passage(.bars(1001...1001)).notes.count == 4)
    #expect(score.beginning(mostNotes: PracticeScore.mostNotes)?.bars.count == 1000)
  }

  @Test("a division of 25 frames of 40 ticks: 500 ticks are a quarter note at 120 BPM")
  func frames() throws {
    let track: [UInt8] = [0, 0x90, 60, 64, 0x83, 0x74, 0x80, 60, 64] + end  // 500 ticks
    let score = try MIDIScore.read(file(division: [0xE7, 40], [track]))
    #expect(score.notes.first?.duration == 1)
  }

  @Test("what is no MIDI file, or a damaged one, is refused")
  func refused() {
    let whole = file([melody])
    for count in 0..<whole.count - 1 where count != whole.count - 4 {
      #expect(throws: PracticeScoreError.self, "\(count)") {
        try MIDIScore.read(Array(whole.prefix(count)))
      }
    }
    #expect(throws: PracticeScoreError.notMIDI) { try MIDIScore.read(Array("RIFF....".utf8)) }
    #expect(throws: PracticeScoreError.unknownFormat(2)) {
      try MIDIScore.read(file(format: 2, [melody]))
    }
    #expect(throws: PracticeScoreError.invalidDivision) {
      try MIDIScore.read(file(division: [0, 0], [melody]))
    }
    #expect(throws: PracticeScoreError.empty) { try MIDIScore.read(file([end])) }
    #expect(throws: PracticeScoreError.empty) { try MIDIScore.read(file([])) }
    #expect(throws: PracticeScoreError.truncated) {  // data without a status
      try MIDIScore.read(file([[0, 60, 64] + end]))
    }
    #expect(throws: PracticeScoreError.truncated) {  // a length that is longer than the track
      try MIDIScore.read(file([[0, 0xFF, 1, 0x7F, 65] + end]))
    }
    #expect(throws: PracticeScoreError.truncated) {  // five bytes of length
      try MIDIScore.read(file([[0x81, 0x81, 0x81, 0x81, 0x81, 0x90, 60, 64] + end]))
    }
    #expect(throws: PracticeScoreError.tooManyNotes) {
      let one: [UInt8] = [0, 0x90, 60, 64, 1, 60, 0]
      _ = try MIDIScore.read(file([(0..<4001).flatMap { _ in one } + end]))
    }
  }
}

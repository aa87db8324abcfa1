import ArgumentParser
import IntonationPractice
import MusicTheory
import Plotting
@testable import PracticeCommands
import Testing

@Suite("Names of notes in practice")
struct PracticeNamingTests {
  private func naming(_ arguments: String...) throws -> PracticeNaming {
    try PracticeNamingOptions.parse(arguments).naming
  }

  private func score(
    _ text: String, _ naming: PracticeNaming, _ options: String...
  ) throws -> PracticeScore {
    try PracticeSource.score(
      text, voice: nil, scale: ScaleOptions.parse(options), naming: naming)
  }

  private func names(_ score: PracticeScore, _ naming: PracticeNaming) -> [String] {
    score.notes.prefix(8).map { naming.name($0.midiNumber, in: score) }
  }

  @Test("a trumpet's D major sounds a tone lower, and is named as it is written")
  func transposed() throws {
    let naming = try naming("--transpose", "bb-trumpet")
    let score = try score("D-major", naming)
    #expect(score.notes.first?.midiNumber == 60)
    #expect(names(score, naming) == ["D4", "E4", "F#4", "G4", "A4", "B4", "C#5", "D5"])
    #expect(score.title.contains("D major, Trumpet in B"))
  }

  @Test("tonics are read, and notes named, in the notation")
  func notations() throws {
    let german = try naming("--notation", "german")
    #expect(try names(score("H3-minor", german), german).prefix(3) == ["H3", "Cis4", "D4"])
    let french = try naming("--notation", "french")
    #expect(try names(score("sol-major", french), french).first == "Sol3")
    #expect(try names(score("G-major", french), french).first == "Sol3")
  }

  @Test("the ends of a scale are read as its tonic is")
  func ends() throws {
    let trumpet = try naming("--transpose", "bb-trumpet")
    let part = try score("C-major", trumpet, "--from", "G3", "--to", "G4", "--up")
    #expect(part.notes.map(\.midiNumber) == [53, 55, 57, 58, 60, 62, 63, 65])
    #expect(part.title.hasPrefix("C major, up, G3 to G4, Trumpet"))
    let german = try naming("--notation", "german")
    let minor = try score("H3-minor", german, "--to", "Fis4")
    #expect(names(minor, german).prefix(6) == ["H3", "Cis4", "D4", "E4", "Fis4", "E4"])
  }

  @Test("what is no scale, or has no such end, is refused with what to write")
  func refused() throws {
    let plain = PracticeNaming()
    #expect(throws: ValidationError.self) { try score("C-major-sideways", plain) }
    #expect(throws: ValidationError.self) { try score("C-major", plain, "--from", "F#4") }
    #expect(throws: (any Error).self) { try score("C-major", plain, "--up", "--down") }
    #expect(throws: (any Error).self) {
      try score("C-major", plain, "--octaves", "2", "--to", "G5")
    }
  }

  @Test("without options, names are English in ASCII")
  func plain() throws {
    let score = try score("Eb-major", PracticeNaming())
    #expect(names(score, PracticeNaming()).prefix(4) == ["Eb4", "F4", "G4", "Ab4"])
  }

  @Test("a report names the notes so, and says what the bars of the interval plot are")
  func report() throws {
    let naming = try naming("--notation", "german")
    let score = try score("H3-minor", naming)
    var session = PracticeSession(score)
    session.begin()
    for (index, note) in score.notes.enumerated() {
      let frequency = ConcertPitch.standard.frequency(ofMIDINumber: Double(note.midiNumber))
      session.process(
        .note(PlayedNote(onset: Double(index), duration: 0.5, frequency: frequency)))
    }
    session.finish()
    let report = PracticeReport(
      take: PracticeRun.Take(session: session), result: try #require(session.judgement.result),
      tuning: "A4 = 440.0 Hz, equal", naming: naming)
    #expect(report.text.contains("\nH3") && report.text.contains("\nCis4"))
    #expect(report.json.contains("\"note\": \"B3\""))  // programs read English
    #expect(report.intervalPlot.unit.contains("semitones"))
    #expect(report.intervalPlot.subtitle.contains("one standard error"))
  }
}

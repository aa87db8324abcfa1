import ArgumentParser
import Foundation
import IntonationPractice
import MusicTheory
@testable import PracticeCommands
import Testing

/// Files as programs write them, right and wrong ones: what is read of each, to the note and the bar.
@Suite("Scores as they are printed")
struct ScoreCasesTests {
  private static let folder = Bundle.module.resourceURL?.appendingPathComponent("Cases")

  /// Each file with its voice, and the notes that must come, with their cents and their bars.
  private static let read: [(file: String, voice: Int, notes: String)] = [
    ("bad-utf8.musicxml", 1, fourNotes), ("iso-8859-1.musicxml", 1, fourNotes),
    ("iso-8859-15.musicxml", 1, fourNotes), ("leading-newline.musicxml", 1, fourNotes),
    ("utf-16.musicxml", 1, fourNotes), ("utf-16be-nobom.musicxml", 1, fourNotes),
    ("utf8-bom.musicxml", 1, fourNotes), ("utf8-declared-utf16.musicxml", 1, fourNotes),
    ("prefixed.musicxml", 1, fourNotes), ("zip-in.musicxml", 1, fourNotes),
    ("dotxml.mxl", 1, fourNotes), ("mimetype.mxl", 1, fourNotes), ("normal.mxl", 1, fourNotes),
    ("pdf-first.mxl", 1, fourNotes), ("plain-in.mxl", 1, fourNotes),
    ("score-first.mxl", 1, fourNotes), ("utf8-name.mxl", 1, fourNotes),
    ("w3c-tutorial-declaration.mxl", 1, fourNotes),
    ("bar-4a.musicxml", 1, "C5@1 D5@2 E5@2a F5@3 G5@4"),
    ("quartertone.musicxml", 1, "D4@1 E4-50@1 F4+50@1 G4@1"),
    ("cents.musicxml", 1, "D4@1 E4-15@1 Bb4-50@1 G4+50@1"),
    ("composite-meter.musicxml", 1, "C5@1 D5@1 E5@1 F5@1 G5@1 F5@2 G5@2 A5@2 B5@2 C6@2"),
    ("dc-sound.musicxml", 1, "C5@1 D5@2 E5@3"), ("dc-words-only.musicxml", 1, "C5@1 D5@2 E5@3"),
    ("ds-coda.musicxml", 1, "C5@1 D5@2 E5@3 F5@4 G5@5"),
    ("empty-measure.musicxml", 1, "C5@1 D5@3"),
    ("ending-1,2.musicxml", 1, "C5@1 D5@2 C5@1 D5@2 C5@1 E5@3 F5@4"),
    ("ending-12.musicxml", 1, "C5@1 D5@2 C5@1 D5@2 C5@1 E5@3 F5@4"),
    ("ending-dot.musicxml", 1, "C5@1 D5@2 C5@1 E5@3 F5@4"),
    (
      "ending-without-stop.musicxml", 1,
      "C5@1 D5@2 C5@1 E5@3 F5@4 G5@5 A5@6 G5@5 A5@6 B5@7"
    ),
    ("endings-first-part-only.musicxml", 1, "C5@1 D5@2 C5@1 E5@3 F5@4"),
    ("endings-first-part-only.musicxml", 2, "C3@1 D3@2 C3@1 E3@3 F3@4"),
    ("interchangeable.musicxml", 1, "C5@1 D5@1 E5@1 F5@2 G5@2 A5@2"),
    ("tied-notation-only.musicxml", 1, "C5@1 C5@2"),
    ("times3.musicxml", 1, "C5@1 D5@2 C5@1 D5@2 C5@1 D5@2 E5@3"),
    ("two-staves-one-voice.musicxml", 1, fourNotes),
    ("two-staves-one-voice.musicxml", 2, "C3@1 B2@1 A2@1 G2@1"),
    ("underfull.musicxml", 1, "C5@1 D5@2 E5@3"),
    ("hanging-note.mid", 1, "C4@1 D4@1 E4@1 F4@1"), ("humanised-chord.mid", 1, "G4@1 F4@1"),
    ("junk-after-eot.mid", 1, threeNotes), ("no-eot.mid", 1, threeNotes),
    ("normal.mid", 1, threeNotes), ("ntracks-wrong.mid", 1, threeNotes),
    ("pickup-timesig.mid", 1, "C4@1 D4@2 E4@2"), ("running-after-meta.mid", 1, threeNotes),
    ("seq-tempo-late.mid", 1, threeNotes), ("smpte.mid", 1, "C4@1 D4@1"),
    ("title-latin1.mid", 1, threeNotes), ("trailing-junk.mid", 1, threeNotes),
    ("zero-length-notes.mid", 1, threeNotes),
  ]

  private static let fourNotes = "C5@1 D5@1 E5@1 F5@1"
  private static let threeNotes = "C4@1 D4@1 E4@1"

  /// Files that are refused, with the beginning of the reason.
  private static let refused = [
    ("lzma.mxl", "The score is compressed by method 14"),
    ("url-escaped.mxl", "The archive names the score 'My%20Score.xml', but does not contain it."),
    ("timewise.musicxml", "The file is XML, but its outermost element is 'score-timewise'"),
    ("data-byte-high.mid", "The file is truncated or damaged."),
    ("div0.mid", "The file has no ticks per quarter note."),
    ("format2.mid", "MIDI files of format 2 cannot be read."),
    ("rmid.mid", "This is not a standard MIDI file."),
    ("track-too-long.mid", "The file is truncated or damaged."),
  ]

  private static func score(_ file: String, voice: Int? = nil) throws -> PracticeScore {
    let folder = try #require(Self.folder)
    return try PracticeSource.score(
      folder.appendingPathComponent(file).path, voice: voice, scale: ScaleOptions.parse([]))
  }

  private static func summary(_ score: PracticeScore) -> String {
    score.notes.map { note in
      let cents =
        note.microtone == 0 ? "" : (note.microtone > 0 ? "+" : "") + "\(Int(note.microtone))"
      let bar = score.place(atQuarter: note.onset)?.bar.label ?? "-"
      return score.name(of: note).asciiDescription + cents + "@" + bar
    }.joined(separator: " ")
  }

  @Test("each file is read to the note and the bar", arguments: read)
  func reading(file: String, voice: Int, notes: String) throws {
    #expect(Self.summary(try Self.score(file, voice: voice)) == notes)
  }

  @Test("files that cannot be read are refused with the true reason", arguments: refused)
  func refusals(file: String, reason: String) {
    let error = #expect(throws: PracticeFileError.self) { try Self.score(file) }
    #expect(error?.reason.hasPrefix(reason) == true)
  }

  @Test("every file of the folder is one of these")
  func complete() throws {
    let path = try #require(Self.folder).path
    let files = Set(try FileManager.default.contentsOfDirectory(atPath: path))
    #expect(files == Set(Self.read.map(\.file) + Self.refused.map(\.0)))
  }

  @Test(
    "what is left out or supplied is told, and nothing else",
    arguments: [
      ("dc-words-only.musicxml", [PracticeScore.Remark.jumpsNotFollowed]),
      ("dc-sound.musicxml", [.jumpsNotFollowed]), ("ds-coda.musicxml", [.jumpsNotFollowed]),
      ("humanised-chord.mid", [.lowerNotesLeftOut(3)]),
      ("hanging-note.mid", [.notesWithoutEnd(1)]),
      ("two-staves-one-voice.musicxml", [.chosenVoice(number: 1, count: 2, name: "Piano")]),
      ("ending-without-stop.musicxml", []), ("ending-1,2.musicxml", []), ("times3.musicxml", []),
      ("empty-measure.musicxml", []), ("normal.mid", []), ("zero-length-notes.mid", []),
    ])
  func remarks(file: String, remarks: [PracticeScore.Remark]) throws {
    #expect(try Self.score(file).remarks == remarks)
  }

  @Test("3/4 (6/8) is 3/4; an empty bar is a bar of rest; a Latin-1 title has its letters")
  func details() throws {
    let three = try Self.score("interchangeable.musicxml")
    #expect(
      three.bars.map(\.meter)
        == Array(repeating: PracticeMeter(beatCount: 3, beatUnit: 4), count: 2))
    #expect(try Self.score("empty-measure.musicxml").bars.map(\.length) == [4, 4, 4])
    #expect(try Self.score("title-latin1.mid").title == "Flöte")
    let hanging = try Self.score("hanging-note.mid").notes
    #expect(hanging.last?.onset == 3 && hanging.last?.duration == 1)
  }

  @Test("bars are chosen by what is printed: 2a, and 2 to 3 with it")
  func printedBars() throws {
    let score = try Self.score("bar-4a.musicxml")
    let notes = { (bars: String) in
      Self.summary(try score.passage(try #require(PracticePassage(bars))))
    }
    #expect(try notes("2a") == "E5@2a")
    #expect(try notes("3") == "F5@3")
    #expect(try notes("2-3") == "D5@2 E5@2a F5@3")
    #expect(try notes("2a-4") == "E5@2a F5@3 G5@4")
    let missing = #expect(throws: PracticePassageError.self) { try notes("2b") }
    #expect(missing?.description.hasPrefix("The score has no bar 2b: its bars are 1 to 4.") == true)
    #expect(throws: PracticePassageError.backwards(from: "3", to: "2a")) { try notes("3-2a") }
  }
}

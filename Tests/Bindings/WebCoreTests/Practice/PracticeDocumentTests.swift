import IntonationPractice
import MusicTheory
import Testing

@testable import WebCore

@Suite("Scores that the page brings")
struct PracticeDocumentTests {
  private func start(_ name: String, _ attributes: [(String, String)] = []) -> String {
    "\u{1}\(name)" + attributes.map { "\u{2}\($0.0)\u{3}\($0.1)" }.joined()
  }

  private func end(_ name: String, _ text: String = "") -> String { "\u{4}\(name)\u{5}\(text)" }

  private func element(_ name: String, _ text: String) -> String { start(name) + end(name, text) }

  private func note(_ step: String) -> String {
    start("note") + element("step", step) + element("octave", "4") + element("duration", "1")
      + end("note")
  }

  private func score(_ body: String) -> String {
    start("score-partwise", [("version", "4.0")]) + element("work-title", "Flûte ♭")
      + start("part", [("id", "P1")]) + start("measure", []) + body + end("measure") + end("part")
      + end("score-partwise")
  }

  @Test("events make a score, in chunks of any size that end with an event")
  func events() {
    var document = PracticeDocument()
    let text = score(note("C") + note("A"))
    for pieces in [[text], text.split(separator: "\u{1}").map { "\u{1}\($0)" }] {
      document.begin(isContainer: false)
      for piece in pieces {
        let isTaken = document.readEvents(Array(piece.utf8))
        #expect(isTaken)
      }
      let isScore = document.end()
      #expect(isScore)
      #expect(document.score.notes.map(\.midiNumber) == [60, 69])
      #expect(document.score.title == "Flûte ♭")
    }
  }

  @Test("bars that are printed 2a, quarter tones, and bars that are never reached come to the page")
  func printed() {
    let core = PracticeCore()
    let quarterTone =
      start("note") + element("step", "E") + element("alter", "-0.5") + element("octave", "4")
      + element("duration", "1") + end("note")
    let second = start("ending", [("number", "2"), ("type", "start")]) + end("ending")
    let text =
      start("score-partwise") + start("part")
      + start("measure", [("number", "1")]) + note("C") + end("measure")
      + start("measure", [("number", "2a")]) + quarterTone + end("measure")
      + start("measure", [("number", "3")]) + second + note("D") + end("measure")
      + end("part") + end("score-partwise")
    core.document.begin(isContainer: false)
    let isTaken = core.document.readEvents(Array(text.utf8))
    let isScore = core.document.end()
    #expect(isTaken && isScore)
    core.writeReport(isNewScore: true)
    #expect(core.document.barNames == Array("1\n2a".utf8))
    #expect(core.facts[.hasBarNames] == 1 && core.facts[.leavesBarsOut] == 1)
    #expect(core.facts[.isCut] == 0)
    #expect(core.notes[1, .midi] == 64 && core.notes[1, .microtone] == -50)
  }

  @Test("what is refused says why, and leaves the score as it was")
  func refused() {
    var document = PracticeDocument()
    let scale = ScalePattern.all[0]
    let isScale = document.readScale(scale, on: Note(.c, octave: 4), ScaleForm())
    #expect(isScale)
    func problem(_ text: String) -> PracticeProblem {
      document.begin(isContainer: false)
      if document.readEvents(Array(text.utf8)) { _ = document.end() }
      return document.report.problem
    }
    #expect(problem(score("")) == .empty)
    #expect(problem(start("html") + end("html")) == .notAScore)
    #expect(document.report.text == "html")
    let deep = (0..<65).map { _ in start("a") }.joined()
    #expect(problem(start("score-partwise") + deep) == .tooDeep)
    let hasVoices = document.choose(voice: 2)
    let isHigh = document.readScale(scale, on: Note(.c, octave: 9), ScaleForm(octaves: 4))
    #expect(!hasVoices && !isHigh)
    #expect(document.report.problem == .noteOutOfRange)
    #expect(document.score.notes.count == 15)
  }

  @Test("bytes that are no events are left out, and texts of more than 4000 bytes are dropped")
  func strange() throws {
    var reader = XMLEventText()
    var count = 0
    for bytes: [UInt8] in [
      [], [0], [2, 65], [5], [4, 65], [4], [1], [1, 2], [1, 2, 65, 3], [255],
    ] {
      try reader.read(bytes) { _ in count += 1 }
    }
    #expect(count == 3)  // the elements without names begin, and nothing ends without a text
    var texts: [String] = []
    for length in [4000, 4001] {
      let text = String(repeating: "x", count: length)
      try reader.read(Array(end("a", text).utf8)) {
        if case .end(_, let text) = $0 { texts.append(text) }
      }
    }
    #expect(texts.map(\.count) == [4000, 0])
  }

  @Test("no archive is found where none was opened")
  func archives() {
    var document = PracticeDocument()
    let file = document.find(isContainer: true)
    #expect(file == nil)
    let isOpen = document.open(archive: [0x50, 0x4B, 3, 4])
    #expect(!isOpen && document.report.problem == .archiveTruncated)
    let isWhole = document.check([])
    #expect(!isWhole && document.report.problem == .damaged)
  }
}

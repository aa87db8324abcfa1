@testable import CommandKit
import InstrumentTuning
import MusicTheory
import Testing
@testable import TuneCommands

@Suite("Strings in the tuner's view")
struct StringViewTests {
  private static func model(
    _ instrument: String = "guitar", hearing frequency: Double? = 110
  ) throws -> TunerModel {
    let found = try InstrumentCatalog.builtIn.instrument(named: instrument)
    var setup = TunerSetup()
    setup.target = .instrument(found, found.standardTuning, string: nil)
    var model = TunerModel(setup)
    for index in 0..<60 { _ = model.take(TunerModelTests.reading(index, frequency)) }
    return model
  }

  private static func frame(
    _ model: TunerModel, _ columns: Int = 80, _ rows: Int = 24,
    _ capabilities: Capabilities = TunerViewTests.text
  ) -> [String] {
    TunerViewTests.frame(model.state, columns, rows, capabilities)
  }

  @Test("all strings stand in a line, the tuned one in brackets, with a check once in tune")
  func line() throws {
    let inTune = Self.frame(try Self.model())
    #expect(inTune.contains { $0.contains(" 6 E2 [5 A2 ✓] 4 D3  3 G3  2 B3  1 E4") })
    #expect(inTune[0].contains("Guitar, Standard, auto"))
    let sharp = Self.frame(try Self.model(hearing: 112))
    #expect(sharp.contains { $0.contains(" 6 E2 [5 A2] 4 D3 ") })
    let silent = Self.frame(try Self.model(hearing: nil))
    #expect(silent.contains { $0.contains(" 6 E2  5 A2  4 D3 ") })
    let ascii = Self.frame(try Self.model(), 80, 24, TunerViewTests.ascii)
    #expect(ascii.contains { $0.contains("[5 A2 OK]") })
  }

  @Test("keys lock a string, step through the strings, and go back to auto")
  func keys() throws {
    var model = try Self.model()
    model.press(.character("6"))
    #expect(model.state.mode.lockedString == 6)
    #expect(model.state.deviation?.note == Note(.e, octave: 2))
    #expect(Self.frame(model)[0].contains("string 6"))
    model.press(.character("a"))
    #expect(model.state.mode.lockedString == nil)
    #expect(model.state.deviation?.note == Note(.a, octave: 2))
    var seen: [Int?] = []
    for _ in 0..<7 {
      model.press(.character("s"))
      seen.append(model.state.mode.lockedString)
    }
    #expect(seen == [6, 5, 4, 3, 2, 1, nil])
    model.press(.character("S"))
    #expect(model.state.mode.lockedString == 1)
    model.press(.character("9"))  // there is none
    #expect(model.state.mode.lockedString == 1)
    var chromatic = TunerModelTests.model()
    chromatic.press(.character("3"))
    #expect(chromatic.state.mode == .chromatic)
  }

  @Test("a locked string says in words that another one is played, and how to unlock it")
  func far() throws {
    var model = try Self.model()
    model.press(.character("6"))
    let frame = Self.frame(model)
    #expect(frame.contains { $0.contains("♯ 500.0 sharp, far off") })
    #expect(frame.contains { $0.contains("! A2 is heard, but string 6 is locked: a unlocks it") })
    #expect(!frame.joined().contains("tune down"))
    model.press(.character("a"))
    #expect(!Self.frame(model).joined().contains("far off"))
    var near = try Self.model(hearing: 90)
    near.press(.character("6"))
    #expect(Self.frame(near).contains { $0.contains("sharp ◂ tune down") })
  }

  @Test("far from every string, no advice to tune one is shown, and no note is kept")
  func farFromAll() throws {
    var model = try Self.model(hearing: 45)
    let frame = Self.frame(model)
    #expect(frame.contains { $0.contains("flat, far off") })
    #expect(frame.contains { $0.contains("is heard, which is far from every string") })
    #expect(!frame.joined().contains("tune up"))
    model.finishNote()
    #expect(model.takeEndedNotes().isEmpty)
  }

  @Test("a line says so too, for a string and for a note")
  func farLine() throws {
    let guitar = try InstrumentCatalog.builtIn.instrument(named: "guitar")
    let targets: [(TunerSetup.Target, String)] = [
      (
        .instrument(guitar, guitar.standardTuning, string: 6),
        "sharp, far off: this is A2  string 6"
      ),
      (.note(try TargetPitch(Note(.e, octave: 4))), "flat, far off: this is A2"),
    ]
    for (target, words) in targets {
      var setup = TunerSetup()
      setup.target = target
      var model = TunerModel(setup)
      var feed = PlainFeed(hasUnicode: true)
      feed.setup = setup
      let lines = (0..<60).compactMap { index in
        model.take(TunerModelTests.reading(index, 110)).flatMap { feed.line(for: $0) }
      }
      #expect(lines.first?.hasSuffix(words) == true, "\(lines)")
    }
  }

  @Test(
    "the view fills the terminal at every size, also with 47 strings",
    arguments: [(20, 5), (40, 10), (40, 11), (67, 14), (80, 24), (120, 40), (200, 60)])
  func fits(columns: Int, rows: Int) throws {
    for (instrument, frequency) in [("guitar", 110.0), ("concert harp", 440), ("harp", 30)] {
      guard let model = try? Self.model(instrument, hearing: frequency) else { continue }
      for capabilities in [TunerViewTests.text, TunerViewTests.ascii] {
        let lines = Self.frame(model, columns, rows, capabilities)
        #expect(lines.count == rows)
        for line in lines { #expect(line.columns <= columns) }
        if instrument != "guitar", rows > 10 {
          #expect(lines.contains { $0.contains("[") && $0.contains("]") })
        }
      }
    }
  }

  @Test("a locked note is named in the header")
  func note() throws {
    var setup = TunerSetup()
    setup.target = .note(try TargetPitch(Note(.a, octave: 4)))
    var model = TunerModel(setup)
    for index in 0..<60 { _ = model.take(TunerModelTests.reading(index, 445)) }
    #expect(Self.frame(model)[0].contains("only A4"))
  }
}

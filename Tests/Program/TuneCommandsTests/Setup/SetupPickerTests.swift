@testable import CommandKit
import InstrumentTuning
import MusicTheory
import Testing
@testable import TuneCommands

@Suite("Lists over the tuner")
struct SetupPickerTests {
  private static func type(_ text: String, into model: inout TunerModel) {
    for character in text { model.press(.character(character)) }
  }

  @Test("i, letters and Enter choose an instrument; t its tuning")
  func instrument() throws {
    var model = TunerModelTests.model()
    model.press(.character("i"))
    Self.type("violin", into: &model)
    model.press(.enter)
    #expect(model.state.picker == nil)
    #expect(model.state.setup.tuningTitle?.hasPrefix("Violin, ") == true)
    #expect(model.state.mode.tuning?.courses.count == 4)
    model.press(.character("t"))
    #expect(model.state.picker?.found.isEmpty == false)
  }

  @Test("Escape changes nothing, and q is only a letter")
  func cancel() {
    var model = TunerModelTests.model()
    let before = model.state.setup
    model.press(.character("m"))
    #expect(model.takesEveryKey)
    Self.type("q", into: &model)
    #expect(model.state.picker?.query == "q")
    model.press(.escape)
    #expect(model.state.picker == nil)
    #expect(model.state.setup == before)
  }

  @Test("temperament and root retune what is shown at once")
  func temperament() throws {
    var model = TunerModelTests.model(hearing: 261.626)  // C4, equal
    model.press(.character("m"))
    Self.type("quarter-comma", into: &model)
    model.press(.enter)
    // With A fixed, C lies 310.265 - 300 = 10.265 cents higher (Barbour 1951, table 24): the tone is flat.
    #expect(abs(try #require(model.state.deviation).cents + 10.265) < 0.01)
    model.press(.character("k"))
    Self.type("A", into: &model)
    model.press(.enter)
    #expect(model.state.setup.root == NoteName(.a))
  }

  @Test("a query without a match offers nothing, and Enter waits")
  func nothing() {
    var model = TunerModelTests.model()
    model.press(.character("x"))
    Self.type("zzz", into: &model)
    model.press(.enter)
    #expect(model.state.picker?.found.isEmpty == true)
    for _ in 0..<3 { model.press(.backspace) }
    model.press(.down)
    model.press(.enter)
    #expect(model.state.setup.transposition == .capo(1))
  }

  @Test("without an instrument there is no list of tunings, and that is said")
  func noInstrument() {
    var model = TunerModelTests.model()
    model.press(.character("t"))
    #expect(model.state.picker == nil)
    #expect(model.state.notice?.contains("instrument") == true)
  }

  @Test("the list fits any terminal", arguments: [(40, 10), (80, 24), (200, 60)])
  func fits(columns: Int, rows: Int) {
    var model = TunerModelTests.model()
    for subject in SetupPicker.Subject.allCases {
      model.press(.character(subject.key))
      for _ in 0..<20 { model.press(.down) }
      for capabilities in [TunerViewTests.text, TunerViewTests.ascii] {
        let lines = TunerViewTests.frame(model.state, columns, rows, capabilities)
        #expect(lines.count == rows)
        #expect(lines.allSatisfy { $0.columns <= columns })
      }
      model.press(.escape)
    }
  }

  @Test("v steps through the views, V back; [ and ] through the tolerances")
  func steps() {
    var model = TunerModelTests.model()
    var seen: [TunerViewKind] = []
    for _ in TunerViewKind.allCases {
      seen.append(model.state.setup.view)
      model.press(.character("v"))
    }
    #expect(Set(seen).count == TunerViewKind.allCases.count)
    #expect(model.state.setup.view == .needle)
    model.press(.character("V"))
    #expect(model.state.setup.view == .wave)
    var tolerances: [Double] = []
    for _ in 0..<5 {
      model.press(.character("]"))
      tolerances.append(model.state.setup.tolerance)
    }
    #expect(tolerances == [5, 10, 10, 10, 10])
    for _ in 0..<6 { model.press(.character("[")) }
    #expect(model.state.setup.tolerance == 1)
  }

  @Test("h sets A4 from a note that is held for two seconds, and says from which")
  func heard() throws {
    var model = TunerModelTests.model(hearing: 442)
    model.press(.character("h"))
    for index in 50..<200 { _ = model.take(TunerModelTests.reading(index, 442)) }
    #expect(model.state.setup.concertPitch == 440)  // not yet
    for index in 200..<260 { _ = model.take(TunerModelTests.reading(index, 442)) }
    #expect(model.state.setup.concertPitch == 442)
    #expect(model.state.notice == "A4 = 442.00 Hz, from the A4 you played")
    #expect(abs(try #require(model.state.deviation).cents) < 0.001)

    // Ten cents above the note is where this target is in tune, so that A4 is ten cents lower.
    var setup = TunerSetup()
    setup.target = .note(try TargetPitch(Note(.a, octave: 4), cents: 10))
    var sweetened = TunerModel(setup)
    sweetened.press(.character("h"))
    for index in 0..<250 { _ = sweetened.take(TunerModelTests.reading(index, 442)) }
    #expect(abs(sweetened.state.setup.concertPitch - 439.454) < 0.001)  // 442 · 2^(-10/1200)
    #expect(abs(try #require(sweetened.state.deviation).cents) < 0.01)
  }

  @Test("after h, a melody does not set A4, and the next key ends it")
  func notHeld() {
    var melody = TunerModel()
    melody.press(.character("h"))
    for index in 0..<1000 {
      let steps = [0.2, 2.1, 3.9, 5.3, 7.2]  // semitones, some cents off, each for half a second
      let frequency = 440 * Interval.ratio(ofCents: 100 * steps[index / 50 % steps.count])
      _ = melody.take(TunerModelTests.reading(index, frequency))
    }
    #expect(melody.state.setup.concertPitch == 440)
    for key in [KeyPress.character("h"), .character("v"), .up] {
      var ended = TunerModelTests.model(hearing: 442)
      ended.press(.character("h"))
      ended.press(key)
      let concertPitch = ended.state.setup.concertPitch
      for index in 50..<400 { _ = ended.take(TunerModelTests.reading(index, 442)) }
      #expect(ended.state.setup.concertPitch == concertPitch)
    }
  }

  @Test("the tuner's own reference tone does not set A4")
  func ownTone() {
    var model = TunerModel()
    model.startListeningForConcertPitch()
    model.press(.character("r"))
    for index in 0..<300 { _ = model.take(TunerModelTests.reading(index, 442)) }
    #expect(model.state.setup.concertPitch == 440)
  }

  @Test("--a4 heard waits for two seconds of an A")
  func heardA() {
    var waiting = TunerModel()
    waiting.startListeningForConcertPitch()
    for index in 0..<250 { _ = waiting.take(TunerModelTests.reading(index, 207.5)) }  // A3 at 415
    #expect(waiting.state.setup.concertPitch == 415)
    #expect(waiting.state.notice?.contains("415") == true)
    var wrong = TunerModel()
    wrong.startListeningForConcertPitch()
    for index in 0..<250 { _ = wrong.take(TunerModelTests.reading(index, 587.33)) }  // D5
    #expect(wrong.state.setup.concertPitch == 440)
    #expect(wrong.state.notice?.contains("is not an A") == true)
  }

  @Test("a capo stays with its instrument: i chooses the next one without it")
  func capo() throws {
    var model = TunerModel()
    func choose(_ key: Character, _ text: String) {
      model.press(.character(key))
      Self.type(text, into: &model)
      model.press(.enter)
    }
    choose("i", "guitar")
    choose("x", "capo 2")
    #expect(model.state.setup.transposition == .capo(2))
    choose("t", "drop d")
    #expect(model.state.setup.transposition == .capo(2))
    choose("i", "violin")
    #expect(model.state.setup.transposition == .none)
    let strings = model.state.mode.targets.map(\.pitch.note.asciiDescription)
    #expect(Set(strings) == ["G3", "D4", "A4", "E5"])
    model.press(.character("x"))
    #expect(model.state.picker?.found.contains { $0.text.contains("Capo") } == false)
  }
}

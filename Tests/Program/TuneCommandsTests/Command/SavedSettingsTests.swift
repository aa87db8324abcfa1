@testable import CommandKit
import InstrumentTuning
import MusicTheory
import Testing
@testable import TuneCommands

@Suite("What the tuner remembers")
struct SavedSettingsTests {
  private static func guitar() throws -> Instrument {
    try InstrumentCatalog.builtIn.instrument(named: "guitar")
  }

  private static func full() throws -> TunerSetup {
    var setup = TunerSetup()
    setup.concertPitch = 442.5
    setup.scale = try ScaleChoice(argument: "werckmeister-iii")
    setup.root = try NoteName("Eb")
    setup.spelling = try Spelling(argument: "F#m")
    setup.notation = NoteNotation(.german, octaves: .helmholtz)
    setup.transposition = .capo(2)
    setup.tolerance = 1
    setup.view = .strobe
    let guitar = try guitar()
    setup.target = .instrument(guitar, try guitar.tuning(named: "drop-d"), string: 6)
    return setup
  }

  @Test("every choice but the lock of a string comes back from the text of the settings")
  func roundTrip() throws {
    let setup = try Self.full()
    var settings = SavedSettings()
    settings.remember(setup, since: TunerSetup())
    var read = TunerSetup()
    let problems = read.take(
      try SavedSettings(text: settings.text), from: .builtIn, withTarget: true)
    #expect(problems.isEmpty)
    var expected = setup
    let guitar = try Self.guitar()
    expected.target = .instrument(guitar, try guitar.tuning(named: "drop-d"), string: nil)
    #expect(read == expected)
    #expect(!settings.text.contains("string"))
  }

  @Test("a lock that an older version remembered is read and forgotten")
  func oldLock() throws {
    let settings = try SavedSettings(text: "instrument: Guitar\ntuning: Standard\nstring: 6\n")
    var setup = TunerSetup()
    #expect(setup.take(settings, from: .builtIn, withTarget: true).isEmpty)
    #expect(setup.mode == .strings(try Self.guitar().standardTuning))
  }

  @Test("without keys, instrument and capo are left alone; A4, temperament and notation are taken")
  func withoutTarget() throws {
    var settings = SavedSettings()
    settings.remember(try Self.full(), since: TunerSetup())
    var setup = TunerSetup()
    _ = setup.take(settings, from: .builtIn, withTarget: false)
    #expect(setup.target == .everything)
    #expect(setup.transposition == .none)
    #expect(setup.concertPitch == 442.5)
    #expect(setup.notation == NoteNotation(.german, octaves: .helmholtz))
    #expect(setup.scale.name == "werckmeister-iii")
  }

  @Test("only what has changed is remembered, not what an option said")
  func changes() throws {
    var start = TunerSetup()
    start.concertPitch = 415  // --a4 415
    start.notation = NoteNotation(.german)  // --notation german
    var end = start
    end.view = .knob  // by key
    var settings = try SavedSettings(text: "tolerance: 5\n")
    settings.remember(end, since: start)
    #expect(settings.concertPitch == nil)
    #expect(settings.choices == [.tolerance: "5", .view: "knob"])
  }

  @Test("going back to what everybody expects forgets the choice")
  func forgetting() throws {
    let start = try Self.full()
    var settings = SavedSettings()
    settings.remember(start, since: TunerSetup())
    var end = start
    end.target = .everything
    end.scale = .equal
    end.root = NoteName(.c)
    settings.remember(end, since: start)
    for choice in [SavedSettings.Choice.instrument, .tuning, .temperament, .root] {
      #expect(settings.choices[choice] == nil)
    }
    #expect(settings.choices[.view] == "strobe")
  }

  @Test("a saved capo does not move to another instrument, and comes back with its own")
  func capo() throws {
    func setup(_ name: String, _ choice: TranspositionChoice = .none) throws -> TunerSetup {
      let instrument = try InstrumentCatalog.builtIn.instrument(named: name)
      var setup = TunerSetup()
      setup.target = .instrument(instrument, instrument.standardTuning, string: nil)
      setup.transposition = choice
      return setup
    }
    var settings = SavedSettings()
    settings.remember(try setup("guitar", .capo(2)), since: TunerSetup())
    #expect(settings.choices[.transpose] == "capo-2")
    // --instrument violin, then a ukulele by key: the guitar's capo is not the ukulele's.
    settings.remember(try setup("ukulele"), since: try setup("violin"))
    #expect(settings.choices[.instrument] == "Ukulele")
    #expect(settings.choices[.transpose] == nil)
    // --instrument mandolin, then a capo by key: it is saved with the mandolin.
    settings.remember(try setup("mandolin", .capo(3)), since: try setup("mandolin"))
    #expect(settings.choices[.instrument] == "Mandolin")
    #expect(settings.choices[.transpose] == "capo-3")
    // An older version saved a capo for a violin.
    let old = try SavedSettings(text: "instrument: Violin\ntranspose: capo-2\n")
    var read = TunerSetup()
    let problems = read.take(old, from: .builtIn, withTarget: true)
    #expect(read.transposition == .none)
    #expect(problems.count == 1 && problems[0].contains("no frets"))
  }

  @Test("what is not to be had any more is left out and said; the rest stays")
  func missing() throws {
    let settings = try SavedSettings(
      text: "instrument: theremin\ntemperament: wreckmeister\nview: knob\n")
    var setup = TunerSetup()
    let problems = setup.take(settings, from: .builtIn, withTarget: true)
    #expect(problems.count == 2)
    #expect(problems.contains { $0.contains("werckmeister") })
    #expect(setup.view == .knob)
    #expect(setup.target == .everything)
  }

  @Test(
    "a line that says nothing is an error with its number",
    arguments: [
      "view", "view:", ": knob", "a4: loud", "a4: 1000", "clock-factor: 2", "colour: red",
    ])
  func broken(line: String) {
    #expect(throws: SavedSettingsError(line: 3)) {
      try SavedSettings(text: "# comment\n\n\(line)\n")
    }
  }

  @Test(
    "refuses a transposition that is none",
    arguments: ["capo-0", "capo-13", "drop-x", "capo", "xylofone", ""])
  func badTransposition(text: String) {
    #expect(throws: (any Error).self) { try TranspositionChoice(argument: text) }
  }
}

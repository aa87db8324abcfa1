@testable import CommandKit
import InstrumentTuning
import MusicTheory
import Testing
@testable import TuneCommands

@Suite("What is tuned to, and how it is named")
struct TunerSetupTests {
  @Test("a capo moves the targets, and the fingered names stay")
  func capo() throws {
    let guitar = try InstrumentCatalog.builtIn.instrument(named: "guitar")
    var setup = TunerSetup()
    setup.target = .instrument(guitar, guitar.standardTuning, string: nil)
    setup.transposition = .capo(2)
    let sixth = try #require(setup.mode.targets.first { $0.string == 6 })
    #expect(abs(sixth.pitch.frequency() - 92.4986) < 1e-4)  // F♯2
    #expect(setup.noteDisplay(hasUnicode: true).written(sixth.note) == "E2")
    setup.transposition = .drop(1)
    let dropped = try #require(setup.mode.targets.first { $0.string == 6 })
    #expect(abs(dropped.pitch.frequency() - 77.7817) < 1e-4)  // D♯2
  }

  @Test("a capo and strings tuned down hold for their instrument; a trumpet for any")
  func instrumentOfACapo() throws {
    let catalog = InstrumentCatalog.builtIn
    let (guitar, violin) = try (
      catalog.instrument(named: "guitar"), catalog.instrument(named: "violin")
    )
    let trumpet = TranspositionChoice(try TransposingInstrument(named: "bb-trumpet"))
    let moving = [TranspositionChoice.capo(2), .drop(1)]
    for choice in moving + [trumpet] {
      var setup = TunerSetup()
      setup.target = .instrument(guitar, guitar.standardTuning, string: nil)
      setup.transposition = choice
      setup.target = .instrument(guitar, try guitar.tuning(named: "drop-d"), string: 6)
      #expect(setup.transposition == choice)
      setup.target = .instrument(violin, violin.standardTuning, string: nil)
      #expect(setup.transposition == (moving.contains(choice) ? .none : choice))
    }
    var setup = TunerSetup()
    setup.target = .instrument(violin, violin.standardTuning, string: nil)
    #expect(throws: NoFretsError(instrument: "Violin")) { try setup.transpose(.capo(2)) }
    #expect(setup.transposition == .none)
  }

  @Test("what has frets takes a capo")
  func frets() {
    let without = InstrumentCatalog.builtIn.instruments.filter { !$0.isFretted }.map(\.name)
    for name in ["Violin", "Cello", "Concert harp", "Kalimba", "Oud", "Lap steel guitar"] {
      #expect(without.contains(name))
    }
    for name in ["Guitar", "Bass guitar", "Ukulele", "Mandolin", "Banjo", "Renaissance lute"] {
      #expect(!without.contains(name))
    }
  }

  @Test("a trumpet in B♭ reads C5 where B♭4 sounds")
  func trumpet() throws {
    var setup = TunerSetup()
    setup.transposition = TranspositionChoice(try TransposingInstrument(named: "bb-trumpet"))
    let display = setup.noteDisplay(hasUnicode: true)
    #expect(display.written(Note(.b, .flat, octave: 4)) == "C5")
  }

  @Test("a scale without twelve degrees is tuned degree by degree")
  func degrees() throws {
    var setup = TunerSetup()
    setup.scale = ScaleChoice(name: "bohlen-pierce", scale: try Scale(named: "bohlen-pierce"))
    #expect(setup.hasDegrees)
    var model = TunerModel(setup)
    // Degree 1 of the equal-tempered scale: a thirteenth of a tritave above the root.
    let rooted = RootedScale(setup.scale.scale, concertPitch: .standard)
    let frequency = rooted.frequency(ofDegree: rooted.degreeOfA4 + 1)
    for index in 0..<60 { _ = model.take(TunerModelTests.reading(index, frequency)) }
    let reading = try #require(model.state.deviation)
    #expect(model.state.target?.degree == rooted.degreeOfA4 + 1)
    #expect(abs(reading.cents) < 0.001)
    #expect(reading.state == .inTune)
  }

  @Test("degrees of 19 equal steps are named with arrows and signs, others by number")
  func degreeNames() throws {
    var setup = TunerSetup()
    setup.scale = ScaleChoice(name: "19-edo", scale: try Scale(named: "19-edo"))
    #expect(setup.name(ofDegree: 0, hasUnicode: true) == "C4")
    #expect(setup.name(ofDegree: 1, hasUnicode: true) == "C♯4")
    #expect(setup.name(ofDegree: 19, hasUnicode: true) == "C5")
    #expect(
      setup.name(ofDegree: -1, hasUnicode: false) == "Cb4"
        || setup.name(ofDegree: -1, hasUnicode: false) == "B#3")
    setup.scale = ScaleChoice(name: "bohlen-pierce", scale: try Scale(named: "bohlen-pierce"))
    #expect(setup.name(ofDegree: 14, hasUnicode: true) == "1.1")
    #expect(setup.name(ofDegree: -1, hasUnicode: true) == "12.-1")
  }
}

@testable import CommandKit
import InstrumentTuning
import LiveAudio
import MusicTheory
import Testing
@testable import TuneCommands

@Suite("Frames of the tuner's view")
struct TunerFrameTests {
  private static func guitar() throws -> TunerModel {
    let guitar = try InstrumentCatalog.builtIn.instrument(named: "guitar")
    var setup = TunerSetup()
    setup.target = .instrument(guitar, guitar.standardTuning, string: nil)
    return TunerModel(setup)
  }

  /// Notes that begin, slide, change and end, with gaps of all lengths: a reading every 10 ms.
  private static func frequency(_ index: Int) -> Double? {
    let (note, time) = (index / 230, Double(index % 230) / 100)
    guard time < 1.5 + 0.01 * Double(note % 37) else { return nil }
    let string = [82.407, 110, 146.832, 195.998, 246.942, 329.628][note % 6]
    let cents = [-35, 28, 0, -6, 12][note % 5] * max(0, 1 - time / 0.8) + 3 * (time - 1)
    return string * Interval.ratio(ofCents: cents)
  }

  @Test("in each frame, words, cents and the list of strings say the same")
  func agreement() throws {
    var model = try Self.guitar()
    var shown = 0
    for index in 0..<6900 {
      _ = model.take(TunerModelTests.reading(index, Self.frequency(index)))
      let lines = TunerViewTests.frame(model.state, 80, 24)
      let text = lines.joined(separator: "\n")
      let strings = try #require(lines.first { $0.contains("6 E2") && $0.contains("1 E4") })
      guard let deviation = model.state.deviation else {
        #expect(!strings.contains("✓") && !text.contains(" Hz\n") && text.contains("listening"))
        continue
      }
      shown += 1
      #expect(deviation.frequency > 0)
      #expect(text.contains("\(deviation.frequency.formatted(decimals: 2)) Hz"))
      let isInTune = text.contains("in tune ✓")
      #expect(isInTune != (text.contains(" tune up") || text.contains(" tune down")))
      #expect(strings.contains("✓]") == isInTune, "frame \(index)")
      // A tone in tune stays so up to 1.5 times the tolerance of 3 cents.
      #expect(isInTune ? deviation.cents.magnitude <= 4.5 : deviation.cents.magnitude > 3)
    }
    #expect(shown > 5000)
  }

  @Test("a changed setup shows one reading: its note is that of its target")
  func changes() throws {
    for key in ["6", "a", "s", "↑"] {
      var model = try Self.guitar()
      for index in 0..<60 { _ = model.take(TunerModelTests.reading(index, 110.5)) }
      model.press(key == "↑" ? .up : .character(Character(key)))
      let deviation = try #require(model.state.deviation)
      #expect(model.state.target?.note == deviation.note)
    }
  }

  @Test("a lost microphone leaves nothing of the note")
  func lost() throws {
    var model = try Self.guitar()
    for index in 0..<60 { _ = model.take(TunerModelTests.reading(index, 110)) }
    #expect(model.state.target != nil && model.state.isInTune)
    _ = model.take(.lost(reason: "unplugged"))
    #expect(model.state.target == nil && !model.state.isInTune && !model.state.isHeld)
    let text = TunerViewTests.frame(model.state, 80, 24).joined()
    #expect(!text.contains("✓") && !text.contains("[5"))
  }

  @Test("while paused, another A4 is compared with the note that stands still")
  func paused() throws {
    var model = TunerModelTests.model(hearing: 442)
    model.press(.character("p"))
    for index in 50..<100 { _ = model.take(TunerModelTests.reading(index, 220)) }
    for _ in 0..<2 { model.press(.right) }  // A4 = 442 Hz
    let deviation = try #require(model.state.deviation)
    #expect(deviation.note == Note(.a, octave: 4))
    #expect(abs(deviation.cents) < 0.01 && abs(deviation.frequency - 442) < 0.01)
    #expect(model.state.target?.note == deviation.note)
  }
}

import ChordEstimation
@testable import CommandKit
import Foundation
import InstrumentTuning
import LiveAudio
import MusicTheory
import Testing
@testable import TuneCommands

@Suite("The view of chords")
struct ChordViewTests {
  /// What is heard of tones at these places, in semitones above C-1.
  private func chord(_ numbers: [Double]) -> HeardChord {
    var listener = ChordListener()
    for index in 0..<60 {
      let notes = numbers.map {
        ChordNote(frequency: 440 * pow(2, ($0 - 69) / 12), level: -20, confidence: 1, error: 0.6)
      }
      listener.update(ChordReading(time: Double(index) / 100, notes: notes))
    }
    return listener.chord
  }

  private func lines(
    _ numbers: [Double], columns: Int = 80, rows: Int = 24,
    _ change: (inout TunerSetup) -> Void = { _ in }
  ) -> [String] {
    var screen = TunerScreenState()
    screen.setup.view = .chord
    change(&screen.setup)
    screen.chord = ChordWatch.Shown(chord: chord(numbers))
    return TunerViewTests.frame(
      screen, columns, rows, columns < 60 ? TunerViewTests.ascii : TunerViewTests.text)
  }

  @Test("Each note has a row with its cents, a word and the pure interval, the lowest first")
  func rows() throws {
    let lines = lines([60, 64.12, 67])
    let rows = ["C4", "E4", "G4"].map { name in lines.firstIndex { $0.hasPrefix(" \(name) ") } }
    let places = rows.compactMap(\.self)
    #expect(places.count == 3 && places == places.sorted())
    let third = lines[places[1]]
    #expect(
      third.contains("+12.0") && third.contains("sharp") && third.hasSuffix("25.7 sharp of 5/4"))
    #expect(lines[places[0]].contains("in tune"))
    #expect(lines[places[2]].hasSuffix("2.0 flat of 3/2"))
    let mark = { (line: String) in Array(line).firstIndex(of: "█") ?? -1 }
    #expect(mark(third) > mark(lines[places[0]]))
  }

  @Test("Beats are below, and a pure interval is locked")
  func beats() {
    let equal = lines([48, 55])
    #expect(equal.contains { $0.contains("C3–G3 3:2 locked") })  // 0.44 Hz
    let wide = lines([60, 67.05])
    #expect(wide.contains { $0.contains("C4–G4 3:2 1.38 Hz") })
    #expect(!wide.contains { $0.contains("locked") })
  }

  @Test("The name is written in the notation of the tuner; notes are spelled by the chord")
  func names() throws {
    let minor = lines([60, 63, 67], columns: 50, rows: 12)
    #expect(minor.contains { $0.hasPrefix(" Eb4") } && minor.contains { $0.contains("Cm") })
    let german = lines([59, 63, 66], columns: 50, rows: 12) { $0.notation = NoteNotation(.german) }
    #expect(german.contains { $0.trimmingCharacters(in: .whitespaces) == "H" })
    #expect(german.contains { $0.hasPrefix(" Dis4") })
  }

  @Test(
    "At 40 columns and 10 rows every note still has its cents; nothing sounds, nothing is shown")
  func small() {
    let small = lines([60, 64.12, 67, 70], columns: 40, rows: 10)
    #expect(small.count == 10 && small.allSatisfy { $0.columns <= 40 })
    for name in ["C4", "E4", "G4", "Bb4"] { #expect(small.contains { $0.hasPrefix(" \(name)") }) }
    #expect(small.contains { $0.contains("+12.0") })
    #expect(lines([]).contains { $0.contains("several notes at once") })
  }

  @Test("v leads to it; there a chord is no single note, and keys change what it is compared with")
  func keys() {
    var model = TunerModelTests.model(hearing: 220)
    var count = 0
    while model.state.setup.view != .chord, count < 20 {
      model.press(.character("v"))
      count += 1
    }
    #expect(model.state.deviation == nil)
    _ = model.take(TunerModelTests.reading(60, 220))
    #expect(model.state.deviation == nil && model.chordSetup?.concertPitch == 440)
    model.press(.right)
    #expect(model.chordSetup?.concertPitch == 441)
    model.press(.character("r"))
    #expect(model.chordSetup == nil)  // the microphone is deaf
  }

  @Test(
    "The other views say the chord and its notes that are off, instead of one note that is none")
  func summary() {
    func words(_ numbers: [Double], _ view: TunerViewKind = .needle) -> [String] {
      var screen = TunerViewTests.state()
      screen.setup.view = view
      screen.sound = .commonDivisor
      screen.chord = ChordWatch.Shown(chord: chord(numbers))
      return TunerViewTests.frame(screen, 80, 24, TunerViewTests.text)
    }
    for view in [TunerViewKind.needle, .knob] {
      #expect(words([60, 64.12, 67], view).contains { $0.contains("C: E4 12.0 sharp") })
      #expect(words([60, 64.02, 67], view).contains { $0.contains("C: in tune") })
      // The farthest first, as many as there is room for.
      #expect(words([60.1, 64, 66.8], view).contains { $0.contains("C: G4 20.0 flat") })
      // One note is no chord.
      #expect(words([60], view).contains { $0.contains("several tones at once") })
    }
  }

  @Test("Chords are listened for while several tones are heard, and for some seconds after")
  func listening() {
    var model = TunerModelTests.model(hearing: 220)
    #expect(model.chordSetup == nil)
    guard case .reading(var tones) = TunerModelTests.reading(60, 220) else { return }
    tones.hasSeveralTones = true
    _ = model.take(.reading(tones))
    #expect(model.chordSetup != nil)
    _ = model.take(TunerModelTests.reading(300, 220))
    #expect(model.chordSetup != nil)
    _ = model.take(TunerModelTests.reading(400, 220))
    #expect(model.chordSetup == nil)
  }

  /// Three tones of 0.1 s blocks at 44.1 kHz.
  private func blocks(_ frequencies: [Double]) -> [AudioSourceEvent] {
    let samples = (0..<88_200).map { index -> Float in
      var sum = 0.0
      for frequency in frequencies {
        for order in 1...8 {
          sum += sin(2 * .pi * Double(order) * frequency * Double(index) / 44_100) / Double(order)
        }
      }
      return Float(0.06 * sum)
    }
    return stride(from: 0, to: 88_200, by: 4410).map { .block(Array(samples[$0..<($0 + 4410)])) }
  }

  @Test("The chord is heard while the view is shown, and after a change of A4; none after")
  func watch() throws {
    let watch = ChordWatch()
    let events = blocks([261.63, 329.63, 392])
    watch.process(.started(deviceName: "Test", sampleRate: 44_100))
    for event in events { watch.process(event) }
    var setup = TunerSetup()
    #expect(watch.follow(setup)?.chord.notes.isEmpty == true)  // it was not listened for
    for event in events { watch.process(event) }
    let shown = try #require(watch.follow(setup))
    #expect(shown.chord.name.description == "C" && shown.chord.notes.count == 3)
    setup.concertPitch = 442
    #expect(watch.follow(setup)?.chord.notes.isEmpty == true)
    for event in events { watch.process(event) }
    let cents = watch.follow(setup)?.chord.notes.map(\.cents) ?? []
    #expect(cents.count == 3 && cents.allSatisfy { abs($0 + 7.85) < 1 })
    setup.notation = NoteNotation(.german)
    #expect(watch.follow(setup)?.chord.notes.count == 3)
    #expect(watch.follow(nil) == nil)
  }
}

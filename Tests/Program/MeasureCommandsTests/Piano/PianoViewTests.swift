@testable import CommandKit
import InstrumentTuning
import LiveAudio
@testable import MeasureCommands
@testable import PianoTuning
import SignalProcessing
import Testing

@Suite struct PianoViewTests {
  private func setup() -> PianoTuningSetup {
    var piano = PianoFile()
    piano.name = "Salon"
    return PianoTuningSetup(piano)
  }

  /// Readings and notices of a source that plays an A4.
  private func readings(
    _ setup: PianoTuningSetup, gain: Double = 1
  ) throws -> (readings: [KeyListener.Reading], notice: String?) {
    var listener = setup.session
    try listener.start(sampleRate: 44_100)
    var (readings, notice): ([KeyListener.Reading], String?) = ([], nil)
    listener.append(strokeOfA4(seconds: 2, gain: gain))
    while let reading = listener.next() {
      if case .key(let key) = reading { readings.append(key) }
      if let advice = LiveEvent.reading(reading).advice { notice = advice }
    }
    return (readings, notice)
  }

  private func lines(_ state: PianoState, columns: Int = 80, rows: Int = 24) throws -> [String] {
    PianoView(
      setup: setup(), state: state, size: TerminalSize(columns: columns, rows: rows),
      capabilities: Capabilities(hasColor: false, hasUnicode: true, canMoveCursor: true)
    ).lines()
  }

  @Test("Cents, a word, the partial and the unison are shown at any size; some letters are large")
  func sizes() throws {
    var state = PianoState()
    state.show(try #require(try readings(setup()).readings.last))
    let unison = UnisonReading(
      KeyMeasurement(
        key: try #require(PianoKey(midi: 69)), frequency: 440, frequencyError: 0.1,
        inharmonicity: 7e-4, inharmonicityError: 0.01, partialCount: 10, strings: [-2, 2],
        beatLimit: 0.03), time: 2)
    for (columns, rows) in [(80, 24), (40, 10), (120, 40)] {
      let waiting = try lines(state, columns: columns, rows: rows)
      #expect(waiting.count == rows)
      #expect(waiting.contains { $0.contains("cents") && $0.contains("partial 2") })
      var known = state
      known.show(unison, ofStroke: state.strokeCount)
      let shown = try lines(known, columns: columns, rows: rows)
      #expect(shown.contains { $0.contains("strings beat at 1.02 Hz") })
    }
    let large = try lines(state)
    #expect(large.count { $0.contains("██") } >= 11)  // two rows of letters, and the strobe
  }

  @Test("The unison of a key that no longer sounds is not shown")
  func lateUnison() throws {
    var state = PianoState()
    for reading in try readings(setup()).readings { state.show(reading) }
    let key = try #require(PianoKey(midi: 69))
    let unison = UnisonReading(
      KeyMeasurement(
        key: key, frequency: 440, frequencyError: 0.1, inharmonicity: 7e-4,
        inharmonicityError: 0.01, partialCount: 10, strings: [0], beatLimit: 0.03), time: 2)
    state.show(unison, ofStroke: state.strokeCount - 1)
    #expect(state.unison == nil)
    state.show(unison, ofStroke: state.strokeCount)
    #expect(state.unison != nil)
  }

  @Test("The tuner's keys: help, pause, tolerance and the reference tone; others say who decides")
  func keys() throws {
    let targets = setup().targets
    let readings = try readings(setup()).readings
    let (first, second) = (try #require(readings.first), try #require(readings.last))
    var state = PianoState()
    state.show(first)
    state.press(.character("?"), targets: targets)
    let help = try lines(state)
    #expect(state.showsHelp && help.contains { $0.contains("reference tone of the key") })
    state.press(.character("p"), targets: targets)  // any key leads back
    #expect(!state.showsHelp && !state.isPaused)
    state.press(.character("p"), targets: targets)
    state.show(second)
    #expect(state.isPaused && state.reading?.time == first.time)
    #expect(try lines(state).last?.contains("p resume") == true)
    state.press(.character(" "), targets: targets)
    state.press(.character("]"), targets: targets)
    state.press(.character("]"), targets: targets)
    #expect(state.tolerance == 3)
    for _ in 0..<9 { state.press(.character("["), targets: targets) }
    #expect(state.tolerance == 0.5)
    state.press(.right, targets: targets)
    #expect(state.notice?.contains("The piano file sets this") == true)
  }

  @Test("While the reference tone sounds, and half a second after, the microphone is deaf")
  func tone() throws {
    let targets = setup().targets
    let readings = try readings(setup()).readings
    var state = PianoState()
    state.press(.character("r"), targets: targets)
    let a4 = try #require(PianoKey(midi: 69))
    #expect(state.tone?.frequency == targets[a4.index].frequency)
    state.show(readings[0])
    #expect(state.reading == nil)
    state.press(.character("r"), targets: targets)
    #expect(state.tone?.isEnding == true)
    state.toneEnded(nil)
    for reading in readings { state.show(reading) }
    let shown = try #require(state.reading)
    #expect(shown.time >= readings[0].time + 0.5)
  }

  @Test("Clipping is a notice that says what to do")
  func clipped() throws {
    let usual = try readings(setup()).notice
    #expect(usual == nil)
    let loud = try readings(setup(), gain: 6).notice
    #expect(try #require(loud).contains("clipped"))
  }

  @Test("At the edge of the tolerance the word stays: in tune until a quarter beyond it")
  func calmWord() throws {
    let key = try #require(PianoKey(midi: 69))
    func words(_ cents: [Double], tolerance: Double = 2) -> [String] {
      var changes = PianoChanges(tolerance: tolerance)
      return cents.enumerated().map { index, cents in
        let reading = KeyListener.Reading(
          time: Double(index) / 10, key: key, partial: 2, frequency: 880, cents: cents, error: 0.1,
          isNewStroke: index == 0, isClipped: false)
        let isTold = changes.process(reading)
        return (isTold ? "! " : "") + changes.word
      }
    }
    #expect(
      words([1.9, 2.1, 1.9, 2.4, 1.8]) == ["! in tune", "in tune", "in tune", "in tune", "in tune"])
    #expect(words([1.9, 2.6, 2.1, 1.9]) == ["! in tune", "! sharp", "sharp", "! in tune"])
    #expect(words([-2.1, -1.9, -2.3, -2.6]) == ["! flat", "! in tune", "in tune", "! flat"])
    #expect(
      words([0.6, 0.45, 0.65, 0.75], tolerance: 0.5).map { $0.contains("sharp") }
        == [true, false, false, true])
  }

  @Test("A line is worth reading out for a new stroke, another word, or a cent after a second")
  func changes() throws {
    var changes = PianoChanges(tolerance: 1)
    let inTune = try readings(setup()).readings
    #expect(inTune.count > 8)
    let told = inTune.map { changes.process($0) }
    #expect(told.first == true && told.count { $0 } < 4)
    var low = PianoFile()
    low.concertPitch = 437.8  // 8.6 cents below: the key is sharp
    let sharp = try readings(PianoTuningSetup(low)).readings
    let first = changes.process(try #require(sharp.last))
    let again = changes.process(try #require(sharp.last))
    #expect(first && !again)
  }
}

@testable import CommandKit
@testable import Connections
import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation
import Testing
@testable import TuneCommands

@Suite("Tuner model")
struct TunerModelTests {
  static func reading(_ index: Int, _ frequency: Double?) -> LiveEvent<TunerObservation> {
    let candidate = frequency.map { PitchCandidate(frequency: $0, periodicity: 0.95) }
    return .reading(
      TunerObservation(
        PitchReading(
          time: Double(index) / 100, candidate: candidate, isVoiced: frequency != nil,
          level: frequency == nil ? -80 : -20, gateThreshold: -60)))
  }

  /// A model that has processed a tone for half a second.
  static func model(hearing frequency: Double = 442) -> TunerModel {
    var model = TunerModel()
    _ = model.take(.started(deviceName: "Test", sampleRate: 48_000))
    for index in 0..<50 { _ = model.take(reading(index, frequency)) }
    return model
  }

  @Test("shows the note, the level, the gate and the source")
  func shows() throws {
    let state = Self.model().state
    let reading = try #require(state.deviation)
    #expect(reading.note == Note(.a, octave: 4))
    #expect(abs(reading.cents - 7.85) < 0.01)
    #expect(state.level == -20)
    #expect(state.gateThreshold == -60)
    #expect(state.source == "Test")
    #expect(state.history.points.last?.cents != nil)
  }

  @Test("holds a note that decays, then lets it go")
  func holds() {
    var model = Self.model()
    _ = model.take(Self.reading(51, nil))
    #expect(model.state.deviation != nil)
    #expect(model.state.isHeld)
    for index in 52..<500 { _ = model.take(Self.reading(index, nil)) }
    #expect(model.state.deviation == nil)
    #expect(!model.state.isHeld)
  }

  @Test("arrow keys move the concert pitch by 1 Hz and 0.1 Hz, within 300...500 Hz")
  func concertPitch() throws {
    var model = Self.model()
    model.press(.right)
    model.press(.right)
    #expect(model.state.setup.concertPitch == 442)
    #expect(abs(try #require(model.state.deviation).cents) < 0.01)
    for _ in 0..<10 { model.press(.down) }
    #expect(model.state.setup.concertPitch == 441)
    for _ in 0..<200 { model.press(.left) }
    #expect(model.state.setup.concertPitch == 300)
  }

  @Test("# and b choose the spelling, also of the note that is shown")
  func spelling() throws {
    var model = Self.model(hearing: 466.16)
    model.press(.character("b"))
    #expect(try #require(model.state.deviation).note.description == "B♭4")
    model.press(.character("♯"))
    #expect(try #require(model.state.deviation).note.description == "A♯4")
  }

  @Test("a paused view stands still, and goes on")
  func pause() {
    var model = Self.model()
    model.press(.character("p"))
    let state = model.state
    for index in 50..<100 { _ = model.take(Self.reading(index, 220)) }
    #expect(model.state == state)
    model.press(.character("p"))
    _ = model.take(Self.reading(100, 220))
    #expect(model.state.deviation?.note.octave == 3)
  }

  @Test("a lost device is shown until it is back, dropped samples for 3 s")
  func notices() {
    var model = Self.model()
    _ = model.take(.lost(reason: "unplugged"))
    #expect(model.state.notice == "The microphone stopped: unplugged. Waiting for it.")
    #expect(model.state.deviation == nil)
    _ = model.take(.retrying(attempt: 2, delay: .milliseconds(500)))
    #expect(model.state.notice == "The microphone stopped: unplugged. Waiting for it.")
    #expect(model.state.isLost)
    _ = model.take(.resumed)
    _ = model.take(.started(deviceName: "Test", sampleRate: 44_100))
    #expect(!model.state.isLost)
    #expect(model.state.notice == "The microphone works again.")
    for index in 50..<360 { _ = model.take(Self.reading(index, 442)) }
    #expect(model.state.notice == nil)
    _ = model.take(.dropped(sampleCount: 512, overflowCount: 0))
    #expect(model.state.notice == "This machine was busy. Dropped samples: 512.")
  }
}

@Suite("Plain feed")
struct PlainFeedTests {
  @Test("prints one line per change, and a dash when the note ends")
  func changes() {
    var model = TunerModel()
    var feed = PlainFeed(hasUnicode: false)
    var lines: [String] = []
    for index in 0..<400 {
      let frequency: Double? = index < 100 ? 440 : index < 200 ? 466.2 : nil
      if let result = model.take(TunerModelTests.reading(index, frequency)),
        let line = feed.line(for: result)
      {
        lines.append(line)
      }
    }
    #expect(lines.count == 3)
    #expect(lines.first == "    0.03 s  A4     0.0 cents   440.00 Hz  in tune")
    #expect(lines.dropFirst().first?.contains("A#4   +0.1 cents   466.20 Hz  in tune") == true)
    #expect(lines.last?.hasSuffix(" s  -") == true)
  }

  @Test("prints a moving tone at most ten times a second")
  func rate() {
    var model = TunerModel()
    var feed = PlainFeed(hasUnicode: true)
    var count = 0
    for index in 0..<300 {  // 40 cents in three seconds
      let frequency = 445 + 10 * Double(index) / 300
      if let result = model.take(TunerModelTests.reading(index, frequency)),
        feed.line(for: result) != nil
      {
        count += 1
      }
    }
    #expect((10...32).contains(count))
  }
}

import AudioDevices
@testable import CommandKit
import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation
import Synchronization
import Testing
@testable import TuneCommands

@Suite("Reference tone of the tuner", .timeLimit(.minutes(5)))
struct ReferenceToneTests {
  /// Runs the tuner on a simulated source: an E2 for 2 s; then an A4, which stands for the
  /// reference tone in the microphone; then the E2 again. Keys are pressed at given times.
  private func notes(
    pressing keys: [(time: Double, press: @Sendable (inout TunerModel) -> Void)]
  ) async throws -> [(time: Double, note: Note?)] {
    let source = SimulatedSource(.tones([82.4069, 440, 82.4069], duration: 2))
    let events = Live(source: source) {
      try TunerListener(
        AnyPitchTracker(
          .best, sampleRate: $0, searchRange: 60...1500, hopSize: 0.01 * $0, lookahead: 0.05))
    }
    var model = TunerModel()
    var keys = keys
    var notes: [(time: Double, note: Note?)] = []
    for try await event in events {
      if case .reading(let observation) = event, let next = keys.first,
        observation.pitch.time >= next.time
      {
        next.press(&model)
        keys.removeFirst()
      }
      guard let result = model.take(event) else { continue }
      #expect(result.deviation == model.state.deviation)
      notes.append((result.time, model.state.deviation?.note))
    }
    return notes
  }

  private static let low = Note(.e, octave: 2)
  private static let heard = Note(.a, octave: 4)

  @Test("without it, the simulated source shows both notes")
  func control() async throws {
    let notes = try await notes(pressing: [])
    #expect(notes.contains { $0.note == Self.low })
    #expect(notes.contains { $0.note == Self.heard })
  }

  @Test("the tuner never shows what it sounds itself, nor for 0.5 s after; then it hears again")
  func deaf() async throws {
    let notes = try await notes(pressing: [
      (1.9, { $0.press(.character("r")) }),
      (3.6, { $0.press(.character("r")) }),  // told to stop: still heard
      (3.9, { $0.referenceEnded() }),  // silent: but an echo may follow
    ])
    #expect(!notes.contains { $0.note == Self.heard })
    #expect(notes.filter { 1.9..<4.4 ~= $0.time }.allSatisfy { $0.note == nil })
    #expect(notes.filter { 0.5..<1.9 ~= $0.time }.allSatisfy { $0.note == Self.low })
    #expect(notes.filter { 4.6..<5.9 ~= $0.time }.allSatisfy { $0.note == Self.low })
  }

  @Test("sounds the note that is shown, the last one, or A4, under the concert pitch")
  func target() throws {
    var model = TunerModelTests.model(hearing: 448)
    model.press(.character("r"))
    #expect(
      model.state.reference == ReferenceState(pitch: try TargetPitch(Self.heard), frequency: 440))
    model.press(.right)
    #expect(model.state.reference?.frequency == 441)
    model.press(.character("r"))
    #expect(model.state.reference?.isEnding == true)
    model.referenceEnded()
    #expect(model.state.reference == nil)
    var setup = TunerSetup()
    setup.concertPitch = 415
    var fresh = TunerModel(setup)
    fresh.press(.character("R"))
    #expect(fresh.state.reference?.frequency == 415)
  }

  private static func guitar(_ tuning: String = "Standard") throws -> TunerSetup.Target {
    let guitar = try InstrumentCatalog.builtIn.instrument(named: "guitar")
    return .instrument(guitar, try guitar.tuning(named: tuning), string: nil)
  }

  @Test("after another tuning was chosen, sounds a string of it, not the last note")
  func otherTuning() throws {
    var model = TunerModelTests.model(hearing: 82.4069)
    for index in 50..<200 { _ = model.take(TunerModelTests.reading(index, nil)) }
    let dropD = try Self.guitar("drop-d")
    model.change { $0.target = dropD }
    model.press(.character("r"))
    #expect(model.state.reference?.note == Note(.d, octave: 2))
    #expect(abs(try #require(model.state.reference).frequency - 73.4162) < 1e-4)
    var setup = TunerSetup()
    setup.target = try Self.guitar()
    var fresh = TunerModel(setup)  // nothing heard: the first string
    fresh.press(.character("r"))
    #expect(fresh.state.reference?.note == Self.low)
  }

  @Test("while it sounds, a string that is picked sounds instead, and so does another tuning's")
  func pickedString() throws {
    var setup = TunerSetup()
    setup.target = try Self.guitar()
    var model = TunerModel(setup)
    model.press(.character("r"))
    model.press(.character("1"))
    #expect(model.state.reference?.note == Note(.e, octave: 4))
    #expect(abs(try #require(model.state.reference).frequency - 329.6276) < 1e-4)
    model.press(.character("a"))  // goes on
    #expect(model.state.reference?.note == Note(.e, octave: 4))
    model.press(.character("6"))
    let dropD = try Self.guitar("drop-d")
    model.change { $0.target = dropD }
    #expect(model.state.reference?.note == Note(.d, octave: 2))
    model.press(.character("r"))
    model.press(.character("1"))
    #expect(model.state.reference?.isEnding == true)
    #expect(model.state.reference?.note == Note(.d, octave: 2))
  }

  @Test("glides over four octaves without a click")
  func glides() throws {
    var sound = try ReferenceSound(frequency: 82.4069, sampleRate: 48_000)
    var samples: [Float] = []
    func render() {
      var block = [Float](repeating: 0, count: 24_000)
      var span = block.mutableSpan
      _ = sound.render(into: &span)
      samples += block
    }
    render()
    sound.glide(to: 1318.51)
    render()
    // A triangle of 1318.51 Hz and 0.1 rises by 0.011 per sample.
    #expect(zip(samples, samples.dropFirst()).allSatisfy { ($0 - $1).magnitude < 0.0132 })
    let crossings = zip(samples[36_000...], samples[36_001...]).count { $0 < 0 && $1 >= 0 }
    #expect((329...331).contains(crossings))  // a quarter of a second
  }

  @Test("says why there is no tone, and listens on")
  func failure() {
    var model = TunerModelTests.model()
    model.press(.character("r"))
    model.referenceEnded("No loudspeaker was found. Connect one.")
    #expect(
      model.state.notice == "no reference tone: No loudspeaker was found. Connect one.")
    for index in 50..<160 { _ = model.take(TunerModelTests.reading(index, 442)) }
    #expect(model.state.deviation?.note == Self.heard)
  }

  @Test("the view says what sounds and that nothing is heard", arguments: [(80, 24), (40, 10)])
  func view(columns: Int, rows: Int) {
    var model = TunerModelTests.model()
    let before = TunerViewTests.frame(model.state, columns, rows).joined(separator: "\n")
    #expect(before.contains("r tone"))
    model.press(.character("r"))
    let text = TunerViewTests.frame(model.state, columns, rows).joined(separator: "\n")
    for part in ["A4 440.00 Hz sounds", "not listening", "r end"] {
      #expect(text.contains(part), "\(part) is missing")
    }
  }

  @Test("plays to a sink, glides on, fades out to silence and reports the end")
  func plays() async throws {
    let sink = MemorySink()
    let ended = Mutex(false)
    let tone = ReferenceTone(makeSink: { sink }) { error in
      #expect(error == nil)
      ended.withLock { $0 = true }
    }
    tone.sound(440)
    while await sink.samples.count < 24_000 { await Task.yield() }
    tone.sound(220)
    tone.stop()
    while !ended.withLock({ $0 }) { await Task.yield() }
    let samples = await sink.samples
    #expect(samples[0].magnitude < 1e-5)
    #expect(abs((samples[10_000..<12_000].max() ?? 0) - 0.1) < 0.002)
    #expect(samples.suffix(9600).allSatisfy { $0 == 0 })
    // No click: a triangle of 440 Hz and 0.1 rises by 0.0037 per sample, and 18 % more at its tips
    // (Gibbs).
    #expect(zip(samples, samples.dropFirst()).allSatisfy { ($0 - $1).magnitude < 0.0044 })
  }
}

/// A loudspeaker that records what it plays.
private actor MemorySink: AudioSink {
  private(set) var samples: [Float] = []
  var underrunCount: Int { 0 }
  var pendingFrameCount: Int { 0 }
  func start() -> AudioSinkFormat {
    AudioSinkFormat(deviceName: "Memory", sampleRate: 48_000, channelCount: 1)
  }
  func write(_ interleaved: [Float]) { samples += interleaved }
  func drain() {}
  func stop() {}
}

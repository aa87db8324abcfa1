import PitchEstimation
import SignalProcessing
import Synchronization
import Testing
import _TestSignals

@testable import LiveAudio

@Suite("PitchEngine")
struct PitchEngineTests {
  private final class Log: Sendable {
    private let state = Mutex<(readings: [PitchReading], ends: [String])>(([], []))
    var readings: [PitchReading] { state.withLock { $0.readings } }
    var ends: [String] { state.withLock { $0.ends } }
    func add(_ reading: PitchReading) { state.withLock { $0.readings.append(reading) } }
    func end(_ error: (any Error)?) {
      state.withLock { $0.ends.append(error.map { "\($0)" } ?? "nil") }
    }
  }

  /// A second of 440 Hz at -23 dBFS, in blocks of 10 ms.
  private static let script: [AudioSourceEvent] = {
    let tone = TestSignal.sine(440, sampleRate: 8000, count: 8000, amplitude: 0.1)
    let blocks = stride(from: 0, to: 8000, by: 80).map {
      AudioSourceEvent.block(Array(tone[$0..<$0 + 80]))
    }
    return [.started(deviceName: "Mic", sampleRate: 8000)] + blocks
  }()

  private func engine(_ source: any AudioSource) -> PitchEngine {
    PitchEngine(source: source, method: .yin, buffering: .everything)
  }

  @Test("is active from start to the end of its source, and keeps the latest reading")
  func endOfSource() async throws {
    let (engine, log) = (engine(ScriptedSource(Self.script + [.ended])), Log())
    #expect(!engine.isActive)
    #expect(engine.latestReading == nil)
    engine.start {
      log.add($0)
    } onEnd: {
      log.end($0)
    }
    await eventually { !log.ends.isEmpty }
    #expect(log.ends == ["nil"])
    #expect(!engine.isActive)
    #expect(engine.latestReading == log.readings.last)
    #expect(log.readings.count == 100)
    let middle = try #require(log.readings[50].frequency)
    #expect(abs(cents(from: 440, to: middle)) < 1)
  }

  @Test("a gate of -10 dBFS, set at 0.3 s, silences a tone of -23 dBFS; .off brings it back")
  func gate() async throws {
    let (engine, log) = (engine(ScriptedSource(Self.script)), Log())
    engine.start {
      log.add($0)
      if $0.time == 0.3 { engine.gate = .fixed(-10) }
      if $0.time == 0.6 { engine.gate = .off }
    } onEnd: {
      log.end($0)
    }
    await eventually { !log.ends.isEmpty }
    let voiced = log.readings.map(\.isVoiced)
    #expect(voiced[5...29].allSatisfy { $0 })
    #expect(voiced[40...59].allSatisfy { !$0 })
    #expect(voiced[70...].allSatisfy { $0 })
    #expect(engine.gate == .off)
  }

  @Test("a second start changes nothing; a stop frees the source, and a start runs it again")
  func stopAndStart() async throws {
    let source = ScriptedSource(Self.script, isEndless: true)
    let (engine, log) = (engine(source), Log())
    engine.start {
      log.add($0)
    } onEnd: {
      log.end($0)
    }
    engine.start { _ in
    } onEnd: {
      log.end($0)
    }
    #expect(engine.isActive)
    await eventually { engine.latestReading != nil }
    await engine.stop()
    await engine.stop()
    #expect(!engine.isActive)
    #expect(source.startCount == 1)
    #expect(log.ends == ["nil"])
    await eventually { source.isReleased }
    engine.start()
    #expect(engine.isActive)
    await eventually { source.startCount == 2 }
    await engine.stop()
    #expect(!engine.isActive)
  }

  @Test("the error of the source ends it, by name")
  func failure() async {
    let source = ScriptedSource([], error: AudioDeviceError.microphoneRefused)
    let (engine, log) = (engine(source), Log())
    engine.start(onEnd: { log.end($0) })
    await eventually { !log.ends.isEmpty }
    #expect(log.ends == [AudioDeviceError.microphoneRefused.description])
    #expect(!engine.isActive)
  }

  @Test("stops when it is released")
  func release() async {
    let source = ScriptedSource(Self.script, isEndless: true)
    var engine: PitchEngine? = engine(source)
    engine?.start()
    await eventually { source.readCount > 5 }
    engine = nil
    await eventually { source.isReleased }
  }
}

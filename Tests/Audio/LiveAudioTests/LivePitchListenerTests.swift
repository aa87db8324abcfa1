import PitchEstimation
import Synchronization
import Testing

@testable import LiveAudio

@Suite("LivePitchListener")
struct LivePitchListenerTests {
  private static let script: [AudioSourceEvent] = [
    .started(deviceName: "Mic", sampleRate: 8000), .block(Array(repeating: 1, count: 10)),
  ]

  private static func pitches(_ source: ScriptedSource) -> LivePitches<CountingTracker> {
    LivePitches(source: source, buffering: .everything) { CountingTracker(sampleRate: $0) }
  }

  private final class Log: Sendable {
    private let entries = Mutex<[String]>([])
    var all: [String] { entries.withLock { $0 } }
    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
  }

  @Test("calls back for each reading, then once for the end")
  func calls() async {
    let log = Log()
    let listener = Self.pitches(ScriptedSource(Self.script)).listen(
      onReading: { log.add("\($0.level)") }, onEnd: { log.add("\(String(describing: $0))") })
    await listener.finished()
    #expect(log.all == ["1.0", "nil"])
  }

  @Test("calls back with the error that ended it")
  func error() async {
    let log = Log()
    let source = ScriptedSource([], error: AudioDeviceError.noInputDevice)
    let listener = Self.pitches(source).listen(
      onReading: { _ in log.add("reading") }, onEnd: { log.add($0.map { "\($0)" } ?? "nil") })
    await listener.finished()
    #expect(log.all == [AudioDeviceError.noInputDevice.description])
  }

  @Test("two cancellations stop it once and free the source")
  func cancel() async {
    let log = Log()
    let source = ScriptedSource(Self.script, isEndless: true)
    let listener = Self.pitches(source).listen(
      onReading: { _ in }, onEnd: { log.add($0.map { "\($0)" } ?? "nil") })
    await eventually { source.readCount > 5 }
    listener.cancel()
    listener.cancel()
    await listener.finished()
    #expect(log.all == ["nil"])
    await eventually { source.isReleased }
  }

  @Test("stops when it is released")
  func release() async {
    let source = ScriptedSource(Self.script, isEndless: true)
    var listener: LivePitchListener? = Self.pitches(source).listen(onReading: { _ in })
    await eventually { source.readCount > 5 }
    #expect(listener != nil)
    listener = nil
    await eventually { source.isReleased }
  }
}

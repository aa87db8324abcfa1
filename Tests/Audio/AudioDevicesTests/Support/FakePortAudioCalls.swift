import Dispatch
import Synchronization

@testable import AudioDevices

/// PortAudio as its sources have it, with devices that hang or fail when a test says so.
///
/// Knows what must never be done to the library, and keeps it in `violations`.
final class FakePortAudioCalls: PortAudioCalls {
  enum Call: Hashable {
    case initialize, terminate
    case open(channelCount: Int)
    case start(StreamHandle), abort(StreamHandle), close(StreamHandle)
  }

  /// A call that hangs until the test lets it go.
  enum Hanging: Hashable { case open, abort, close }

  /// What a start does that fails.
  enum FailedStart {
    case withoutThread
    /// As when the thread is not ready within a second: PortAudio gives up, and joins it.
    case afterThread
  }

  private struct State {
    var calls: [Call] = []
    var violations: [String] = []
    var isInitialized = false
    /// With what tells a stream that its thread has ended.
    var openStreams: [StreamHandle: @Sendable () -> Void] = [:]
    var streamCount: UInt = 0
    var inside = 0  // of calls that may not overlap
    var gates: [Hanging: DispatchSemaphore] = [:]
    var refusedChannelCounts: Set<Int> = []
    var failedStart: FailedStart?
    var failsToAbort = false
  }

  private let state = Mutex(State())

  var calls: [Call] { state.withLock { $0.calls } }
  var violations: [String] { state.withLock { $0.violations } }

  func count(_ call: Call) -> Int { calls.count { $0 == call } }

  /// Makes calls of one kind hang. `release` lets one of them go.
  func hang(_ hanging: Hanging) {
    state.withLock { $0.gates[hanging] = DispatchSemaphore(value: 0) }
  }

  func release(_ hanging: Hanging) {
    state.withLock { $0.gates.removeValue(forKey: hanging) }?.signal()
  }

  func refuse(channelCounts: Set<Int>) {
    state.withLock { $0.refusedChannelCounts = channelCounts }
  }

  func failStarts(_ failure: FailedStart?) { state.withLock { $0.failedStart = failure } }

  func failAborts() { state.withLock { $0.failsToAbort = true } }

  /// The device's thread ends by itself, as when a sound server dies.
  func finish(_ stream: StreamHandle) {
    guard let finish = state.withLock({ $0.openStreams[stream] }) else { return }
    finish()
  }
}

// MARK: - The calls

extension FakePortAudioCalls {
  func initialize() throws(PortAudioError) {
    enter(.initialize)
    defer { leave() }
    state.withLock { $0.isInitialized = true }
  }

  func terminate() {
    enter(.terminate)
    defer { leave() }
    state.withLock { state in
      if !state.openStreams.isEmpty { state.violations.append("terminated under open streams") }
      state.isInitialized = false
    }
  }

  func devices() -> [AudioDevice] {
    [
      AudioDevice(
        number: 0, name: "Fake", hostName: "Test", inputChannelCount: 32, outputChannelCount: 32,
        defaultSampleRate: 48_000, isDefaultInput: true, isDefaultOutput: true)
    ]
  }

  func open(_ request: StreamRequest) throws(PortAudioError) -> StreamHandle {
    enter(.open(channelCount: request.channelCount))
    defer { leave() }
    wait(for: .open)
    let (channelCount, finished) = (request.channelCount, request.finished)
    let context = UInt(bitPattern: request.context)
    let stream = state.withLock { state -> StreamHandle? in
      guard !state.refusedChannelCounts.contains(channelCount) else { return nil }
      state.streamCount += 1
      let stream = StreamHandle(address: state.streamCount)
      state.openStreams[stream] = { finished(UnsafeMutableRawPointer(bitPattern: context)) }
      return stream
    }
    guard let stream else { throw PortAudioError(reason: "Invalid number of channels") }
    return stream
  }

  func start(_ stream: StreamHandle) throws(PortAudioError) {
    enter(.start(stream))
    defer { leave() }
    guard let failure = state.withLock({ $0.failedStart }) else { return }
    if case .afterThread = failure { finish(stream) }
    throw PortAudioError(reason: "Wait timed out")
  }

  func abort(_ stream: StreamHandle) throws(PortAudioError) {
    state.withLock { $0.calls.append(.abort(stream)) }
    wait(for: .abort)
    if state.withLock({ $0.failsToAbort }) { throw PortAudioError(reason: "Internal error") }
    finish(stream)
  }

  func close(_ stream: StreamHandle) {
    enter(.close(stream))
    defer { leave() }
    wait(for: .close)
    state.withLock { state in
      if state.openStreams.removeValue(forKey: stream) == nil {
        state.violations.append("\(stream) closed twice")
      }
    }
  }

  private func enter(_ call: Call) {
    state.withLock { state in
      state.calls.append(call)
      state.inside += 1
      if state.inside > 1 { state.violations.append("\(call) overlaps another call") }
      if !state.isInitialized, call != .initialize {
        state.violations.append("\(call) without initialize")
      }
      if state.isInitialized, call == .initialize {
        state.violations.append("initialised twice")
      }
    }
  }

  private func leave() { state.withLock { $0.inside -= 1 } }

  private func wait(for hanging: Hanging) {
    state.withLock { $0.gates[hanging] }?.wait()
  }
}

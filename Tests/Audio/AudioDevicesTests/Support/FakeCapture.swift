import LiveAudio
import Synchronization

@testable import AudioDevices

/// A microphone made of memory, which tests plug in and out.
final class FakeCapture: CaptureBackend {
  private struct State {
    var plans: [Plan]
    var requests: [CaptureRequest] = []
    var streams: [FakeCaptureStream] = []
    var isHeld = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// What the next attempt to open does.
  enum Plan {
    case open(name: String, sampleRate: Double)
    case fail(AudioDeviceError)
  }

  private let state: Mutex<State>

  /// Follows the plans in turn; the last one for ever.
  init(_ plans: Plan...) { state = Mutex(State(plans: plans)) }

  var requests: [CaptureRequest] { state.withLock { $0.requests } }
  var streams: [FakeCaptureStream] { state.withLock { $0.streams } }

  /// Makes attempts to open wait until `release()`.
  func hold() { state.withLock { $0.isHeld = true } }

  func release() {
    let waiters = state.withLock { state in
      state.isHeld = false
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func open(_ request: CaptureRequest) async throws(AudioDeviceError) -> any CaptureStream {
    state.withLock { $0.requests.append(request) }
    await withCheckedContinuation { continuation in
      let mayPass = state.withLock { state in
        if state.isHeld { state.waiters.append(continuation) }
        return !state.isHeld
      }
      if mayPass { continuation.resume() }
    }
    let plan = state.withLock { $0.plans.count > 1 ? $0.plans.removeFirst() : $0.plans[0] }
    switch plan {
    case .fail(let error): throw error
    case .open(let name, let sampleRate):
      let stream = FakeCaptureStream(deviceName: name, sampleRate: sampleRate)
      state.withLock { $0.streams.append(stream) }
      return stream
    }
  }
}

/// An open fake microphone.
final class FakeCaptureStream: CaptureStream {
  let deviceName: String
  let sampleRate: Double
  let ring = SampleRing(minimumCapacity: 4096)
  private let counts = Mutex((dropped: 0, overflows: 0, closes: 0))
  private let finished = StopFlag()

  init(deviceName: String, sampleRate: Double) {
    self.deviceName = deviceName
    self.sampleRate = sampleRate
  }

  var droppedCount: Int { counts.withLock { $0.dropped } }
  var overflowCount: Int { counts.withLock { $0.overflows } }
  var closeCount: Int { counts.withLock { $0.closes } }
  var hasFinished: Bool { finished.isSet }

  /// Delivers samples as the device's thread would.
  func deliver(_ samples: [Float]) {
    let taken = ring.write(samples.count) { samples[$0] }
    counts.withLock { $0.dropped += samples.count - taken }
  }

  func overflow() { counts.withLock { $0.overflows += 1 } }

  func unplug() { finished.set() }

  func close() async { counts.withLock { $0.closes += 1 } }
}

/// Waits, however long it takes, for something that another task is about to do.
func eventually(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}

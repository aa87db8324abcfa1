public import LiveAudio

/// Records from a sound device, at the device's own sample rate.
///
/// A device is lost if it is unplugged, if its sound server is gone, or if it sends nothing for 2
/// s, not even zeros. The session then sends ``LiveAudio/AudioSourceEvent/lost(reason:)``, tries
/// again after 0.25 s, 0.5 s … 4 s, and continues when the device, or one with the same name, is
/// back. A sound system that does not answer when the device is first opened is an error after 15 s.
/// Blocks are at most 20 ms long. Up to two seconds of sound wait for a slow reader; further
/// sound is dropped, counted and reported.
///
/// The first event, or an ``LiveAudio/AudioDeviceError``, reports whether the device could be
/// opened.
public final class MicrophoneSource: AudioSource {
  private let request: CaptureRequest
  private let backend: any CaptureBackend
  private let clock: any Clock<Duration>
  private let answerLimit: Duration?
  private let slot = SessionSlot<CaptureSession>()

  /// Creates a source. The device is opened when its events are read.
  ///
  /// - Parameters:
  ///   - device: The device to record from. The system's default by default.
  ///   - channel: The channels to use. A mix by default.
  public convenience init(device: DeviceSelection = .systemDefault, channel: InputChannel = .mix) {
    self.init(
      CaptureRequest(device: device, channel: channel), backend: PortAudioCaptureBackend(),
      clock: ContinuousClock(), answerLimit: AudioDeviceError.answerLimit)
  }

  init(
    _ request: CaptureRequest, backend: any CaptureBackend, clock: some Clock<Duration>,
    answerLimit: Duration? = nil
  ) {
    self.request = request
    self.backend = backend
    self.clock = clock
    self.answerLimit = answerLimit
  }

  /// Starts recording, or joins the session that already runs.
  ///
  /// - Returns: The events of the session.
  public func start() -> AudioSourceEvents {
    slot.start {
      CaptureSession(request, backend: backend, clock: clock, answerLimit: answerLimit)
    }
  }

  /// Stops recording, and returns when the device is free. During a start it returns at once.
  public func stop() async { await slot.stop() }
}

/// The state machine of a microphone: idle → opening → running ⇄ lost, waiting, opening → ended.
///
/// Driven by its reader: each call of ``next()`` takes steps until there is an event. Between the
/// steps it sleeps, because a real-time callback cannot wake a task without risk of blocking.
actor CaptureSession: SourceSession {
  private nonisolated let queue = SerialQueueExecutor(label: "CaptureSession")
  nonisolated var executor: SerialQueueExecutor? { queue }
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  private enum State {
    case idle
    case opening(Opening<any CaptureStream>)
    case running(any CaptureStream, Watch)
    case waiting(until: Duration)
    case ended
  }

  private var state = State.idle
  private var outbox: [AudioSourceEvent] = []
  private var attempt = 0  // to get a lost device back; 0 if none was lost
  private var isReading = false
  private var hasReportedEnd = false
  private var request: CaptureRequest
  private let backend: any CaptureBackend
  private let time: Timekeeper
  /// The number of polls in a row after which the sound system counts as silent, in the first
  /// opening. Polls are counted, not seconds, so that a process can be suspended.
  private let firstPatience: Int?
  private var pollCount = 0
  private let stopFlag = StopFlag()

  init(
    _ request: CaptureRequest, backend: any CaptureBackend, clock: any Clock<Duration>,
    answerLimit: Duration? = nil
  ) {
    self.request = request
    self.backend = backend
    firstPatience = answerLimit.map { Int($0 / Self.pollInterval) }
    time = Timekeeper(clock, executor: queue)
  }

  deinit {
    switch state {
    case .opening(let opening): opening.abandon()
    case .running(let stream, _): Task { await stream.close() }
    case .idle, .waiting, .ended: break
    }
  }

  nonisolated var isOver: Bool { stopFlag.isSet }

  func next() async throws -> AudioSourceEvent? {
    guard !isReading, !hasReportedEnd else { return nil }
    isReading = true
    defer { isReading = false }
    while true {
      if Task.isCancelled || stopFlag.isSet {
        hasReportedEnd = true
        await end()
        return Task.isCancelled ? nil : .ended
      }
      if !outbox.isEmpty { return outbox.removeFirst() }
      try await step()
    }
  }

  func stop() async {
    stopFlag.set()
    await end()
  }

  private func end() async {
    stopFlag.set()
    let last = state
    state = .ended
    switch last {
    case .opening(let opening): opening.abandon()
    case .running(let stream, _): await stream.close()
    case .idle, .waiting, .ended: break
    }
  }
}

// The steps. `stop()` may change the state wherever they wait.
extension CaptureSession {
  private func step() async throws {
    switch state {
    case .idle:
      let (request, backend) = (request, backend)
      let opening = Opening { () async throws(AudioDeviceError) in
        try await backend.open(request)
      } close: { stream in
        await stream.close()
      }
      state = .opening(opening)
    case .opening(let opening):
      if let outcome = opening.poll() { return try finishOpening(outcome) }
      if attempt == 0, let firstPatience, pollCount >= firstPatience {
        opening.abandon()
        return try finishOpening(.failure(.unanswered()))
      }
      pollCount += 1
      await sleep(Self.pollInterval)
    case .running(let stream, let watch):
      try await run(stream, watch)
    case .waiting(let moment):
      let left = moment - time.elapsed()
      guard left > .zero else { return state = .idle }
      await sleep(min(left, Self.longestSleep))
    case .ended:
      break
    }
  }

  private func finishOpening(_ outcome: Opening<any CaptureStream>.Outcome) throws {
    switch outcome {
    case .success(let stream):
      // Numbers change when devices come and go; names do not.
      if case .number = request.device { request.device = .name(stream.deviceName) }
      if attempt > 0 { outbox.append(.resumed) }
      outbox.append(.started(deviceName: stream.deviceName, sampleRate: stream.sampleRate))
      state = .running(stream, Watch(since: time.elapsed()))
    case .failure(let error):
      guard attempt > 0 else {
        state = .ended
        hasReportedEnd = true
        stopFlag.set()
        throw error
      }
      waitToRetry()
    }
  }

  private func run(_ stream: any CaptureStream, _ watch: Watch) async throws {
    let now = time.elapsed()
    var watch = watch
    if let gap = watch.newGap(of: stream) { outbox.append(gap) }
    let block = stream.ring.read(maximumCount: max(1, Int(stream.sampleRate * Self.longestBlock)))
    if !block.isEmpty {
      watch.noteSound(at: now)
      attempt = 0
      outbox.append(.block(block))
    }
    state = .running(stream, watch)
    guard block.isEmpty else { return }
    if let reason = watch.reasonOfLoss(of: stream, at: now) {
      await lose(stream, reason: reason)
    } else {
      await sleep(Self.pollInterval)
    }
  }

  private func lose(_ stream: any CaptureStream, reason: String) async {
    outbox.append(.lost(reason: reason))
    waitToRetry()
    await stream.close()
  }

  /// Waits 0.25 s before the first attempt, then twice as long each time, at most 4 s.
  private func waitToRetry() {
    attempt += 1
    let delay = Duration.milliseconds(250 << min(4, attempt - 1))
    outbox.append(.retrying(attempt: attempt, delay: delay))
    state = .waiting(until: time.elapsed() + delay)
  }

  private func sleep(_ duration: Duration) async {
    try? await time.sleep(duration)  // a cancelled task is seen by the caller's loop
  }

  /// Each wake-up costs as much as the analysis of some milliseconds of sound.
  private static let pollInterval = Duration.milliseconds(10)
  private static let longestBlock = 0.02  // in seconds
  private static let longestSleep = Duration.milliseconds(50)  // so that a stop takes effect soon
}

/// Detects gaps and the loss of a device.
struct Watch {
  private var lastSound: Duration
  private var hasSounded = false
  private var droppedCount = 0
  private var overflowCount = 0

  init(since start: Duration) { lastSound = start }

  mutating func noteSound(at moment: Duration) {
    lastSound = moment
    hasSounded = true
  }

  /// The samples missing since the last call.
  mutating func newGap(of stream: any CaptureStream) -> AudioSourceEvent? {
    let (dropped, overflows) = (stream.droppedCount, stream.overflowCount)
    defer { (droppedCount, overflowCount) = (dropped, overflows) }
    guard dropped > droppedCount || overflows > overflowCount else { return nil }
    return .dropped(
      sampleCount: dropped - droppedCount, overflowCount: overflows - overflowCount)
  }

  /// Returns the reason for which the device counts as lost, or `nil`. A sleeping device may take
  /// seconds to begin.
  func reasonOfLoss(of stream: any CaptureStream, at moment: Duration) -> String? {
    if stream.hasFinished { return "\(stream.deviceName) stopped by itself" }
    let patience = Duration.seconds(hasSounded ? 2 : 5)
    guard moment - lastSound > patience else { return nil }
    return "\(stream.deviceName) sent nothing for \(patience.components.seconds) s"
  }
}

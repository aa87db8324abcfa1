public import LiveAudio

/// Plays to a sound device, at the device's own sample rate or at a given one.
///
/// The sink holds a quarter of a second of sound: ``write(_:)`` returns when the sink has accepted
/// its samples, so that a loop of rendering and writing stays just ahead of the device. A device
/// that accepts nothing for two seconds counts as lost.
public actor SpeakerSink: AudioSink {
  private enum State {
    case stopped
    case starting(Opening<any PlaybackStream>)
    case running(any PlaybackStream)
  }

  private var state = State.stopped
  private let request: PlaybackRequest
  private let backend: any PlaybackBackend
  private let time: Timekeeper
  /// The number of polls of a full ring in a row after which the device counts as lost.
  private let patience: Int?
  /// The number of polls in a row after which the sound system counts as silent, in the first start.
  private let firstPatience: Int?
  /// True once the device was open: one that was lost may take any time to come back.
  private var hasStarted = false
  /// Since the device was opened.
  private var writtenSampleCount = 0

  /// Creates a sink. The device is opened by ``start()``.
  ///
  /// - Parameters:
  ///   - device: The device to play to. The system's default by default.
  ///   - channelCount: The number of interleaved channels, at least 1.
  ///   - sampleRate: Samples per second, in hertz; the device's own by default. ``start()`` throws
  ///     if the device does not support it.
  public init(
    device: DeviceSelection = .systemDefault, channelCount: Int = 1, sampleRate: Double? = nil
  ) {
    self.init(
      PlaybackRequest(device: device, channelCount: channelCount, sampleRate: sampleRate),
      backend: PortAudioPlaybackBackend(), time: Timekeeper(ContinuousClock()), patience: 400,
      firstPatience: Int(AudioDeviceError.answerLimit / Self.pollInterval))
  }

  init(
    _ request: PlaybackRequest, backend: any PlaybackBackend, time: Timekeeper,
    patience: Int? = nil, firstPatience: Int? = nil
  ) {
    self.request = request
    self.backend = backend
    self.time = time
    self.patience = patience
    self.firstPatience = firstPatience
  }

  deinit {
    switch state {
    case .stopped: break
    case .starting(let opening): opening.abandon()
    case .running(let stream): Task { await stream.close() }
    }
  }

  /// The number of times since the start when the device needed samples that had not been written
  /// yet.
  public var underrunCount: Int {
    if case .running(let stream) = state { stream.underrunCount } else { 0 }
  }

  /// The number of frames that have been written but not yet passed to the device.
  public var pendingFrameCount: Int {
    guard case .running(let stream) = state else { return 0 }
    return stream.ring.count / max(1, stream.format.channelCount)
  }

  /// A frame whose time the device has said, with the delay of the sound system in it.
  public var heard: HeardFrame? {
    guard case .running(let stream) = state, let heard = stream.heard else { return nil }
    let written = writtenSampleCount / max(1, stream.format.channelCount)
    return HeardFrame(laterFrameCount: written - heard.frame, time: heard.time)
  }

  /// Opens the device, or returns the format of the open device.
  ///
  /// If the sound system does not answer, this fails after 15 s, unless the device was open before:
  /// then it waits until the task is cancelled. In both cases call ``stop()``.
  ///
  /// - Returns: The format of the samples to write.
  /// - Throws: ``LiveAudio/AudioDeviceError`` if the device cannot be opened or ``stop()`` came
  ///   first; `CancellationError` if the task was cancelled.
  public func start() async throws -> AudioSinkFormat {
    switch state {
    case .running(let stream): return stream.format
    case .starting(let opening): return try await finishStart(opening)
    case .stopped:
      let (request, backend) = (request, backend)
      let opening = Opening { () async throws(AudioDeviceError) in
        try await backend.open(request)
      } close: { stream in
        await stream.close()
      }
      state = .starting(opening)
      return try await finishStart(opening)
    }
  }

  /// Appends samples, and waits while the sink is full.
  ///
  /// - Parameter interleaved: Whole frames, nominal range -1...1.
  /// - Throws: ``LiveAudio/AudioDeviceError`` if the sink is not running or the device went away;
  ///   `CancellationError` if the task was cancelled.
  public func write(_ interleaved: [Float]) async throws {
    var position = 0
    var stall = Stall(patience: patience)
    while position < interleaved.count {
      let stream = try runningStream()
      let start = position
      position += stream.ring.write(interleaved.count - start) { interleaved[start + $0] }
      writtenSampleCount += position - start
      stream.expectEnd(false)
      guard position < interleaved.count else { break }
      try stall.poll(stream, hasMoved: position > start)
      try await time.sleep(Self.pollInterval)
    }
  }

  /// Waits until everything written has been passed to the device.
  ///
  /// - Throws: The same errors as ``write(_:)``.
  public func drain() async throws {
    try runningStream().expectEnd(true)
    var stall = Stall(patience: patience)
    var count = try runningStream().ring.count
    while count > 0 {
      try await time.sleep(Self.pollInterval)
      let stream = try runningStream()
      let left = stream.ring.count
      try stall.poll(stream, hasMoved: left < count)
      count = left
    }
  }

  /// Stops playing at once and frees the device.
  public func stop() async {
    let last = state
    state = .stopped
    switch last {
    case .stopped: break
    case .starting(let opening): opening.abandon()
    case .running(let stream): await stream.close()
    }
  }

  /// Polls, because a task that waits for the device itself cannot be cancelled.
  private func finishStart(
    _ opening: Opening<any PlaybackStream>
  ) async throws -> AudioSinkFormat {
    var pollCount = 0
    while case .starting(let current) = state, current === opening {
      switch opening.poll() {
      case .success(let stream):
        state = .running(stream)
        hasStarted = true
        writtenSampleCount = 0
      case .failure: state = .stopped
      case nil:
        // Polls are counted, not seconds: see Stall.
        if !hasStarted, let firstPatience, pollCount >= firstPatience { throw unanswered() }
        pollCount += 1
        try await time.sleep(Self.pollInterval)
      }
    }
    guard let outcome = opening.taken else { throw AudioDeviceError.notStarted }
    let stream = try outcome.get()
    guard case .running(let current) = state, current === stream else {
      throw AudioDeviceError.notStarted
    }
    return stream.format
  }

  /// Gives the opening up: the device is closed as soon as it is open.
  private func unanswered() -> AudioDeviceError {
    if case .starting(let opening) = state { opening.abandon() }
    state = .stopped
    return .unanswered()
  }

  private func runningStream() throws(AudioDeviceError) -> any PlaybackStream {
    guard case .running(let stream) = state else { throw .notStarted }
    guard !stream.hasFinished else { throw .lost(device: stream.format.deviceName) }
    return stream
  }

  private static let pollInterval = Duration.milliseconds(5)
}

/// Detects a device that hangs.
///
/// It counts polls, not seconds, so that a process can be suspended without losing its device.
private struct Stall {
  let patience: Int?
  private var idlePollCount = 0

  init(patience: Int?) { self.patience = patience }

  mutating func poll(
    _ stream: any PlaybackStream, hasMoved: Bool
  ) throws(AudioDeviceError) {
    idlePollCount = hasMoved ? 0 : idlePollCount + 1
    guard let patience, idlePollCount > patience else { return }
    throw .lost(device: stream.format.deviceName)
  }
}

/// Plays a sine tone on the system's loudspeaker, and returns when it is silent.
///
/// ```swift
/// try await beep(440, 0.2)
/// ```
///
/// - Parameters:
///   - frequency: Cycles per second, in hertz, above 0 and below half of the device's sample rate.
///   - duration: The duration, in seconds, above 0 and at most an hour.
///   - level: The peak level, in dBFS, in -120...0.
/// - Throws: `SynthesisError` if a parameter is out of its range, `AudioDeviceError` if the device
///   cannot be opened; `CancellationError`.
public func beep(
  _ frequency: Double = 440, _ duration: Double = 0.2, level: Double = -20
) async throws {
  try await LiveAudio.beep(frequency, duration, level: level, sink: SpeakerSink())
}

/// Plays to a sound device, at the device's own sample rate.
///
/// A quarter of a second waits in the sink: ``write(_:)`` returns when its samples are there, so
/// that a loop of rendering and writing runs just ahead of the device.
public actor SpeakerSink: AudioSink {
  private enum State {
    case stopped
    case starting(Task<any PlaybackStream, any Error>)
    case running(any PlaybackStream)
  }

  private var state = State.stopped
  private let request: PlaybackRequest
  private let backend: any PlaybackBackend
  private let time: Timekeeper

  /// Creates a sink. The device is opened by ``start()``.
  ///
  /// - Parameters:
  ///   - device: The device to play to. The system's default by default.
  ///   - channelCount: The number of interleaved channels, at least 1.
  public init(device: DeviceSelection = .systemDefault, channelCount: Int = 1) {
    self.init(
      PlaybackRequest(device: device, channelCount: channelCount),
      backend: PortAudioPlaybackBackend(), time: Timekeeper(ContinuousClock()))
  }

  init(_ request: PlaybackRequest, backend: any PlaybackBackend, time: Timekeeper) {
    self.request = request
    self.backend = backend
    self.time = time
  }

  deinit {
    switch state {
    case .stopped: break
    case .starting(let opening): Task { await (try? opening.value)?.close() }
    case .running(let stream): Task { await stream.close() }
    }
  }

  /// How many times the device wanted samples that had not been written yet, since the start.
  public var underrunCount: Int {
    if case .running(let stream) = state { stream.underrunCount } else { 0 }
  }

  /// Opens the device, or gives the format of the one that is open.
  ///
  /// - Returns: The format of the samples to write.
  /// - Throws: ``AudioDeviceError`` if the device cannot be opened or ``stop()`` came first.
  public func start() async throws -> AudioSinkFormat {
    switch state {
    case .running(let stream): return stream.format
    case .starting(let opening): return try await finishStart(opening)
    case .stopped:
      let (request, backend) = (request, backend)
      let opening = Task<any PlaybackStream, any Error> { try await backend.open(request) }
      state = .starting(opening)
      return try await finishStart(opening)
    }
  }

  /// Appends samples, and waits while the sink is full.
  ///
  /// - Parameter interleaved: Whole frames, nominal range -1...1.
  /// - Throws: ``AudioDeviceError`` if the sink is not running or the device went away;
  ///   `CancellationError` if the task was cancelled.
  public func write(_ interleaved: [Float]) async throws {
    var position = 0
    while position < interleaved.count {
      let stream = try runningStream()
      let start = position
      position += stream.ring.write(interleaved.count - start) { interleaved[start + $0] }
      stream.expectEnd(false)
      if position < interleaved.count { try await time.sleep(Self.pollInterval) }
    }
  }

  /// Waits until everything written has been handed to the device.
  ///
  /// - Throws: As ``write(_:)``.
  public func drain() async throws {
    try runningStream().expectEnd(true)
    while try runningStream().ring.count > 0 { try await time.sleep(Self.pollInterval) }
  }

  /// Stops to play at once and frees the device.
  public func stop() async {
    let last = state
    state = .stopped
    switch last {
    case .stopped: break
    case .starting(let opening): Task { await (try? opening.value)?.close() }
    case .running(let stream): await stream.close()
    }
  }

  private func finishStart(
    _ opening: Task<any PlaybackStream, any Error>
  ) async throws -> AudioSinkFormat {
    do {
      let stream = try await opening.value
      switch state {
      case .starting(opening): state = .running(stream)
      case .running(let other) where other === stream: break  // another start was first
      default: throw AudioDeviceError.notStarted
      }
      return stream.format
    } catch {
      if case .starting(opening) = state { state = .stopped }
      throw error
    }
  }

  private func runningStream() throws(AudioDeviceError) -> any PlaybackStream {
    guard case .running(let stream) = state else { throw .notStarted }
    guard !stream.hasFinished else { throw .lost(device: stream.format.deviceName) }
    return stream
  }

  private static let pollInterval = Duration.milliseconds(5)
}

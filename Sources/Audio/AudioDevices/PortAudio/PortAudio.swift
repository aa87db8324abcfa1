import Dispatch
public import LiveAudio
import Synchronization

/// The only access to PortAudio, whose calls may not overlap.
///
/// PortAudio lists the devices only when it is initialised. So it is initialised again whenever no
/// stream is open, which keeps the list fresh.
///
/// A sound server that hangs makes every call hang, and the calls return when it continues. They
/// are therefore made in order, however long they take, and nobody else waits with them: a caller
/// that opens a device polls, and one that closes a device continues after ``patience``. Another
/// thread that went ahead meanwhile would be in the library together with the one that hangs, and
/// lose its streams as soon as that one terminates the library.
actor PortAudio {
  /// One for the whole process, because PortAudio's state is.
  static let shared = PortAudio(SystemPortAudioCalls())

  nonisolated private let executor = SerialQueueExecutor(label: "PortAudio")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  nonisolated private let calls: any PortAudioCalls
  /// The time for which ``close(_:)`` waits for a device that hangs.
  nonisolated private let patience: Duration
  /// The time after which ``onSilence`` is called, while a call has not returned.
  nonisolated private let silenceLimit: DispatchTimeInterval
  /// Called when a device is opened for the first time and the sound system does not answer.
  nonisolated private let onSilence = Mutex<@Sendable () -> Void>({})
  /// True once a stream was open: from then on, its user tells what happens to the sound.
  private var hasOpened = false
  private var isInitialized = false
  /// The data of the streams' threads. A stream stays here until its thread has ended.
  private var contexts: [StreamHandle: any StreamContext] = [:]
  /// The number of streams that stay in `contexts` for ever, because their threads may not have
  /// ended. PortAudio is then never terminated, which would close them, and the list of devices
  /// stays as it is.
  private(set) var leakedCount = 0

  init(
    _ calls: any PortAudioCalls, patience: Duration = .seconds(2),
    silenceLimit: DispatchTimeInterval = .seconds(3)
  ) {
    self.calls = calls
    self.patience = patience
    self.silenceLimit = silenceLimit
  }

  /// Sets what is called, on a queue of its own, when a call to list devices or to open the first
  /// stream has not returned for 3 s.
  nonisolated func whenSilent(_ body: @escaping @Sendable () -> Void) {
    onSilence.withLock { $0 = body }
  }

  /// Lists the devices.
  func devices() throws(AudioDeviceError) -> [AudioDevice] {
    let isAnswered = watchForSilence()
    defer { isAnswered.set() }
    try initialize()
    defer { terminateIfIdle() }
    return calls.devices()
  }

  /// Finds a device, and opens and starts a stream on it.
  func open<Context>(
    _ selection: DeviceSelection, for direction: Direction,
    plan makePlan: @Sendable (AudioDevice) throws(AudioDeviceError) -> StreamPlan<Context>
  ) throws(AudioDeviceError) -> PortAudioStream<Context> {
    let isAnswered = watchForSilence()
    defer { isAnswered.set() }
    try initialize()
    defer { terminateIfIdle() }
    let device = try selection.find(in: calls.devices(), for: direction)
    let plan = try makePlan(device)
    do throws(PortAudioError) {
      let (handle, context) = try openFirst(of: plan, on: device, direction)
      try start(handle, context)
      hasOpened = true
      return PortAudioStream(handle: handle, device: device, context: context, system: self)
    } catch {
      throw .cannotOpen(device: device.name, reason: error.reason)
    }
  }

  /// Ends and frees a stream. Call it once.
  ///
  /// Returns when the device is free, or after ``patience`` if it hangs; then the device is freed
  /// when it continues.
  nonisolated func close(_ stream: StreamHandle) async {
    _ = await completes(within: patience) { [self] in
      let hasEnded = await abort(stream)
      await free(stream, hasEnded: hasEnded)
    }
  }
}

// MARK: - Steps

extension PortAudio {
  /// Has it told, once, if the calls that follow do not return in time.
  ///
  /// - Returns: The flag to set when they have returned.
  private func watchForSilence() -> StopFlag {
    let isAnswered = StopFlag()
    guard !hasOpened else { return isAnswered }
    DispatchQueue.global().asyncAfter(deadline: .now() + silenceLimit) { [self] in
      guard isAnswered.set() else { return }
      onSilence.withLock(\.self)()
    }
    return isAnswered
  }

  private func initialize() throws(AudioDeviceError) {
    guard !isInitialized else { return }
    do throws(PortAudioError) {
      try calls.initialize()
    } catch {
      throw .unavailable(reason: error.reason)
    }
    isInitialized = true
  }

  private func terminateIfIdle() {
    guard contexts.isEmpty, isInitialized else { return }
    calls.terminate()
    isInitialized = false
  }

  /// Opens a stream with the first number of channels that the device takes.
  private func openFirst<Context>(
    of plan: StreamPlan<Context>, on device: AudioDevice, _ direction: Direction
  ) throws(PortAudioError) -> (StreamHandle, Context) {
    var failure = PortAudioError(reason: "no number of channels to try")
    for channelCount in plan.channelCounts {
      let context = plan.makeContext(channelCount)
      let request = StreamRequest(
        device: device, direction: direction, channelCount: channelCount,
        sampleRate: plan.sampleRate, callback: plan.callback, finished: plan.finished,
        context: Unmanaged.passUnretained(context).toOpaque())
      do throws(PortAudioError) {
        let handle = try calls.open(request)
        contexts[handle] = context
        return (handle, context)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private func start(
    _ handle: StreamHandle, _ context: some StreamContext
  ) throws(PortAudioError) {
    do throws(PortAudioError) {
      try calls.start(handle)
    } catch {
      if context.finished.isSet {
        // The thread came too late, or failed, and PortAudio has joined it. It forgets that, and
        // would join it again to close the stream: by then the thread may be another one.
        leakedCount += 1
      } else {
        calls.close(handle)
        contexts[handle] = nil
      }
      throw error
    }
  }

  /// Ends a stream's thread, on a separate thread, because that may take for ever.
  nonisolated private func abort(_ stream: StreamHandle) async -> Bool {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "PortAudio abort").async { [calls] in
        do throws(PortAudioError) {
          try calls.abort(stream)
          continuation.resume(returning: true)
        } catch {
          continuation.resume(returning: false)
        }
      }
    }
  }

  private func free(_ stream: StreamHandle, hasEnded: Bool) {
    guard hasEnded else { return leakedCount += 1 }
    calls.close(stream)
    contexts[stream] = nil
    terminateIfIdle()
  }
}

/// The data that a stream's callbacks read and write on the device's real-time thread.
protocol StreamContext: AnyObject, Sendable {
  /// Set by the last callback, after which the thread no longer touches the context.
  var finished: StopFlag { get }
}

/// The settings for opening a stream on a device.
struct StreamPlan<Context: StreamContext> {
  /// The numbers of channels to try in turn, until the device accepts one.
  var channelCounts: [Int]
  var sampleRate: Double
  var callback: RealTimeCallback
  var finished: FinishedCallback
  /// Called for each attempt, with its number of channels.
  var makeContext: (_ channelCount: Int) -> Context
}

/// An open stream of PortAudio.
final class PortAudioStream<Context: StreamContext>: Sendable {
  let device: AudioDevice
  /// Lives as long as the stream's thread, even without this object.
  let context: Context
  private let handle: StreamHandle
  private let system: PortAudio
  private let closed = StopFlag()

  init(handle: StreamHandle, device: AudioDevice, context: Context, system: PortAudio) {
    self.handle = handle
    self.device = device
    self.context = context
    self.system = system
  }

  /// Frees the device. Returns in a few seconds even if the device hangs.
  func close() async {
    guard closed.set() else { return }
    await system.close(handle)
  }
}

/// Runs work, and returns `true` if it ended within a limit. Work that hangs continues by itself.
func completes(within limit: Duration, _ work: @escaping @Sendable () async -> Void) async -> Bool {
  await withCheckedContinuation { continuation in
    let isAnswered = StopFlag()
    let timer = Task {
      try? await Task.sleep(for: limit)
      if isAnswered.set() { continuation.resume(returning: false) }
    }
    Task {
      await work()
      if isAnswered.set() { continuation.resume(returning: true) }
      timer.cancel()
    }
  }
}

extension AudioDevice {
  /// Returns the devices that are available now.
  ///
  /// - Returns: All devices, in the order of their numbers; none is not an error.
  /// - Throws: ``LiveAudio/AudioDeviceError/unavailable(reason:)`` if the sound system does not
  ///   start, or has not answered for 15 s.
  public static func all() async throws(AudioDeviceError) -> [AudioDevice] {
    try await all(of: .shared, within: AudioDeviceError.answerLimit)
  }

  static func all(
    of system: PortAudio, within limit: Duration
  ) async throws(AudioDeviceError) -> [AudioDevice] {
    let asking = Task { () -> Result<[AudioDevice], AudioDeviceError> in
      do throws(AudioDeviceError) {
        return .success(try await system.devices())
      } catch {
        return .failure(error)
      }
    }
    guard await completes(within: limit, { _ = await asking.value }) else {
      throw .unanswered(for: limit)
    }
    return try await asking.value.get()
  }

  /// Sets what is called, on a queue of its own, when devices are listed or the first one is opened
  /// and the sound system has not answered for 3 s. The wait goes on meanwhile.
  ///
  /// - Parameter body: Tells the user. It replaces the body of an earlier call.
  public static func whenSoundSystemIsSilent(_ body: @escaping @Sendable () -> Void) {
    PortAudio.shared.whenSilent(body)
  }
}

extension AudioDeviceError {
  /// How long the first opening of a device, or the list of devices, may take. Even a loudspeaker
  /// that is woken up by radio takes a few seconds only.
  static let answerLimit = Duration.seconds(15)

  /// The sound system has not answered for a time.
  static func unanswered(for limit: Duration = answerLimit) -> AudioDeviceError {
    .unavailable(reason: "its server has not answered for \(limit.components.seconds) s")
  }
}

#if canImport(AVFAudio)
  import AVFAudio
  import Foundation
  public import LiveAudio
  import Synchronization

  /// Records with AVAudioEngine: for apps on iOS and macOS, without any C library.
  ///
  /// The system asks the user for the microphone when the first event is read; a refusal throws
  /// ``LiveAudio/AudioDeviceError/microphoneRefused``. On iOS the audio session is set to its
  /// measurement mode, in which the system processes the sound as little as possible.
  ///
  /// A call or another app interrupts the source, which then sends
  /// ``LiveAudio/AudioSourceEvent/lost(reason:)``, and continues with
  /// ``LiveAudio/AudioSourceEvent/resumed`` when the system says that it should. Otherwise, and after
  /// a restart of the system's sound service, it throws
  /// ``LiveAudio/AudioDeviceError/stopped(device:reason:)``, and the user has to start again. It also
  /// continues when another microphone is connected. The system may never report the end of an
  /// interruption: stop and start when the app becomes active again.
  ///
  /// Sound arrives in blocks of about 100 ms, the shortest that the system supports, so readings are
  /// up to 100 ms later than with other sources. Up to two seconds of sound wait for a slow reader.
  ///
  /// The app needs `NSMicrophoneUsageDescription` in its `Info.plist`.
  ///
  /// - Important: Its types were checked against stubs of Apple's interfaces. It has never been
  ///   compiled with Apple's SDKs, and never run on a device.
  public final class AppleMicrophone: AudioSource {
    private let slot = SessionSlot<EngineCapture>()

    /// Creates a source for the system's microphone. It is opened when its events are read.
    public init() {}

    /// Starts recording, or joins the session that already runs.
    ///
    /// - Returns: The events of the session.
    public func start() -> AudioSourceEvents { slot.start { EngineCapture() } }

    /// Stops recording, and returns when the microphone is free.
    public func stop() async { await slot.stop() }
  }

  /// One run of the microphone, from asking the user for permission to the end.
  actor EngineCapture: SourceSession {
    private let stopFlag = StopFlag()
    private let queue = CaptureQueue()
    private var engine: AVAudioEngine?
    private var engineObserver: SystemObserver?
    private var sessionObserver: SystemObserver?
    private var share: SessionShare?
    private var waiting: [AudioSourceEvent] = []
    private var hasStarted = false
    private var isReading = false
    private var hasReportedEnd = false

    nonisolated var isOver: Bool { stopFlag.isSet }

    func stop() async {
      stopFlag.set()
      close()
      share = nil
    }

    func next() async throws -> AudioSourceEvent? {
      guard !isReading, !hasReportedEnd else { return nil }
      isReading = true
      defer { isReading = false }
      do {
        if let event = try await nextOfMicrophone(), !stopFlag.isSet, !Task.isCancelled {
          return event
        }
      } catch {
        finish()
        throw error
      }
      finish()
      return Task.isCancelled ? nil : .ended
    }

    private func nextOfMicrophone() async throws -> AudioSourceEvent? {
      guard !stopFlag.isSet else { return nil }
      if !hasStarted {
        hasStarted = true
        try await MicrophonePermission.request()
        guard !stopFlag.isSet else { return nil }
        sessionObserver = SystemObserver { [queue] in queue.add($0) }
        return try open()
      }
      while waiting.isEmpty {
        guard let signal = await queue.next() else { return nil }
        waiting = try events(for: signal)
      }
      return waiting.removeFirst()
    }

    private func events(for signal: CaptureSignal) throws -> [AudioSourceEvent] {
      switch signal {
      case .block(let samples): return [.block(samples)]
      case .dropped(let count): return [.dropped(sampleCount: count, overflowCount: 0)]
      case .system(let event): return try events(for: event)
      }
    }

    private func events(for event: SystemEvent) throws -> [AudioSourceEvent] {
      switch event {
      case .interrupted:
        guard engine != nil else { return [] }
        close()
        return [.lost(reason: "a call or another app uses the microphone")]
      case .interruptionEnded(let shouldResume):
        guard engine == nil else { return [] }
        guard shouldResume else { throw AudioDeviceError.takenByAnother(SystemSession.inputName) }
        return [.resumed, try open()]
      case .changed(let changed):
        // An engine that was closed meanwhile is no news. After an interruption, its end opens one.
        guard let engine, ObjectIdentifier(engine) == changed else { return [] }
        return try reopen()
      case .deviceRemoved:
        // An engine that runs has gone on with another microphone.
        guard let engine, !engine.isRunning else { return [] }
        return try reopen()
      case .servicesReset: throw AudioDeviceError.servicesReset(SystemSession.inputName)
      }
    }

    private func reopen() throws -> [AudioSourceEvent] {
      close()
      return [.lost(reason: "the microphone has changed"), .resumed, try open()]
    }

    /// Opens the microphone at its own sample rate.
    ///
    /// A tap whose format is not that of the hardware ends the app with an Objective-C exception,
    /// which Swift cannot catch. So the formats are compared first, and the tap takes the format that
    /// is there.
    private func open() throws(AudioDeviceError) -> AudioSourceEvent {
      share = try SessionShare.take()
      let engine = AVAudioEngine()
      let hardware = engine.inputNode.inputFormat(forBus: 0)
      guard hardware.sampleRate > 0, hardware.channelCount > 0 else { throw .noInputDevice }
      let format = engine.inputNode.outputFormat(forBus: 0)
      guard format.sampleRate == hardware.sampleRate, format.channelCount > 0 else {
        throw .cannotOpen(device: SystemSession.inputName, reason: "its format is changing")
      }
      let sampleRate = format.sampleRate
      engine.inputNode.installTap(
        onBus: 0, bufferSize: AVAudioFrameCount(sampleRate * Self.blockDuration), format: nil
      ) { @Sendable [queue] buffer, _ in
        // A change of the rate stops the engine, which its observer reports.
        guard buffer.format.sampleRate == sampleRate else { return }
        queue.add(buffer.mixed, limit: Int(2 * sampleRate))
      }
      engineObserver = SystemObserver(engine) { [queue] in queue.add($0) }
      engine.prepare()
      do { try engine.start() } catch {
        engine.inputNode.removeTap(onBus: 0)
        throw .cannotOpen(device: SystemSession.inputName, reason: error.localizedDescription)
      }
      self.engine = engine
      return .started(deviceName: SystemSession.inputName, sampleRate: sampleRate)
    }

    /// The duration of a block, in seconds: taps support 0.1...0.4 s.
    private static let blockDuration = 0.1

    private func close() {
      engineObserver = nil
      engine?.inputNode.removeTap(onBus: 0)
      engine?.stop()
      engine = nil
      if stopFlag.isSet { queue.finish() }
    }

    private func finish() {
      stopFlag.set()
      hasReportedEnd = true
      sessionObserver = nil
      close()
      share = nil
    }
  }

  extension AVAudioPCMBuffer {
    /// The mean of all channels.
    fileprivate var mixed: [Float] {
      guard let channels = floatChannelData, format.channelCount > 0 else { return [] }
      let count = Int(format.channelCount)
      return (0..<Int(frameLength)).map { frame in
        var sum: Float = 0
        for channel in 0..<count { sum += channels[channel][frame * stride] }
        return sum / Float(count)
      }
    }
  }

  /// A message to a capture from the engine's thread or from the system.
  enum CaptureSignal: Sendable {
    case block([Float])
    /// The number of samples that were dropped while too many waited.
    case dropped(Int)
    case system(SystemEvent)
  }

  /// Carries signals from the engine's thread, which may allocate, to the reader.
  final class CaptureQueue: Sendable {
    private struct Counts {
      var waiting = 0
      var dropped = 0
    }

    private let stream: AsyncStream<CaptureSignal>
    private let feed: AsyncStream<CaptureSignal>.Continuation
    private let counts = Mutex(Counts())

    init() { (stream, feed) = AsyncStream.makeStream(of: CaptureSignal.self) }

    func add(_ event: SystemEvent) { feed.yield(.system(event)) }

    /// Adds samples, unless more than `limit` wait.
    func add(_ samples: [Float], limit: Int) {
      let (isTaken, dropped) = counts.withLock { counts in
        guard counts.waiting + samples.count <= limit else {
          counts.dropped += samples.count
          return (false, 0)
        }
        counts.waiting += samples.count
        defer { counts.dropped = 0 }
        return (true, counts.dropped)
      }
      if dropped > 0 { feed.yield(.dropped(dropped)) }
      if isTaken { feed.yield(.block(samples)) }
    }

    /// Waits for the next signal; `nil` after the end.
    func next() async -> CaptureSignal? {
      var iterator = stream.makeAsyncIterator()
      let signal = await iterator.next()
      if case .block(let samples) = signal {
        counts.withLock { $0.waiting -= samples.count }
      }
      return signal
    }

    func finish() { feed.finish() }
  }

  /// The user's permission to record.
  enum MicrophonePermission {
    /// Asks the user, if nobody has asked yet.
    ///
    /// - Throws: `microphoneRefused` if the user, or the manager of the device, has refused.
    static func request() async throws(AudioDeviceError) {
      switch AVAudioApplication.shared.recordPermission {
      case .granted: return
      case .undetermined:
        guard await AVAudioApplication.requestRecordPermission() else { throw .microphoneRefused }
      default: throw .microphoneRefused
      }
    }
  }
#endif

#if canImport(AVFAudio)
  import AVFAudio
  import Foundation
  public import LiveAudio
  import Synchronization

  /// Records with AVAudioEngine: for apps on iOS and macOS, without any C library.
  ///
  /// The system asks the user for the microphone when the first event is read; a refusal throws
  /// ``LiveAudio/AudioDeviceError/microphoneRefused``. On iOS the audio session is set to its
  /// measurement mode, in which the system does not process the sound. A call or another app
  /// interrupts the source, which then sends ``LiveAudio/AudioSourceEvent/lost(reason:)``, and
  /// continues with ``LiveAudio/AudioSourceEvent/resumed`` when the interruption is over. It also does
  /// so when another microphone is connected. Up to two seconds of sound wait for a slow reader.
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
    private var observer: SystemObserver?
    private var waiting: [AudioSourceEvent] = []
    private var hasStarted = false
    private var isReading = false
    private var hasReportedEnd = false

    nonisolated var isOver: Bool { stopFlag.isSet }

    func stop() async {
      stopFlag.set()
      close()
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
        observer = SystemObserver { [queue] in queue.add($0) }
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
      case .system(.interrupted):
        guard engine != nil else { return [] }
        close()
        return [.lost(reason: "a call or another app uses the microphone")]
      case .system(.interruptionEnded):
        return engine == nil ? [.resumed, try open()] : []
      case .system(.changed):
        guard engine != nil else { return [] }  // the end of the interruption opens it
        close()
        return [.lost(reason: "the microphone has changed"), .resumed, try open()]
      }
    }

    /// Opens the microphone at its own sample rate.
    private func open() throws(AudioDeviceError) -> AudioSourceEvent {
      try SystemSession.activate()
      let engine = AVAudioEngine()
      let format = engine.inputNode.outputFormat(forBus: 0)
      guard format.sampleRate > 0, format.channelCount > 0 else { throw .noInputDevice }
      // The system may deliver longer blocks than requested.
      let blockSize = AVAudioFrameCount(format.sampleRate / 100)
      engine.inputNode.installTap(onBus: 0, bufferSize: blockSize, format: format) {
        @Sendable [queue] buffer, _ in
        queue.add(buffer.mixed, limit: Int(2 * buffer.format.sampleRate))
      }
      engine.prepare()
      do { try engine.start() } catch {
        engine.inputNode.removeTap(onBus: 0)
        throw .cannotOpen(device: SystemSession.inputName, reason: error.localizedDescription)
      }
      self.engine = engine
      return .started(deviceName: SystemSession.inputName, sampleRate: format.sampleRate)
    }

    private func close() {
      engine?.inputNode.removeTap(onBus: 0)
      engine?.stop()
      engine = nil
      if stopFlag.isSet { queue.finish() }
    }

    private func finish() {
      stopFlag.set()
      hasReportedEnd = true
      observer = nil
      close()
      SystemSession.deactivate()
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

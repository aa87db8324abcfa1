#if canImport(AVFAudio)
  import AVFAudio
  import Foundation
  public import LiveAudio
  import Synchronization

  /// Plays with AVAudioEngine: for apps on iOS and macOS, without any C library.
  ///
  /// The engine converts any sample rate to that of the device. The sink holds a quarter of a second
  /// of sound. The device counts as lost when a call or another app interrupts, when headphones are
  /// unplugged, and when it accepts nothing for two seconds. When the system says that the app should
  /// not continue, or its sound service has restarted, the sink throws
  /// ``LiveAudio/AudioDeviceError/stopped(device:reason:)`` once, and the user has to start again.
  /// Bluetooth headphones play the sound too, later by their own delay.
  ///
  /// - Important: Its types were checked against stubs of Apple's interfaces. It has never been
  ///   compiled with Apple's SDKs, and never run on a device.
  public actor AppleSpeaker: AudioSink {
    private struct Playing {
      let engine: AVAudioEngine
      let player: AVAudioPlayerNode
      let format: AVAudioFormat
      let observer: SystemObserver
      let share: SessionShare  // last, because the engine has to stop before
    }

    private let channelCount: Int
    private let sampleRate: Double
    private let progress = PlaybackProgress()
    private var playing: Playing?
    /// Lives on while the device is lost: the system says later whether the app may continue.
    private var sessionObserver: SystemObserver?

    /// Creates a sink. The device is opened by ``start()``.
    ///
    /// - Parameters:
    ///   - channelCount: The number of interleaved channels, 1 or 2.
    ///   - sampleRate: Samples per second, in hertz, in 8000...192,000. ``start()`` refuses others.
    public init(channelCount: Int = 1, sampleRate: Double = 48_000) {
      self.channelCount = channelCount
      self.sampleRate = sampleRate
    }

    /// The number of times since the start when the device needed samples that had not been written
    /// yet.
    public var underrunCount: Int { progress.underrunCount }

    /// The number of frames that have been written but not yet played.
    public var pendingFrameCount: Int { progress.pendingCount }

    /// Opens the device, or returns the format of the open device.
    ///
    /// - Returns: The format of the samples to write.
    /// - Throws: ``LiveAudio/AudioDeviceError`` if the device cannot be opened.
    public func start() async throws -> AudioSinkFormat {
      if let reason = progress.takeStop() { throw reason }
      if playing == nil { try open() }
      return AudioSinkFormat(
        deviceName: SystemSession.outputName, sampleRate: sampleRate, channelCount: channelCount)
    }

    /// Appends samples, and waits while the sink is full.
    ///
    /// - Parameter interleaved: Whole frames, nominal range -1...1.
    /// - Throws: ``LiveAudio/AudioDeviceError`` if the sink is not running or the device went away;
    ///   `CancellationError` if the task was cancelled.
    public func write(_ interleaved: [Float]) async throws {
      let playing = try running()
      let count = interleaved.count / channelCount
      guard count > 0 else { return }
      guard
        let buffer = AVAudioPCMBuffer(
          pcmFormat: playing.format, frameCapacity: AVAudioFrameCount(count)),
        let channels = buffer.floatChannelData
      else { throw AudioDeviceError.unavailable(reason: "no memory for sound") }
      buffer.frameLength = AVAudioFrameCount(count)
      for channel in 0..<channelCount {
        for frame in 0..<count {
          channels[channel][frame] = interleaved[frame * channelCount + channel]
        }
      }
      progress.add(count)
      playing.player.scheduleBuffer(buffer, completionCallbackType: .dataPlayedBack) {
        @Sendable [progress] _ in progress.finish(count)
      }
      try await wait(untilPending: Int(sampleRate / 4))
    }

    /// Waits until everything written has been played.
    ///
    /// - Throws: The errors of ``write(_:)``.
    public func drain() async throws {
      _ = try running()
      progress.expectEnd()
      try await wait(untilPending: 0)
    }

    /// Stops playing at once and frees the device, and the session if nothing else uses it.
    public func stop() async {
      progress.close()
      playing?.player.stop()
      playing?.engine.stop()
      playing = nil
    }

    /// Opens the device.
    ///
    /// A format that the engine cannot connect, and a player without a running engine, end the app
    /// with an Objective-C exception, which Swift cannot catch. So both are checked first.
    private func open() throws(AudioDeviceError) {
      guard
        1...2 ~= channelCount, 8000...192_000 ~= sampleRate,
        let format = AVAudioFormat(
          standardFormatWithSampleRate: sampleRate, channels: AVAudioChannelCount(channelCount))
      else {
        throw .cannotOpen(
          device: SystemSession.outputName,
          reason: "it cannot play \(channelCount) channels at \(sampleRate) Hz")
      }
      let share = try SessionShare.take()
      let engine = AVAudioEngine()
      let hardware = engine.outputNode.outputFormat(forBus: 0)
      guard hardware.sampleRate > 0, hardware.channelCount > 0 else { throw .noOutputDevice }
      let player = AVAudioPlayerNode()
      engine.attach(player)
      engine.connect(player, to: engine.mainMixerNode, format: format)
      progress.restart()
      if sessionObserver == nil {
        sessionObserver = SystemObserver { [progress] in progress.follow($0) }
      }
      let observer = SystemObserver(engine) { [progress] in progress.follow($0) }
      do { try engine.start() } catch {
        throw .cannotOpen(device: SystemSession.outputName, reason: error.localizedDescription)
      }
      guard engine.isRunning else { throw .lost(device: SystemSession.outputName) }
      player.play()
      playing = Playing(
        engine: engine, player: player, format: format, observer: observer, share: share)
    }

    private func running() throws(AudioDeviceError) -> Playing {
      if let reason = progress.takeStop() { throw reason }
      guard let playing else { throw .notStarted }
      guard !progress.isLost else { throw .lost(device: SystemSession.outputName) }
      return playing
    }

    private func wait(untilPending limit: Int) async throws {
      var last = progress.pendingCount
      var idle = Duration.zero
      while progress.pendingCount > limit {
        try await Task.sleep(for: Self.pollInterval)
        _ = try running()
        idle = progress.pendingCount < last ? .zero : idle + Self.pollInterval
        last = progress.pendingCount
        if idle > Self.patience { throw AudioDeviceError.lost(device: SystemSession.outputName) }
      }
    }

    private static let pollInterval = Duration.milliseconds(5)
    private static let patience = Duration.seconds(2)
  }

  /// The frames that the player has yet to play, updated by its own thread.
  private final class PlaybackProgress: Sendable {
    private struct State {
      var pending = 0
      var underruns = 0
      var isEndExpected = true  // before the first write
      var isOpen = false
      var isLost = false
      var stop: AudioDeviceError?
    }

    private let state = Mutex(State())

    var pendingCount: Int { state.withLock { $0.pending } }
    var underrunCount: Int { state.withLock { $0.underruns } }
    var isLost: Bool { state.withLock { $0.isLost } }

    func restart() { state.withLock { $0 = State(isOpen: true) } }
    func close() { state.withLock { $0.isOpen = false } }

    /// Follows an event of the system.
    func follow(_ event: SystemEvent) {
      switch event {
      case .interrupted, .changed, .deviceRemoved:
        state.withLock { $0.isLost = $0.isLost || $0.isOpen }
      case .interruptionEnded(shouldResume: true): break
      case .interruptionEnded(shouldResume: false): stop(.takenByAnother(SystemSession.outputName))
      case .servicesReset: stop(.servicesReset(SystemSession.outputName))
      }
    }

    /// Returns why the user has to start again, once.
    func takeStop() -> AudioDeviceError? {
      state.withLock { state in
        defer { state.stop = nil }
        return state.stop
      }
    }

    /// Stops what plays, or waits for its device. The user may have stopped it before, and is told nothing then.
    private func stop(_ reason: AudioDeviceError) {
      state.withLock { state in
        guard state.isOpen || state.isLost else { return }
        state.isLost = true
        state.stop = reason
      }
    }

    func expectEnd() { state.withLock { $0.isEndExpected = true } }

    func add(_ count: Int) {
      state.withLock { state in
        state.pending += count
        state.isEndExpected = false
      }
    }

    func finish(_ count: Int) {
      state.withLock { state in
        state.pending = max(0, state.pending - count)
        if state.pending == 0, !state.isEndExpected { state.underruns += 1 }
      }
    }
  }
#endif

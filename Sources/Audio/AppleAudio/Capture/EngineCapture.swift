#if canImport(AVFAudio)
  import AVFAudio
  import Foundation
  import LiveAudio

  /// One run of the microphone, from the question to the user to the end.
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
      // The system may give longer blocks than it is asked for.
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
#endif

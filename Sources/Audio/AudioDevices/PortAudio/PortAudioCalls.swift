import CPortAudio

#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// The calls of PortAudio in use, which tests can replace.
///
/// All but ``abort(_:)`` change the state of the whole library, and may not overlap.
protocol PortAudioCalls: Sendable {
  func initialize() throws(PortAudioError)
  /// Closes every stream that is still open, whoever uses it.
  func terminate()
  /// The devices, as they were when the library was initialised.
  func devices() -> [AudioDevice]
  func open(_ request: StreamRequest) throws(PortAudioError) -> StreamHandle
  /// Starts the stream's thread.
  func start(_ stream: StreamHandle) throws(PortAudioError)
  /// Ends the stream's thread, and returns when it has ended. Blocks as long as the sound system
  /// does. Touches only the stream. After an error the state of the thread is unknown.
  func abort(_ stream: StreamHandle) throws(PortAudioError)
  /// Frees a stream without a thread. One that has a thread left would be ended once more.
  func close(_ stream: StreamHandle)
}

/// PortAudio's wording of an error.
struct PortAudioError: Error, Equatable {
  var reason: String
}

/// A stream of PortAudio: its address, which only PortAudio dereferences.
struct StreamHandle: Hashable, Sendable {
  let address: UInt
}

/// The parameters of a stream to open.
struct StreamRequest {
  var device: AudioDevice
  var direction: Direction
  var channelCount: Int
  var sampleRate: Double
  var callback: RealTimeCallback
  var finished: FinishedCallback
  /// The pointer that both callbacks receive.
  var context: UnsafeMutableRawPointer
}

/// Delivers or fetches samples, on the device's real-time thread.
typealias RealTimeCallback =
  @convention(c) @Sendable (
    _ input: UnsafeRawPointer?, _ output: UnsafeMutableRawPointer?, _ frameCount: UInt,
    _ time: UnsafePointer<PaStreamCallbackTimeInfo>?, _ flags: PaStreamCallbackFlags,
    _ context: UnsafeMutableRawPointer?
  ) -> Int32

/// Called when a stream has become inactive: its thread no longer touches the context.
typealias FinishedCallback = @convention(c) @Sendable (_ context: UnsafeMutableRawPointer?) -> Void

/// The library itself.
struct SystemPortAudioCalls: PortAudioCalls {
  func initialize() throws(PortAudioError) {
    dropMessages()
    try check(Silence.standardError.during { Pa_Initialize() })
  }

  func terminate() { Pa_Terminate() }

  func devices() -> [AudioDevice] {
    let defaults = (input: Pa_GetDefaultInputDevice(), output: Pa_GetDefaultOutputDevice())
    return (0..<max(0, Pa_GetDeviceCount())).compactMap { number in
      guard let info = Pa_GetDeviceInfo(number)?.pointee else { return nil }
      let host = Pa_GetHostApiInfo(info.hostApi)?.pointee.name
      return AudioDevice(
        number: Int(number), name: info.name.map { String(cString: $0) } ?? "device \(number)",
        hostName: host.map { String(cString: $0) } ?? "unknown",
        inputChannelCount: Int(info.maxInputChannels),
        outputChannelCount: Int(info.maxOutputChannels),
        defaultSampleRate: info.defaultSampleRate, isDefaultInput: number == defaults.input,
        isDefaultOutput: number == defaults.output)
    }
  }

  func open(_ request: StreamRequest) throws(PortAudioError) -> StreamHandle {
    var parameters = PaStreamParameters(
      device: PaDeviceIndex(request.device.number), channelCount: Int32(request.channelCount),
      sampleFormat: Self.floatSamples, suggestedLatency: latency(of: request),
      hostApiSpecificStreamInfo: nil)
    var stream: UnsafeMutableRawPointer?
    let code = Silence.standardError.during {
      withUnsafePointer(to: &parameters) { parameters in
        Pa_OpenStream(
          &stream, request.direction == .input ? parameters : nil,
          request.direction == .output ? parameters : nil, request.sampleRate,
          0, 0, request.callback, request.context)  // 0: any block size; 0: clip and dither
      }
    }
    try check(code)
    guard let stream else { throw PortAudioError(reason: "no stream") }
    Pa_SetStreamFinishedCallback(stream, request.finished)
    return StreamHandle(address: UInt(bitPattern: stream))
  }

  func start(_ stream: StreamHandle) throws(PortAudioError) {
    try check(Silence.standardError.during { Pa_StartStream(stream.pointer) })
  }

  func abort(_ stream: StreamHandle) throws(PortAudioError) {
    let code = Pa_AbortStream(stream.pointer)
    if code != Self.streamIsStopped { try check(code) }
  }

  func close(_ stream: StreamHandle) { Pa_CloseStream(stream.pointer) }

  /// Suppresses the messages of ALSA and JACK about missing devices and underruns.
  private func dropMessages() {
    #if os(Linux)
      if let setter = dlsym(nil, "snd_lib_error_set_handler") {
        CPortAudioDropMessagesOfALSA(setter)
      }
      for name in ["jack_set_error_function", "jack_set_info_function"] {
        if let setter = dlsym(nil, name) { CPortAudioDropMessagesOfJACK(setter) }
      }
    #endif
  }

  private func latency(of request: StreamRequest) -> PaTime {
    guard let info = Pa_GetDeviceInfo(PaDeviceIndex(request.device.number))?.pointee else {
      return 0.02
    }
    // The low latency of a sound server is some 9 ms. On a busy machine that overruns, and each
    // overrun costs up to 1.5 s until the server delivers again; with 35 ms there was none.
    // To play, the high latency of 35 ms ran dry again and again on a busy machine.
    return request.direction == .input
      ? max(info.defaultLowInputLatency, min(info.defaultHighInputLatency, 0.035))
      : max(info.defaultHighOutputLatency, 0.1)
  }

  private func check(_ code: PaError) throws(PortAudioError) {
    guard code != 0 else { return }
    throw PortAudioError(
      reason: Pa_GetErrorText(code).map { String(cString: $0) } ?? "error \(code)")
  }

  private static let floatSamples = PaSampleFormat(1)  // paFloat32, a macro Swift does not import
  private static let streamIsStopped = PaError(paStreamIsStopped.rawValue)
}

extension StreamHandle {
  fileprivate var pointer: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: address) }
}

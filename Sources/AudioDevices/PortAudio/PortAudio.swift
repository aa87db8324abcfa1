import CPortAudio
import Synchronization

/// The one way to PortAudio, whose calls may not overlap.
///
/// PortAudio lists the devices when it is initialised, and never again. So it is initialised anew
/// whenever no stream is open, which keeps the list fresh.
actor PortAudio {
  /// The instance in use: one for the whole process, because PortAudio's state is.
  static var current: PortAudio { instance.withLock { $0 } }
  private static let instance = Mutex(PortAudio())

  nonisolated private let executor = SerialQueueExecutor(label: "PortAudio")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var streamCount = 0
  private var isInitialized = false

  /// After a call that hangs: leaves the thread that hangs, and its stream, to themselves.
  ///
  /// The new instance never terminates PortAudio, since that would close the stream that hangs; its
  /// list of devices stays as it is from then on.
  static func replace(_ stuck: PortAudio) {
    instance.withLock { current in
      if current === stuck { current = PortAudio(isLeaking: true) }
    }
  }

  private init(isLeaking: Bool = false) {
    streamCount = isLeaking ? 1 : 0
    isInitialized = isLeaking
  }

  /// Lists the devices.
  func devices() throws(AudioDeviceError) -> [AudioDevice] {
    try initialize()
    defer { terminateIfIdle() }
    return list()
  }

  /// Finds a device, and has a stream opened and started on it.
  func open<Stream: Sendable>(
    _ selection: DeviceSelection, for direction: Direction,
    start: @Sendable (AudioDevice) throws(AudioDeviceError) -> Stream
  ) throws(AudioDeviceError) -> Stream {
    try initialize()
    defer { terminateIfIdle() }
    let stream = try start(try selection.find(in: list(), for: direction))
    streamCount += 1
    return stream
  }

  /// Closes a stream that ``open(_:for:start:)`` gave.
  func close(_ stream: PortAudioStream) {
    withoutStandardError { stream.close() }
    streamCount -= 1
    terminateIfIdle()
  }

  private func initialize() throws(AudioDeviceError) {
    guard streamCount == 0 else { return }
    terminateIfIdle()
    let code = withoutStandardError { Pa_Initialize() }
    guard code == 0 else { throw .unavailable(reason: errorText(code)) }
    isInitialized = true
  }

  private func terminateIfIdle() {
    guard streamCount == 0, isInitialized else { return }
    withoutStandardError { _ = Pa_Terminate() }
    isInitialized = false
  }

  private func list() -> [AudioDevice] {
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
}

/// PortAudio's wording of an error.
func errorText(_ code: PaError) -> String {
  Pa_GetErrorText(code).map { String(cString: $0) } ?? "error \(code)"
}

import CPortAudio

/// The calls of PortAudio that are made here, so that tests can put others in their place.
///
/// All but ``abort(_:)`` change what the whole library shares, and may not overlap.
protocol PortAudioCalls: Sendable {
  func initialize() throws(PortAudioError)
  /// Closes every stream that is still open, whoever uses it.
  func terminate()
  /// The devices, as they were when the library was initialised.
  func devices() -> [AudioDevice]
  func open(_ request: StreamRequest) throws(PortAudioError) -> StreamHandle
  /// Starts the stream's thread.
  func start(_ stream: StreamHandle) throws(PortAudioError)
  /// Ends the stream's thread, and returns when it has ended. Blocks for as long as the sound system
  /// does. Touches nothing but the stream. After an error nobody knows what the thread does.
  func abort(_ stream: StreamHandle) throws(PortAudioError)
  /// Frees a stream without a thread. One that has a thread left would be ended once more.
  func close(_ stream: StreamHandle)
}

/// PortAudio's wording of an error.
struct PortAudioError: Error, Equatable {
  var reason: String
}

/// A stream of PortAudio: its address, which only PortAudio looks behind.
struct StreamHandle: Hashable, Sendable {
  let address: UInt
}

/// What to open.
struct StreamRequest {
  var device: AudioDevice
  var direction: Direction
  var channelCount: Int
  var sampleRate: Double
  var callback: RealTimeCallback
  var finished: FinishedCallback
  /// What both callbacks get.
  var context: UnsafeMutableRawPointer
}

/// Delivers or fetches samples, on the device's real-time thread.
typealias RealTimeCallback =
  @convention(c) @Sendable (
    _ input: UnsafeRawPointer?, _ output: UnsafeMutableRawPointer?, _ frameCount: UInt,
    _ time: UnsafePointer<PaStreamCallbackTimeInfo>?, _ flags: PaStreamCallbackFlags,
    _ context: UnsafeMutableRawPointer?
  ) -> Int32

/// Tells that a stream has become inactive: its thread touches the context no more.
typealias FinishedCallback = @convention(c) @Sendable (_ context: UnsafeMutableRawPointer?) -> Void

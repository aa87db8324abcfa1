import LiveAudio
/// The channel of a device to use.
public enum InputChannel: Sendable, Hashable {
  /// The mean of the first two channels, or of all if the device cannot open just two.
  case mix
  /// One channel, counted from 1.
  case channel(Int)
}

/// What a microphone asks of a ``CaptureBackend``.
struct CaptureRequest: Sendable, Equatable {
  var device: DeviceSelection
  var channel: InputChannel
}

/// Opens devices to record from: PortAudio, or a fake in tests.
protocol CaptureBackend: Sendable {
  func open(_ request: CaptureRequest) async throws(AudioDeviceError) -> any CaptureStream
}

/// A device that records mono samples into a ring until it is closed or goes away.
protocol CaptureStream: AnyObject, Sendable {
  var deviceName: String { get }
  var sampleRate: Double { get }
  /// Written by the device's own thread; read by one session.
  var ring: SampleRing { get }
  /// How many samples did not fit into the ring so far.
  var droppedCount: Int { get }
  /// How many gaps the device has reported so far.
  var overflowCount: Int { get }
  /// Whether the device has stopped by itself.
  var hasFinished: Bool { get }
  /// Frees the device. Returns in a few seconds even if the device hangs.
  func close() async
}

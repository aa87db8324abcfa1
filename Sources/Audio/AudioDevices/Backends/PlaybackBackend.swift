import LiveAudio
/// What a loudspeaker asks of a ``PlaybackBackend``.
struct PlaybackRequest: Sendable, Equatable {
  var device: DeviceSelection
  var channelCount: Int
  /// Samples per second, in hertz; the device's own rate if `nil`.
  var sampleRate: Double?
}

/// Opens devices to play to: PortAudio, or a fake in tests.
protocol PlaybackBackend: Sendable {
  func open(_ request: PlaybackRequest) async throws(AudioDeviceError) -> any PlaybackStream
}

/// A device that plays what is in a ring until it is closed or goes away.
protocol PlaybackStream: AnyObject, Sendable {
  var format: AudioSinkFormat { get }
  /// Written by one sink; read by the device's own thread.
  var ring: SampleRing { get }
  /// How many times the ring had too few samples.
  var underrunCount: Int { get }
  /// Whether the device has stopped by itself.
  var hasFinished: Bool { get }
  /// Says that an empty ring is the end, not an underrun, until more is written.
  func expectEnd(_ isExpected: Bool)
  /// Frees the device. Returns in a few seconds even if the device hangs.
  func close() async
}

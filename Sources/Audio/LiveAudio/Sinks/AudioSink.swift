/// A destination for sound: a loudspeaker, or your own type.
///
/// You can call start and stop in any state: a second start returns the format again, a second stop
/// does nothing, and a stop during a start makes that start throw ``AudioDeviceError/notStarted``.
public protocol AudioSink: Sendable {
  /// Opens the device.
  ///
  /// - Returns: The format of the samples to write.
  /// - Throws: ``AudioDeviceError`` if the device cannot be opened.
  func start() async throws -> AudioSinkFormat

  /// Appends samples, and waits while the sink is full.
  ///
  /// - Parameter interleaved: Whole frames, nominal range -1...1.
  /// - Throws: ``AudioDeviceError`` if the sink is not running or the device was lost;
  ///   `CancellationError` if the task was cancelled.
  func write(_ interleaved: [Float]) async throws

  /// Waits until everything written has been passed to the device.
  ///
  /// - Throws: The same errors as ``write(_:)``.
  func drain() async throws

  /// Stops playing at once and frees the device.
  func stop() async

  /// The number of times since the start when the device needed samples that had not been written
  /// yet.
  var underrunCount: Int { get async }

  /// The number of frames that have been written but not yet passed to the device.
  var pendingFrameCount: Int { get async }

  /// A frame whose time is known; `nil` if the device does not say, which is the default.
  var heard: HeardFrame? { get async }
}

extension AudioSink {
  /// `nil`: nothing is known of the time at which frames are heard.
  public var heard: HeardFrame? { get async { nil } }
}

/// A frame of a sink, and the time at which it leaves the loudspeaker, as far as the device knows.
public struct HeardFrame: Sendable, Hashable {
  /// The number of frames that have been written after it and with it.
  public let laterFrameCount: Int
  /// Nanoseconds on the computer's clock that never goes back (`CLOCK_MONOTONIC`); often in the
  /// future.
  public let time: Int64

  /// Creates a frame with its time.
  ///
  /// - Parameters:
  ///   - laterFrameCount: The number of frames that have been written after it and with it.
  ///   - time: Nanoseconds on the computer's clock that never goes back.
  public init(laterFrameCount: Int, time: Int64) {
    self.laterFrameCount = laterFrameCount
    self.time = time
  }
}

/// The sample format of a running sink.
public struct AudioSinkFormat: Sendable, Hashable {
  /// The name of the device.
  public let deviceName: String
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// The number of interleaved channels.
  public let channelCount: Int

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - deviceName: The name of the device.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - channelCount: The number of interleaved channels, at least 1.
  public init(deviceName: String, sampleRate: Double, channelCount: Int) {
    self.deviceName = deviceName
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }
}

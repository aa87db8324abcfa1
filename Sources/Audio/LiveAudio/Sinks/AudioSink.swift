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

  /// Waits until everything written has been handed to the device.
  ///
  /// - Throws: As ``write(_:)``.
  func drain() async throws

  /// Stops playing at once and frees the device.
  func stop() async

  /// The number of times since the start when the device needed samples that had not been written
  /// yet.
  var underrunCount: Int { get async }

  /// The number of frames that have been written but not yet passed to the device.
  var pendingFrameCount: Int { get async }
}

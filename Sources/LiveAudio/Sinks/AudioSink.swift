/// A place where sound goes: a loudspeaker, or one of your own.
///
/// Start and stop may come in any state: a second start gives the format again, a second stop does
/// nothing, a stop during a start makes that start throw ``AudioDeviceError/notStarted``.
public protocol AudioSink: Sendable {
  /// Opens the device.
  ///
  /// - Returns: The format of the samples to write.
  /// - Throws: ``AudioDeviceError`` if the device cannot be opened.
  func start() async throws -> AudioSinkFormat

  /// Appends samples, and waits while more than the sink can hold are before them.
  ///
  /// - Parameter interleaved: Whole frames, nominal range -1...1.
  /// - Throws: ``AudioDeviceError`` if the sink is not running or the device went away;
  ///   `CancellationError` if the task was cancelled.
  func write(_ interleaved: [Float]) async throws

  /// Waits until everything written has been handed to the device.
  ///
  /// - Throws: As ``write(_:)``.
  func drain() async throws

  /// Stops to play at once and frees the device.
  func stop() async

  /// How many times the device wanted samples that had not been written yet, since the start.
  var underrunCount: Int { get async }

  /// How many frames have been written but not been handed to the device yet.
  var pendingFrameCount: Int { get async }
}

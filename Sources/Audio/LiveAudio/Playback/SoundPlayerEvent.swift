/// The progress of a ``SoundPlayer``.
public struct SoundPlayerProgress: Sendable, Hashable {
  /// The number of frames rendered or skipped since the start.
  public var frameCount: Int
  /// The number of frames that still wait in the sink.
  public var pendingFrameCount: Int
  /// The number of times when the device needed samples that were not available yet.
  public var underrunCount: Int
  /// The number of samples beyond full scale.
  public var overCount: Int

  /// Creates a progress from its parts.
  ///
  /// - Parameters:
  ///   - frameCount: The number of frames rendered or skipped since the start.
  ///   - pendingFrameCount: The number of frames that still wait in the sink.
  ///   - underrunCount: The number of times when the device needed samples that were not available
  ///     yet.
  ///   - overCount: The number of samples beyond full scale.
  public init(
    frameCount: Int, pendingFrameCount: Int = 0, underrunCount: Int = 0, overCount: Int = 0
  ) {
    self.frameCount = frameCount
    self.pendingFrameCount = pendingFrameCount
    self.underrunCount = underrunCount
    self.overCount = overCount
  }
}

/// An event while a ``SoundPlayer`` plays, in chronological order.
public enum SoundPlayerEvent: Sendable, Equatable {
  /// The device is open.
  case started(AudioSinkFormat)
  /// Another block is in the sink.
  case progress(SoundPlayerProgress)
  /// The device went away; it is waited for.
  case lost(device: String)
  /// The device is back, and the sound continues in time; `after` is how long it was gone.
  case resumed(AudioSinkFormat, after: Duration)
}

/// How far a ``SoundPlayer`` has come.
public struct SoundPlayerProgress: Sendable, Hashable {
  /// The number of frames rendered or skipped since the start.
  public var frameCount: Int
  /// How many of them still wait in the sink.
  public var pendingFrameCount: Int
  /// How many times the device wanted samples that were not there yet.
  public var underrunCount: Int
  /// How many samples lay beyond full scale.
  public var overCount: Int

  /// Creates a progress from its parts.
  ///
  /// - Parameters:
  ///   - frameCount: The number of frames rendered or skipped since the start.
  ///   - pendingFrameCount: How many of them still wait in the sink.
  ///   - underrunCount: How many times the device wanted samples that were not there yet.
  ///   - overCount: How many samples lay beyond full scale.
  public init(
    frameCount: Int, pendingFrameCount: Int = 0, underrunCount: Int = 0, overCount: Int = 0
  ) {
    self.frameCount = frameCount
    self.pendingFrameCount = pendingFrameCount
    self.underrunCount = underrunCount
    self.overCount = overCount
  }
}

/// What happens while a ``SoundPlayer`` plays, in order.
public enum SoundPlayerEvent: Sendable, Equatable {
  /// The device is open.
  case started(AudioSinkFormat)
  /// Another block is in the sink.
  case progress(SoundPlayerProgress)
  /// The device went away; it is waited for.
  case lost(device: String)
  /// The device is back, and plays what is due now; `after` says how long it was gone.
  case resumed(AudioSinkFormat, after: Duration)
}

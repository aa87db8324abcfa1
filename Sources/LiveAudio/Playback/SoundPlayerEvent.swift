public import AudioDevices

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

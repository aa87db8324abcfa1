#if canImport(AVFAudio)
  /// What the system tells an app about its sound.
  enum SystemEvent: Sendable {
    /// A call or another app has taken the sound.
    case interrupted
    /// The app may have it back.
    case interruptionEnded
    /// Another device is there, or the format of this one has changed; the engine has stopped.
    case changed
  }
#endif

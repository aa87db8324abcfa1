#if canImport(AVFAudio)
  public import LiveAudio

  /// Records with AVAudioEngine: for apps on iOS and macOS, without any C library.
  ///
  /// The system asks the user for the microphone when the first event is read; a refusal throws
  /// ``LiveAudio/AudioDeviceError/microphoneRefused``. On iOS the audio session is set to its
  /// measurement mode, in which the system does not process the sound. A call or another app
  /// interrupts the source, which then sends ``LiveAudio/AudioSourceEvent/lost(reason:)``, and
  /// continues with ``LiveAudio/AudioSourceEvent/resumed`` when the interruption is over. It also does
  /// so when another microphone is connected. Up to two seconds of sound wait for a slow reader.
  ///
  /// The app needs `NSMicrophoneUsageDescription` in its `Info.plist`.
  ///
  /// - Important: Its types were checked against stubs of Apple's interfaces. It has never been
  ///   compiled with Apple's SDKs, and never run on a device.
  public final class AppleMicrophone: AudioSource {
    private let slot = SessionSlot<EngineCapture>()

    /// Creates a source for the system's microphone. It is opened when its events are read.
    public init() {}

    /// Starts to record, or joins the session that already runs.
    ///
    /// - Returns: The events of the session.
    public func start() -> AudioSourceEvents { slot.start { EngineCapture() } }

    /// Stops to record, and returns when the microphone is free.
    public func stop() async { await slot.stop() }
  }
#endif

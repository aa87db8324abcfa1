public import LiveAudio
/// Records from a sound device, at the device's own sample rate.
///
/// A device is lost if it is unplugged, if its sound server is gone, or if it sends nothing for 2
/// s, not even zeros. The session then sends ``LiveAudio/AudioSourceEvent/lost(reason:)``, tries
/// again after 0.25 s, 0.5 s … 4 s, and continues when the device, or one with the same name, is
/// back. Blocks are at most 10 ms long. Up to two seconds of sound wait for a slow reader; further
/// sound is dropped, counted and reported.
///
/// The first event, or an ``LiveAudio/AudioDeviceError``, reports whether the device could be
/// opened.
public final class MicrophoneSource: AudioSource {
  private let request: CaptureRequest
  private let backend: any CaptureBackend
  private let makeTimekeeper: @Sendable () -> Timekeeper
  private let slot = SessionSlot<CaptureSession>()

  /// Creates a source. The device is opened when its events are read.
  ///
  /// - Parameters:
  ///   - device: The device to record from. The system's default by default.
  ///   - channel: The channels to use. A mix by default.
  public convenience init(device: DeviceSelection = .systemDefault, channel: InputChannel = .mix) {
    self.init(
      CaptureRequest(device: device, channel: channel), backend: PortAudioCaptureBackend(),
      clock: ContinuousClock())
  }

  init(
    _ request: CaptureRequest, backend: any CaptureBackend, clock: some Clock<Duration>
  ) {
    self.request = request
    self.backend = backend
    makeTimekeeper = { Timekeeper(clock) }
  }

  /// Starts to record, or joins the session that already runs.
  ///
  /// - Returns: The events of the session.
  public func start() -> AudioSourceEvents {
    slot.start { CaptureSession(request, backend: backend, time: makeTimekeeper()) }
  }

  /// Stops to record, and returns when the device is free. During a start it returns at once.
  public func stop() async { await slot.stop() }
}

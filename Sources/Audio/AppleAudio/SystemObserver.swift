#if canImport(AVFAudio)
  import AVFAudio
  import Foundation
  import LiveAudio

  /// Forwards the system's events about the app's sound for as long as it lives.
  ///
  /// The handler may run on a thread of the engine. It must not release the engine there, which can
  /// deadlock, and so only passes the event on.
  final class SystemObserver {
    private let tokens: [any NSObjectProtocol]

    /// Observes the session: interruptions, removed devices, the restart of the sound service.
    init(_ handler: @escaping @Sendable (SystemEvent) -> Void) {
      tokens = SystemSession.observe(handler)
    }

    /// Observes one engine. Those of other sources and of the app itself are none of our business.
    init(_ engine: AVAudioEngine, _ handler: @escaping @Sendable (SystemEvent) -> Void) {
      let identity = ObjectIdentifier(engine)
      tokens = [
        NotificationCenter.default.addObserver(
          forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
        ) { _ in handler(.changed(identity)) }
      ]
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
  }

  /// An event of the system that concerns the app's sound.
  enum SystemEvent: Sendable {
    /// A call or another app has taken the sound.
    case interrupted
    /// The interruption is over. Without `shouldResume` another app keeps the sound, and only the
    /// user may start again.
    case interruptionEnded(shouldResume: Bool)
    /// A device was unplugged. The engine may have gone on with another one.
    case deviceRemoved
    /// The format of the engine's device has changed; the engine has stopped.
    case changed(ObjectIdentifier)
    /// The system's sound service has restarted: all engines are dead, and only the user may start
    /// again.
    case servicesReset
  }

  extension AudioDeviceError {
    static func takenByAnother(_ device: String) -> Self {
      .stopped(device: device, reason: "another app uses the sound")
    }

    static func servicesReset(_ device: String) -> Self {
      .stopped(device: device, reason: "the system's sound service has restarted")
    }
  }
#endif

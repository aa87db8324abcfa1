#if canImport(AVFAudio)
  import AVFAudio
  import Foundation

  /// Forwards the system's events for as long as it lives.
  final class SystemObserver {
    private let tokens: [any NSObjectProtocol]

    init(_ handler: @escaping @Sendable (SystemEvent) -> Void) {
      let changes = NotificationCenter.default.addObserver(
        forName: .AVAudioEngineConfigurationChange, object: nil, queue: nil
      ) { _ in handler(.changed) }
      tokens = [changes] + SystemSession.observe(handler)
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
  }

  /// An event of the system that concerns the app's sound.
  enum SystemEvent: Sendable {
    /// A call or another app has taken the sound.
    case interrupted
    /// The app may have it back.
    case interruptionEnded
    /// Another device is there, or the format of this one has changed; the engine has stopped.
    case changed
  }
#endif

#if canImport(AVFAudio)
  import AVFAudio
  import Foundation

  /// Passes on what the system tells, as long as it lives.
  final class SystemObserver {
    private let tokens: [any NSObjectProtocol]

    init(_ tell: @escaping @Sendable (SystemEvent) -> Void) {
      let changes = NotificationCenter.default.addObserver(
        forName: .AVAudioEngineConfigurationChange, object: nil, queue: nil
      ) { _ in tell(.changed) }
      tokens = [changes] + SystemSession.observe(tell)
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
  }

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

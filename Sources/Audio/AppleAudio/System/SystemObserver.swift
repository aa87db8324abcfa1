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
#endif

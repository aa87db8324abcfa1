#if os(macOS)
  import Foundation
  import LiveAudio

  /// A Mac has no session to share: every program has its own sound, which nothing interrupts.
  final class SessionShare: Sendable {
    static func take() throws(AudioDeviceError) -> SessionShare { SessionShare() }
  }

  /// The names of a Mac's devices, and its events: none.
  enum SystemSession {
    static var inputName: String { "Microphone" }
    static var outputName: String { "Loudspeaker" }
    static func observe(
      _ handler: @escaping @Sendable (SystemEvent) -> Void
    ) -> [any NSObjectProtocol] { [] }
  }
#endif

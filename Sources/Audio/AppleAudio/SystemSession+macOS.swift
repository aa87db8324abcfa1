#if os(macOS)
  import Foundation
  import LiveAudio

  /// A Mac has no session: every program has its own sound, which nothing interrupts.
  enum SystemSession {
    static func activate() throws(AudioDeviceError) {}
    static func deactivate() {}
    static var inputName: String { "Microphone" }
    static var outputName: String { "Loudspeaker" }
    static func observe(
      _ handler: @escaping @Sendable (SystemEvent) -> Void
    ) -> [any NSObjectProtocol] { [] }
  }
#endif

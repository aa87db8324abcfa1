import AudioDevices
import LiveAudio
import MessageCommands
import PairingByAir

/// The loudspeaker of a pairing.
enum PairingSound {
  /// Plays messages one after the other, each until it has sounded.
  static func player(_ name: String?) -> @Sendable (AirMessage) async throws -> Void {
    return { message in
      let player = SoundPlayer(sink: SpeakerSink(named: name)) {
        try message.sound(sampleRate: $0.sampleRate)
      }
      try await player.play()
    }
  }
}

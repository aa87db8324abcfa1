import AudioDevices
import LiveAudio
import PairingByAir

/// The loudspeaker of a pairing.
enum PairingSound {
  /// Plays messages one after the other, each until it has sounded.
  static func player(_ name: String?) -> @Sendable (AirMessage) async throws -> Void {
    let device = DeviceSelection(name ?? "")
    return { message in
      let sink = SpeakerSink(device: device, channelCount: 1)
      let player = SoundPlayer(sink: sink) { try message.sound(sampleRate: $0.sampleRate) }
      try await player.play()
    }
  }
}

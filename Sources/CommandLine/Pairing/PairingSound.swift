import AudioDevices
import LiveAudio
import PairingByAir

/// The microphone and the loudspeaker of a pairing.
struct PairingSound: Sendable {
  let sampleRate: Double
  /// What is heard from now on. It ends with the device: a pairing does not outlive it.
  let blocks: AsyncThrowingStream<[Float], any Error>

  /// Opens a microphone.
  static func listen(_ name: String?) async throws -> PairingSound {
    let source = MicrophoneSource(device: DeviceSelection(name ?? ""), channel: .mix)
    let (rates, rate) = AsyncThrowingStream.makeStream(of: Double.self)
    let (blocks, feed) = AsyncThrowingStream.makeStream(of: [Float].self)
    let hearing = Task {
      do {
        for try await event in source.start() {
          switch event {
          case .started(_, let value): rate.yield(value)
          case .block(let block): feed.yield(block)
          case .lost: await source.stop()
          default: continue
          }
        }
        feed.finish()
      } catch {
        rate.finish(throwing: error)
        feed.finish(throwing: error)
      }
    }
    feed.onTermination = { _ in hearing.cancel() }
    for try await sampleRate in rates {
      return PairingSound(sampleRate: sampleRate, blocks: blocks)
    }
    throw CancellationError()
  }

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

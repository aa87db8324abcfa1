import AudioDevices
import LiveAudio

/// What a microphone hears from now on.
struct MicrophoneSound: Sendable {
  let sampleRate: Double
  /// They end with the device: what needs an answer does not outlive it.
  let blocks: AsyncThrowingStream<[Float], any Error>
  /// Ends them, and returns when the device is free.
  private let close: @Sendable () async -> Void

  /// Opens a microphone for a while.
  ///
  /// When this returns or throws, the device is free, unless it hangs.
  ///
  /// - Parameters:
  ///   - name: Number or part of the name; `nil` for the default one.
  ///   - body: What to do with the sound.
  /// - Returns: What `body` returns.
  /// - Throws: `AudioDeviceError`, and what `body` throws.
  static func listen<Output>(
    _ name: String?, _ body: (MicrophoneSound) async throws -> Output
  ) async throws -> Output {
    let sound = try await open(name)
    do {
      let output = try await body(sound)
      await sound.close()
      return output
    } catch {
      await sound.close()
      throw error
    }
  }

  private static func open(_ name: String?) async throws -> MicrophoneSound {
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
      return MicrophoneSound(sampleRate: sampleRate, blocks: blocks) {
        await source.stop()
        hearing.cancel()
        await hearing.value
      }
    }
    throw CancellationError()
  }
}

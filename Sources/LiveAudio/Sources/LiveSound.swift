/// What a source hears from its start until its device goes away, for whoever must answer it.
///
/// ```swift
/// try await LiveSound.listen(to: MicrophoneSource()) { sound in
///   for try await block in sound.blocks { use(block, sound.sampleRate) }
/// }
/// ```
public struct LiveSound: Sendable {
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// Mono samples, any count. They end with the device: what needs an answer does not outlive it.
  public let blocks: AsyncThrowingStream<[Float], any Error>
  /// Ends them, and returns when the device is free.
  private let close: @Sendable () async -> Void

  /// Opens a source for a while.
  ///
  /// When this returns or throws, the device is free, unless it hangs.
  ///
  /// - Parameters:
  ///   - source: What to listen to.
  ///   - body: What to do with the sound.
  /// - Returns: What `body` returns.
  /// - Throws: The error of the source, such as ``AudioDeviceError``, and what `body`
  ///   throws; `CancellationError` if the source is stopped before it starts.
  public static func listen<Output>(
    to source: any AudioSource, _ body: (LiveSound) async throws -> Output
  ) async throws -> Output {
    let sound = try await open(source)
    do {
      let output = try await body(sound)
      await sound.close()
      return output
    } catch {
      await sound.close()
      throw error
    }
  }

  private static func open(_ source: any AudioSource) async throws -> LiveSound {
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
        rate.finish()
        feed.finish()
      } catch {
        rate.finish(throwing: error)
        feed.finish(throwing: error)
      }
    }
    feed.onTermination = { _ in hearing.cancel() }
    for try await sampleRate in rates {
      return LiveSound(sampleRate: sampleRate, blocks: blocks) {
        await source.stop()
        hearing.cancel()
        await hearing.value
      }
    }
    throw CancellationError()
  }
}

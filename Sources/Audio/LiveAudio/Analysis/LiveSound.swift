import SignalProcessing

/// The sound of a source from its start until its device is lost, for callers that must answer it.
///
/// ```swift
/// try await LiveSound.listen(to: MicrophoneSource()) { sound in
///   for try await block in sound.blocks { use(block, sound.sampleRate) }
/// }
/// ```
public struct LiveSound: Sendable {
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// Mono samples, in blocks of any size. They end when the device is lost, because nothing can be
  /// answered after that.
  public let blocks: AsyncThrowingStream<[Float], any Error>
  /// Ends the blocks, and returns when the device is free.
  private let close: @Sendable () async -> Void

  /// Opens a source for a while.
  ///
  /// When this returns or throws, the device is free, unless it hangs.
  ///
  /// - Parameters:
  ///   - source: The source to listen to.
  ///   - body: Processes the sound.
  /// - Returns: The result of `body`.
  /// - Throws: The error of the source, such as ``AudioDeviceError``, and any error of `body`;
  ///   `CancellationError` if the source is stopped before it starts.
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
        for try await event in Live(source: source, makeAnalysis: { _ in SampleBlocks() }) {
          switch event {
          case .started(_, let value): rate.yield(value)
          case .reading(let block): feed.yield(block)
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

/// Passes sound on as it arrives, with silence for missing samples.
package struct SampleBlocks: SampleAnalysis {
  private var blocks: [[Float]] = []

  package init() {}

  package mutating func append(_ block: Span<Float>) {
    blocks.append(block.withUnsafeBufferPointer(Array.init))
  }

  package mutating func next() -> [Float]? { blocks.isEmpty ? nil : blocks.removeFirst() }

  package mutating func interrupt() {}

  package mutating func finish() {}

  package static func delayed(_ block: [Float], by seconds: Double) -> [Float] { block }
}

public import LiveAudio
internal import ToneGeneration

/// Brings together a microphone, a loudspeaker and someone who takes turns.
///
/// ```swift
/// let conversation = HalfDuplex()
/// let sending = try await LiveSound.listen(to: MicrophoneSource()) { sound in
///   let sending = try ConfirmedSending(message, sampleRate: sound.sampleRate, using: &random)
///   return try await conversation.run(sending, hearing: sound) { SpeakerSink() }
/// }
/// print(sending.dialogue.outcome == .confirmed)
/// ```
///
/// The time is that of the samples: however late a busy machine comes to them, as much is heard
/// before anybody loses patience.
public struct HalfDuplex: Sendable {
  private enum Input: Sendable {
    case heard([Float])
    case spoken
    case ended
    case failed(any Error)
  }

  private let inputs: AsyncStream<Input>
  private let feed: AsyncStream<Input>.Continuation

  /// Prepares one conversation.
  public init() { (inputs, feed) = AsyncStream.makeStream(of: Input.self) }

  /// Ends the conversation soon. May be called at any time and more than once.
  public func stop() { feed.yield(.ended) }

  /// Talks until it is over, stopped, or the microphone is lost.
  ///
  /// - Parameters:
  ///   - taker: Who takes turns.
  ///   - sound: What is heard.
  ///   - makeSink: Makes the loudspeaker of a turn.
  /// - Returns: Who takes turns, as it was at the end.
  /// - Throws: ``LiveAudio/AudioDeviceError`` if a device fails, and what `taker` throws.
  public func run<Taker: TurnTaking>(
    _ taker: Taker, hearing sound: LiveSound,
    speakingTo makeSink: @escaping @Sendable () -> any AudioSink
  ) async throws -> Taker {
    let clock = ContinuousClock()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { await forward(sound.blocks) }
      var taker = taker
      var (heard, start) = (0.0, clock.now)
      for await input in inputs {
        switch input {
        case .heard(let block):
          let duration = Double(block.count) / sound.sampleRate
          if heard == 0 { start = clock.now - .seconds(duration) }
          heard += duration
          try taker.hear(block, at: heard)
        // What sounds now is heard in samples that may not have come yet.
        case .spoken: taker.hasSpoken(at: max(heard, (clock.now - start) / .seconds(1)))
        case .ended: return taker
        case .failed(let error): throw error
        }
        if taker.isOver(at: heard) { break }
        if let sound = taker.sound(toPlayAt: heard) {
          group.addTask { await play(sound, on: makeSink()) }
        }
      }
      return taker
    }
  }

  private func forward(_ blocks: AsyncThrowingStream<[Float], any Error>) async {
    do {
      for try await block in blocks { feed.yield(.heard(block)) }
      feed.yield(.ended)
    } catch {
      feed.yield(.failed(error))
    }
  }

  private func play<Sound: SoundRendering>(
    _ sound: @escaping TurnSound<Sound>, on sink: any AudioSink
  ) async {
    do {
      _ = try await SoundPlayer(sink: sink) { try sound($0.sampleRate) }.play()
      feed.yield(.spoken)
    } catch {
      feed.yield(.failed(error))
    }
  }
}

public import LiveAudio
public import ToneGeneration

/// Connects a microphone, a loudspeaker and a type that takes turns.
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
/// The time is that of the samples, so a busy machine that processes them late does not cause
/// timeouts.
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

  /// Runs the conversation until it is over or stopped, or the microphone is lost.
  ///
  /// - Parameters:
  ///   - taker: The type that takes turns.
  ///   - sound: The sound of the microphone.
  ///   - makeSink: Creates the loudspeaker for a turn.
  /// - Returns: The final state of `taker`.
  /// - Throws: ``LiveAudio/AudioDeviceError`` if a device fails, and any error of `taker`.
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
        // The microphone picks up what sounds now in samples that may not have arrived yet.
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

/// A type that receives and plays sound in turns.
///
/// It has no clock: pass times in seconds, from any clock that never runs backwards.
public protocol TurnTaking: Sendable {
  /// The sound of a turn.
  associatedtype Sound: SoundRendering

  /// Processes samples.
  ///
  /// - Parameters:
  ///   - block: Any number of mono samples of nominal range -1...1.
  ///   - now: The time, in seconds.
  /// - Throws: An error that ends the conversation.
  mutating func hear(_ block: [Float], at now: Double) throws

  /// Returns what to play now.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Returns: A sound to play at once, after which ``hasSpoken(at:)`` is called; or `nil`.
  mutating func sound(toPlayAt now: Double) -> TurnSound<Sound>?

  /// Reports that the sound has been played.
  ///
  /// - Parameter now: The time, in seconds.
  mutating func hasSpoken(at now: Double)

  /// Returns whether there is nothing left to play or to wait for.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Returns: `true` if the conversation can end.
  func isOver(at now: Double) -> Bool
}

/// A function that creates the sound of a turn at the sample rate of the loudspeaker, in hertz.
public typealias TurnSound<Sound> = @Sendable (_ sampleRate: Double) throws -> Sound

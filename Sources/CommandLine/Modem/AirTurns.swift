import AudioDevices
import LiveAudio
import SoundModem

/// Someone who hears and speaks by sound, in turns.
protocol TurnTaker: Sendable {
  /// Takes samples of the microphone.
  mutating func hear(_ block: [Float], at now: Double) throws
  /// What to play at once, told a sample rate; then ``hasSpoken(at:)`` is called.
  mutating func sound(toPlayAt now: Double) -> TurnSound?
  /// What was to be played has sounded.
  mutating func hasSpoken(at now: Double)
  /// Whether there is nothing left to say or to wait for.
  func isOver(at now: Double) -> Bool
}

/// Makes the sound of a turn at the sample rate of the loudspeaker.
typealias TurnSound = @Sendable (Double) throws -> SentSound

/// Brings together a microphone, a loudspeaker and someone who takes turns.
///
/// The time is that of the samples: however late a busy machine comes to them, as much is heard
/// before anybody loses patience.
struct AirTurns: Sendable {
  private enum Input: Sendable {
    case heard([Float])
    case spoken
    case ended
    case failed(any Error)
  }

  private let inputs: AsyncStream<Input>
  private let feed: AsyncStream<Input>.Continuation

  init() { (inputs, feed) = AsyncStream.makeStream(of: Input.self) }

  /// Ends the run soon. May be called at any time and more than once.
  func stop() { feed.yield(.ended) }

  /// Ends the run after a time, if there is one, unless the task is cancelled.
  func stop(after timeout: SoundDuration?) -> Task<Void, Never> {
    Task {
      guard let timeout, (try? await Task.sleep(for: .seconds(timeout.seconds))) != nil else {
        return
      }
      stop()
    }
  }

  /// Runs until it is over, stopped, or the microphone is lost.
  ///
  /// - Parameters:
  ///   - taker: Who takes turns.
  ///   - sound: What is heard.
  ///   - loudspeaker: Number or part of the name of the loudspeaker.
  /// - Returns: The same, as it was at the end.
  /// - Throws: `AudioDeviceError`, `ModemError`, and what the taker throws.
  func run<Taker: TurnTaker>(
    _ taker: Taker, hearing sound: MicrophoneSound, loudspeaker: String?
  ) async throws -> Taker {
    let device = DeviceSelection(loudspeaker ?? "")
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
          group.addTask { await play(sound, on: device) }
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

  private func play(_ sound: @escaping TurnSound, on device: DeviceSelection) async {
    do {
      let sink = SpeakerSink(device: device, channelCount: 1)
      _ = try await SoundPlayer(sink: sink) { try sound($0.sampleRate) }.play()
      feed.yield(.spoken)
    } catch {
      feed.yield(.failed(error))
    }
  }
}

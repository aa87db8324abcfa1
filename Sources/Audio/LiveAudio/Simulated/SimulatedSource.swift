import SignalProcessing
import ToneGeneration

/// Plays generated sound instead of a microphone's: for tests, demonstrations, and machines without
/// a microphone.
///
/// Every run with the same seed gives the same samples. Without a clock, they arrive as fast as
/// they are read.
public final class SimulatedSource: AudioSource {
  private let makeSession: @Sendable () -> PacedSession
  private let slot = SessionSlot<PacedSession>()

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - sound: The sound to play. A guitar by default.
  ///   - sampleRate: Samples per second, in hertz, in 8000...192000.
  ///   - seed: Any number; equal seeds give equal sound.
  ///   - clock: The clock that paces the source; `nil`, the default, for no waiting.
  public init(
    _ sound: SimulatedSound = .guitar, sampleRate: Double = 48_000, seed: UInt64 = 1,
    clock: (any Clock<Duration>)? = nil
  ) {
    precondition((8000...192_000).contains(sampleRate), "sampleRate must be in 8000...192000")
    makeSession = {
      PacedSession(clock: clock) {
        SimulatedVoice(sound, sampleRate: sampleRate, seed: seed)
      }
    }
  }

  /// Starts from the beginning, or joins the session that already runs.
  ///
  /// - Returns: The events of the session.
  public func start() -> AudioSourceEvents { slot.start(makeSession) }

  /// Ends the session.
  public func stop() async { await slot.stop() }
}

/// The sound of a ``SimulatedSource``.
public enum SimulatedSound: Sendable, Equatable {
  /// Sine tones, one after the other, each for `duration` seconds; then the source ends.
  ///
  /// `frequencies` are in hertz, below half of the sample rate.
  case tones([Double], duration: Double)
  /// Plucked strings, one after the other, each for `duration` seconds and up to `detuning` cents
  /// too high or too low, repeated without end.
  case guitar(strings: [Double], duration: Double, detuning: Double)

  /// The open strings of a guitar (E2 A2 D3 G3 B3 E4), 2 s each, up to 20 cents off.
  public static let guitar = Self.guitar(
    strings: [82.4069, 110, 146.8324, 195.9977, 246.9417, 329.6276], duration: 2, detuning: 20)
}

/// Renders a ``SimulatedSound`` block by block.
struct SimulatedVoice: BlockProducer, Sendable {
  let sampleRate: Double
  private enum Tone {
    case sine(SineOscillator)
    case string(PluckedString)
  }

  var deviceName: String { "Simulation" }
  private let sound: SimulatedSound
  private var generator: SeededGenerator
  private var toneIndex = -1
  private var samplesLeft = 0
  private var tone: Tone?

  init(_ sound: SimulatedSound, sampleRate: Double, seed: UInt64) {
    self.sound = sound
    self.sampleRate = sampleRate
    generator = SeededGenerator(seed: seed)
  }

  /// The next block, shorter where a tone ends; `nil` at the end.
  mutating func nextBlock(maximumCount: Int) -> [Float]? {
    if samplesLeft == 0 { startNextTone() }
    guard let current = tone else { return nil }
    let count = min(maximumCount, samplesLeft)
    samplesLeft -= count
    tone = nil  // so that the workspace of a string is not copied
    var block = [Float](repeating: 0, count: count)
    var span = block.mutableSpan
    switch current {
    case .sine(var oscillator):
      oscillator.render(into: &span)
      tone = .sine(oscillator)
    case .string(var string):
      string.render(into: &span)
      tone = .string(string)
    }
    return block
  }

  private mutating func startNextTone() {
    toneIndex += 1
    switch sound {
    case .tones(let frequencies, let duration):
      guard toneIndex < frequencies.count else { return tone = nil }
      samplesLeft = sampleCount(duration)
      tone = .sine(
        SineOscillator(frequency: frequencies[toneIndex], amplitude: 0.5, sampleRate: sampleRate))
    case .guitar(let strings, let duration, let detuning):
      guard !strings.isEmpty else { return tone = nil }
      samplesLeft = sampleCount(duration)
      let cents = detuning * (2 * generator.nextUniform() - 1)
      let frequency = strings[toneIndex % strings.count] * Elementary.ratio(ofCents: cents)
      tone = .string(
        PluckedString(frequency: frequency, sampleRate: sampleRate, seed: generator.next()))
    }
  }

  private func sampleCount(_ duration: Double) -> Int {
    max(1, Int((duration * sampleRate).rounded()))
  }
}

import SignalProcessing
import ToneGeneration

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

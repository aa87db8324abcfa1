import Testing
import ToneGeneration

@Suite("Tones as sounds")
struct ToneRenderingTests {
  /// The next samples of a copy, by the span that it fills.
  private func filled(_ sound: some SoundRendering, _ count: Int) -> [Float] {
    var sound = sound
    var block = [Float](repeating: .nan, count: count)
    var span = block.mutableSpan
    _ = sound.render(into: &span)
    return block
  }

  private func expectArray(of sound: some SoundRendering) {
    var copy = sound
    let samples = copy.render(frameCount: 300) + copy.render(frameCount: 700)
    #expect(samples == filled(sound, 1000))
    #expect(samples.contains { $0 != 0 })
    #expect(sound.sampleRate == 48_000)
    #expect(sound.channelCount == 1)
  }

  @Test("oscillators, noise, strings and drones give 300 and 700 samples as one block of 1000")
  func arrays() throws {
    expectArray(of: SineOscillator(frequency: 440, sampleRate: 48_000))
    for waveform in [Waveform.sine, .sawtooth] {
      expectArray(of: try Oscillator(waveform, frequency: 440, sampleRate: 48_000))
    }
    expectArray(of: try ColoredNoise(.pink, sampleRate: 48_000))
    expectArray(of: try Tanpura(tonic: 130, sampleRate: 48_000))
    expectArray(of: try Sweep((from: 100, to: 1000), duration: 1, sampleRate: 48_000))
    let string = PluckedString(frequency: 110, sampleRate: 48_000)
    expectArray(of: string)
    var copy = string
    let samples = copy.render(1000)
    #expect(samples == filled(string, 1000))
  }

  @Test("a sweep of 4000 samples ends after 4000, and an oscillator does not")
  func ends() throws {
    var sweep = try Sweep((from: 100, to: 1000), duration: 1, sampleRate: 4000)
    let counts = (0..<3).map { _ in sweep.render(frameCount: 3000).count }
    #expect(counts == [3000, 1000, 0])
    var tone = try Oscillator(frequency: 440, sampleRate: 48_000)
    let long = [0, 100_000].map { tone.render(frameCount: $0).count }
    #expect(long == [0, 100_000])
  }

  @Test("an oscillator can be faded like any sound: 480 frames, the last of them silent")
  func faded() throws {
    var tone = Fader(
      try Oscillator(frequency: 1000, sampleRate: 48_000), frameCount: 480, fadeOut: 0.005)
    let samples = tone.render(frameCount: 1000)
    #expect(samples.count == 480)
    #expect(abs(samples[479]) < 1e-4)
  }
}

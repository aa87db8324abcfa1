import Testing

@testable import ToneGeneration

@Suite("Envelope")
struct EnvelopeTests {
  @Test("passes silence, full strength, sustain and silence at the samples that it states")
  func corners() {
    let envelope = Envelope(attack: 0.1, decay: 0.2, sustain: 0.25, release: 0.3)
    let generator = EnvelopeGenerator(envelope, length: 1000, sampleRate: 1000)
    let expected = [
      0: 0, 50: 0.5, 100: 1, 200: 0.625, 300: 0.25, 699: 0.25, 700: 0.25, 850: 0.125,
    ]
    for (index, gain) in expected {
      #expect(abs(generator.gain(at: index) - gain) < 1e-12, "sample \(index)")
    }
    #expect(generator.gain(at: 999) < 1e-4)
    #expect(generator.constantGain(in: 300..<700) == 0.25)
    #expect(generator.constantGain(in: 299..<700) == nil)
    #expect(generator.constantGain(in: 300..<701) == nil)
  }

  @Test("a note released before it was fully there falls from where it was")
  func early() {
    let envelope = Envelope(attack: 0.1, decay: 0.8, sustain: 0, release: 0.1)
    let generator = EnvelopeGenerator(envelope, length: 600, sampleRate: 1000)
    #expect(abs(generator.gain(at: 500) - 0.5) < 1e-12)  // half of the decay
    #expect(abs(generator.gain(at: 550) - 0.25) < 1e-12)
  }

  @Test("attack and release shrink in proportion in a note that is too short")
  func short() {
    let generator = EnvelopeGenerator(Envelope(), length: 60, sampleRate: 1000)
    #expect(generator.gain(at: 30) == 1)
    #expect(generator.gain(at: 0) == 0)
    #expect(generator.gain(at: 59) < 0.01)
  }
}

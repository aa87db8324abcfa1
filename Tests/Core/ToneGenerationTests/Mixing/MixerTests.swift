import Testing
import ToneGeneration
import _TestSignals

@Suite("Mixer")
struct MixerTests {
  private static let rate = 48_000.0

  private func tone(
    _ frequency: Double, level: Double = -20, start: Int = 0, count: Int? = nil, gain: Double = 1,
    envelope: Envelope = Envelope(), channel: Voice.Channel = .all
  ) throws -> Voice {
    let oscillator = try Oscillator(frequency: frequency, level: level, sampleRate: Self.rate)
    return Voice(
      .oscillator(oscillator), start: start, count: count, gain: gain, envelope: envelope,
      channel: channel, sampleRate: Self.rate)
  }

  @Test("a sine that only fades in and out keeps all but -83.4 dB of its energy within ±200 Hz")
  func fades() throws {
    for frequency in [440.0, 1000, 5000] {
      var mixer = Mixer([try tone(frequency, count: 4800)], sampleRate: Self.rate)
      let samples = mixer.render(frameCount: 10_000)
      #expect(samples.count == 4800)
      let energy = try Spectrum(samples).energy(
        outside: frequency - 200...frequency + 200, sampleRate: Self.rate)
      #expect(energy <= -83.4)
    }
  }

  @Test("a change of level in the middle stays within ±200 Hz to -80 dB too")
  func levelChange() throws {
    let oscillator = try Oscillator(frequency: 1000, level: -30, sampleRate: Self.rate)
    var fader = Fader(Solo(oscillator), frameCount: 14_400)
    fader.fadeIn()
    var samples = fader.render(frameCount: 4800)
    try fader.sound.oscillator.setLevel(-20)
    samples += fader.render(frameCount: 20_000)
    #expect(samples.count == 14_400)
    let energy = try Spectrum(samples).energy(outside: 800...1200, sampleRate: Self.rate)
    #expect(energy <= -83.4)
  }

  @Test("adds voices, each from its start to its end to the sample")
  func places() throws {
    let hard = Envelope(attack: 0, release: 0)
    let voices = [
      try tone(440, level: -6, start: 1000, count: 500, envelope: hard),
      try tone(330, level: -12, start: 1200, count: 1000, envelope: hard),
    ]
    var mixer = Mixer(voices, sampleRate: Self.rate)
    #expect(mixer.frameCount == 2200)
    let samples = mixer.render(frameCount: 5000)
    #expect(samples.count == 2200)
    let first = TestSignal.sine(440, sampleRate: Self.rate, count: 500, amplitude: 0.501187)
    let second = TestSignal.sine(330, sampleRate: Self.rate, count: 1000, amplitude: 0.251189)
    for index in 0..<2200 {
      let expected =
        (1000..<1500 ~= index ? first[index - 1000] : 0)
        + (1200..<2200 ~= index ? second[index - 1200] : 0)
      #expect((samples[index] - expected).magnitude < 2e-6)
    }
    #expect(mixer.render(frameCount: 10).isEmpty)
  }

  @Test("the sizes of the blocks change no bit", arguments: [[1], [100, 513, 7], [5000]])
  func blocks(sizes: [Int]) throws {
    let voices = [
      try tone(440, count: 9000), try tone(660, start: 777, count: 5000, gain: 0.5),
      Voice(
        .string(PluckedString(frequency: 110, sampleRate: Self.rate)), start: 50,
        envelope: Envelope(attack: 0), sampleRate: Self.rate),
      Voice(
        .noise(try ColoredNoise(.pink, sampleRate: Self.rate)), count: 8000,
        envelope: Envelope(attack: 0.01, decay: 0.02, sustain: 0.5), sampleRate: Self.rate),
      Voice(
        .tanpura(try Tanpura(tonic: 147, sampleRate: Self.rate)), sampleRate: Self.rate),
    ]
    var whole = Mixer(voices, sampleRate: Self.rate, channelCount: 2)
    let expected = whole.render(frameCount: 10_000)
    var pieces = Mixer(voices.reversed(), sampleRate: Self.rate, channelCount: 2)
    var result: [Float] = []
    var index = 0
    while result.count < expected.count {
      let left = (expected.count - result.count) / 2
      result += pieces.render(frameCount: min(left, sizes[index % sizes.count]))
      index += 1
    }
    // The order of the voices may differ in the last place of their sum.
    #expect(zip(result, expected).allSatisfy { ($0 - $1).magnitude < 1e-6 })
    var again = Mixer(voices, sampleRate: Self.rate, channelCount: 2)
    var same: [Float] = []
    while same.count < expected.count {
      same += again.render(frameCount: min((expected.count - same.count) / 2, sizes[0]))
    }
    #expect(same == expected)
  }

  @Test("keeps two channels apart")
  func channels() throws {
    var mixer = Mixer(
      [try tone(440, channel: .only(0)), try tone(450, channel: .only(1))], sampleRate: Self.rate,
      channelCount: 2)
    let samples = mixer.render(frameCount: 48_000)
    let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    let right = stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
    let tones = [(left, 440.0), (right, 450.0)]
    for (channel, frequency) in tones {
      let exact = TestSignal.sine(
        frequency, sampleRate: Self.rate, count: 48_000, amplitude: 0.1)
      #expect(
        zip(channel, exact).dropFirst(2400).allSatisfy { ($0 - $1).magnitude < 1e-6 })
    }
  }

  @Test("does not clip, but counts what would")
  func overs() throws {
    let envelope = Envelope(attack: 0, release: 0)
    let voice = try tone(1000, level: 0, count: 48, envelope: envelope)
    var single = Mixer([voice], sampleRate: Self.rate)
    _ = single.render(frameCount: 100)
    #expect(single.meter.overCount == 0)
    var double = Mixer([voice, voice], sampleRate: Self.rate)
    let samples = double.render(frameCount: 100)
    #expect(abs((samples.max() ?? 0) - 2) < 1e-6)
    // |2 sin x| > 1 for two thirds of a period of 48 samples, ends excluded.
    #expect(double.meter.overCount == samples.count { $0.magnitude > 1 })
    #expect((30...32).contains(double.meter.overCount))
  }
}

/// An oscillator on its own.
private struct Solo: SoundRendering {
  var oscillator: Oscillator
  var sampleRate: Double { oscillator.sampleRate }
  var channelCount: Int { 1 }

  init(_ oscillator: Oscillator) { self.oscillator = oscillator }

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    oscillator.render(into: &interleaved)
    return interleaved.count
  }
}

import SignalProcessing
import Testing
import ToneGeneration
import _TestSignals

@Suite("Oscillator")
struct OscillatorTests {
  static let waveforms: [Waveform] = [
    .sine, .triangle, .sawtooth, .square(duty: 0.5), .square(duty: 0.1), .pulse,
  ]

  /// A frequency with a whole, odd number of periods in the transform: harmonics fall on bins of
  /// their own, and so does everything that is aliased.
  static func bin(near frequency: Double, _ sampleRate: Double) -> Int {
    Int(frequency / sampleRate * Double(Spectrum.length)) | 1
  }

  @Test(
    "nothing is aliased above -120 dBFS, from 27.5 Hz to 10 kHz at full scale",
    arguments: waveforms,
    [44_100.0, 48_000])
  func aliases(waveform: Waveform, sampleRate: Double) throws {
    var worst = -Double.infinity
    for wanted in [27.5, 440, 2093, 5000, 7040, 8372, 10_000] {
      let bin = Self.bin(near: wanted, sampleRate)
      let frequency = Double(bin) * sampleRate / Double(Spectrum.length)
      var oscillator = try Oscillator(
        waveform, frequency: frequency, level: 0, sampleRate: sampleRate)
      let spectrum = try Spectrum(oscillator.next(Spectrum.length))
      for (index, amplitude) in spectrum.amplitudes.enumerated() where !index.isMultiple(of: bin) {
        worst = max(worst, decibels(amplitude))
      }
      #expect(decibels(spectrum.amplitudes[0]) < -120)  // no mean
    }
    #expect(worst < -120)
  }

  @Test("harmonics have their textbook amplitudes up to 0.79 of half the sample rate")
  func harmonics() throws {
    let bin = Self.bin(near: 220, 48_000)
    let frequency = Double(bin) * 48_000 / Double(Spectrum.length)
    let textbook: [(Waveform, (Double) -> Double)] = [
      (.sawtooth, { 2 / (.pi * $0 * 1.18) }),
      (.triangle, { $0.truncatingRemainder(dividingBy: 2) == 1 ? 8 / (.pi * .pi * $0 * $0) : 0 }),
      (.square(duty: 0.25), { 4 / (.pi * $0 * 1.78) * abs(Elementary.sin(.pi * $0 * 0.25)) }),
    ]
    for (waveform, amplitude) in textbook {
      var oscillator = try Oscillator(waveform, frequency: frequency, level: 0, sampleRate: 48_000)
      let spectrum = try Spectrum(oscillator.next(Spectrum.length))
      for order in 1...Int(0.79 * 24_000 / frequency) {
        let difference = spectrum.amplitudes[order * bin] - amplitude(Double(order))
        #expect(difference.magnitude < 1e-5, "\(waveform) harmonic \(order)")
      }
    }
  }

  @Test("peaks stay within the level and come near to it", arguments: waveforms)
  func peaks(waveform: Waveform) throws {
    for frequency in [30.0, 441, 3000, 11_000, 23_000] {
      var oscillator = try Oscillator(
        waveform, frequency: frequency, level: -20, sampleRate: 48_000)
      let peak = oscillator.next(9600).map(\.magnitude).max() ?? 0
      #expect(peak <= 0.1 * 1.0001, "\(waveform) at \(frequency) Hz")
      if frequency <= 3000 { #expect(peak >= 0.05, "\(waveform) at \(frequency) Hz") }
    }
  }

  @Test("the sizes of the blocks change no bit, through glides and fades", arguments: waveforms)
  func blocks(waveform: Waveform) throws {
    func play(_ sizes: [Int]) throws -> [Float] {
      var oscillator = try Oscillator(
        waveform, frequency: 300, sampleRate: 48_000, frequencies: 300...900)
      var result: [Float] = []
      while result.count < 6000 {
        let size = min(sizes[result.count % sizes.count], 6000 - result.count)
        // Changes come at sample 1000, whatever the blocks.
        let before = result.count < 1000 ? min(size, 1000 - result.count) : size
        if result.count == 1000 {
          try oscillator.setFrequency(900)
          try oscillator.setLevel(-6)
        }
        result += oscillator.next(before)
      }
      return result
    }
    let whole = try play([6000])
    #expect(try play([1]) == whole)
    #expect(try play([7, 64, 441, 2]) == whole)
  }

  @Test("after 24 h at 48 kHz the phase is exact to 1e-8 turns", arguments: [55.0625, 9999.9375])
  func drift(frequency: Double) throws {
    let count = 24 * 3600 * 48_000 + 77
    var oscillator = try Oscillator(.sine, frequency: frequency, level: 0, sampleRate: 48_000)
    oscillator.skip(count)
    let sixteenths = Int(frequency * 16)
    let turns = Double((sixteenths * count) % (16 * 48_000)) / (16 * 48_000)
    expectPhase(of: oscillator.next(4800), frequency: frequency, turns: turns, within: 1e-8)
  }

  @Test("a new frequency is reached after 50 ms along a raised cosine, without a jump")
  func glide() throws {
    var oscillator = try Oscillator(.sine, frequency: 200, level: 0, sampleRate: 48_000)
    _ = oscillator.next(1000)
    try oscillator.setFrequency(400)
    let samples = oscillator.next(2400)
    #expect(abs(oscillator.frequency - 400) < 1e-9)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { ($0 - $1).magnitude < 0.0525 })
    // The mean of the glide is 300 Hz: 15 turns in 50 ms, after the 4 1/6 before.
    let exact = TestSignal.sine(
      400, sampleRate: 48_000, count: 1, amplitude: 1,
      phase: 2 * .pi * (200 * 1000 / 48_000.0 + 15))[0]
    #expect((oscillator.next(1)[0] - exact).magnitude < 0.03)
  }

  @Test("refuses what cannot sound, with the limit")
  func refusals() throws {
    #expect(throws: SynthesisError.frequencyOutOfRange(24_000, nyquist: 24_000)) {
      try Oscillator(frequency: 24_000, sampleRate: 48_000)
    }
    #expect(throws: SynthesisError.frequencyOutOfRange(0, nyquist: 24_000)) {
      try Oscillator(frequency: 0, sampleRate: 48_000)
    }
    #expect(throws: SynthesisError.self) { try Oscillator(frequency: .nan, sampleRate: 48_000) }
    #expect(throws: SynthesisError.levelOutOfRange(0.5)) {
      try Oscillator(frequency: 440, level: 0.5, sampleRate: 48_000)
    }
    #expect(throws: SynthesisError.invalidSampleRate(0)) {
      try Oscillator(frequency: 440, sampleRate: 0)
    }
    #expect(throws: SynthesisError.dutyOutOfRange(1)) {
      try Oscillator(.square(duty: 1), frequency: 440, sampleRate: 48_000)
    }
    var oscillator = try Oscillator(frequency: 440, sampleRate: 48_000)
    #expect(throws: SynthesisError.frequencyOutOfRange(-1, nyquist: 24_000)) {
      try oscillator.setFrequency(-1)
    }
  }
}

extension Oscillator {
  mutating func next(_ count: Int) -> [Float] {
    var block = [Float](repeating: 0, count: count)
    var span = block.mutableSpan
    render(into: &span)
    return block
  }
}

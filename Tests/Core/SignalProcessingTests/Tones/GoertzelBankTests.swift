import SignalProcessing
import Testing
import _TestSignals

@Suite("Goertzel bank")
struct GoertzelBankTests {
  @Test(
    "agrees with the definition within 1e-9 at any frequency", arguments: [31.7, 440, 15_000.5])
  func definition(frequency: Double) throws {
    var bank = try GoertzelBank(frequencies: [frequency], sampleRate: 44_100, frameSize: 1000)
    let frame = TestSignal.noise(count: 1000, rms: 0.2)
    let weights = Window(.hann, count: 1000).weights
    var (real, imaginary, sum) = (0.0, 0.0, 0.0)
    for index in 0..<1000 {
      let angle = 2 * Double.pi * frequency * Double(index) / 44_100
      real += Double(weights[index]) * Double(frame[index]) * Elementary.cos(angle)
      imaginary += Double(weights[index]) * Double(frame[index]) * Elementary.sin(angle)
      sum += Double(weights[index])
    }
    bank.measure(frame.span)
    let expected = 2 * (real * real + imaginary * imaginary).squareRoot() / sum
    #expect(abs(bank.amplitudes[0] - expected) < 1e-9)
  }

  @Test("tells the amplitudes of three tones within 0.1 percent")
  func amplitudes() throws {
    let rate = 48_000.0
    var bank = try GoertzelBank(
      frequencies: [697, 1209, 1633, 2500], sampleRate: rate, frameSize: 4096)
    let tones = [(697.0, 0.5), (1209, 0.25), (1633, 0.01)].map {
      TestSignal.sine($0, sampleRate: rate, count: 4096, amplitude: $1, phase: 0.7)
    }
    let frame = (0..<4096).map { tones[0][$0] + tones[1][$0] + tones[2][$0] }
    bank.measure(frame.span)
    for (amplitude, expected) in zip(bank.amplitudes, [0.5, 0.25, 0.01]) {
      #expect(abs(amplitude / expected - 1) < 1e-3)
    }
    #expect(bank.amplitudes[3] < 1e-5)
    #expect(abs(bank.power - (0.125 + 0.03125 + 0.00005)) < 1e-4)
  }

  @Test("gives the same for blocks of any size", arguments: [1, 7, 300, 1000])
  func blocks(size: Int) throws {
    let frames = TestSignal.noise(count: 900, rms: 0.1)
    var whole = try GoertzelBank(frequencies: [440, 1000], sampleRate: 8000, frameSize: 300)
    var pieces = whole
    var results: [[Double]] = []
    for first in stride(from: 0, to: 900, by: size) {
      var rest = frames.span.extracting(first..<min(900, first + size))
      while !rest.isEmpty {
        let (taken, isComplete) = pieces.append(rest)
        if isComplete { results.append(pieces.amplitudes) }
        rest = rest.extracting(droppingFirst: taken)
      }
    }
    #expect(results.count == 3)
    for (number, result) in results.enumerated() {
      whole.measure(frames.span.extracting(number * 300..<(number + 1) * 300))
      #expect(result == whole.amplitudes)
    }
  }

  @Test("forgets an incomplete frame when it is reset")
  func reset() throws {
    var bank = try GoertzelBank(frequencies: [1000], sampleRate: 8000, frameSize: 64)
    let noise = TestSignal.noise(count: 32, rms: 0.5)
    _ = bank.append(noise.span)
    bank.reset()
    let silence = [Float](repeating: 0, count: 64)
    let (taken, isComplete) = bank.append(silence.span)
    #expect(taken == 64)
    #expect(isComplete)
    #expect(bank.amplitudes == [0])
    #expect(bank.power == 0)
  }

  @Test("refuses rates, frames and tones that cannot work")
  func refusals() {
    #expect(throws: ToneError.invalidSampleRate(0)) {
      try GoertzelBank(frequencies: [440], sampleRate: 0, frameSize: 100)
    }
    #expect(throws: ToneError.frameTooShort(1, atLeast: 2)) {
      try GoertzelBank(frequencies: [440], sampleRate: 8000, frameSize: 1)
    }
    #expect(throws: ToneError.noTones) {
      try GoertzelBank(frequencies: [], sampleRate: 8000, frameSize: 100)
    }
    for frequency in [0, -1, 4000, .infinity] {
      #expect(throws: ToneError.frequencyOutOfRange(frequency, nyquist: 4000)) {
        try GoertzelBank(frequencies: [440, frequency], sampleRate: 8000, frameSize: 100)
      }
    }
  }
}

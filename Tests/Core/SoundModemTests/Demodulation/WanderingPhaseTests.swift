import SignalProcessing
import Testing
import ToneGeneration
import _TestSignals

@testable import SoundModem

@Suite("Loudspeakers whose phase wanders")
struct WanderingPhaseTests {
  private static let rate = 48_000.0

  private func standardDeviation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (square / Double(values.count)).squareRoot()
  }

  /// The phases of a tone at full scale, each over 2 ms.
  private func phases(_ frequency: Double, _ samples: [Float]) -> [Double] {
    let size = 96
    var phase = 0.0
    var before = (1.0, 0.0)
    return stride(from: size, to: samples.count - 2 * size, by: size / 4).map { start -> Double in
      var (real, imaginary) = (0.0, 0.0)
      for index in start..<start + size {
        let turns = (frequency * Double(index) / Self.rate).truncatingRemainder(dividingBy: 1)
        let (sine, cosine) = Elementary.sineAndCosine(2 * .pi * turns)
        real += Double(samples[index]) * cosine
        imaginary -= Double(samples[index]) * sine
      }
      phase += Elementary.atan2(
        imaginary * before.0 - real * before.1, real * before.0 + imaginary * before.1)
      before = (real, imaginary)
      return phase
    }
  }

  @Test(
    "the preset of a telephone turns tones by 0.05 rad at 8 kHz and 2.2 at 19.5, right to a tenth",
    arguments: [(8000.0, 0.05), (16_750, 1.16), (19_500, 2.2)])
  func phone(frequency: Double, expected: Double) {
    let tone = TestSignal.sine(frequency, sampleRate: Self.rate, count: 960_000, amplitude: 1)
    let heard = WanderingPhase.phone(seed: 4).carry(tone, sampleRate: Self.rate)
    let measured = standardDeviation(phases(frequency, heard))
    #expect(abs(measured / expected - 1) < 0.1, "\(measured) rad, not \(expected)")
  }

  @Test(
    "the phase wanders as fast as it says: 78 % of its power is below the bandwidth, 96 % below twice it",
    arguments: [30.0, 100])
  func bandwidth(bandwidth: Double) throws {
    let process = WanderingPhase(bandwidth: bandwidth, seed: 2) { _ in 1 }
      .process(count: 65_536 * 16, sampleRate: Self.rate)
    #expect(abs(standardDeviation(process) - 1) < 0.05)
    // One sample of 16 still has all of it: 3000 a second.
    let slow = stride(from: 0, to: process.count, by: 16).map { Float(process[$0]) }
    var spectrum = Array(slow.prefix(65_536))
    var transform = try RealFourierTransform(length: 65_536)
    transform.forward(&spectrum)
    let powers = (1..<32_768).map { bin -> Double in
      let (real, imaginary) = (Double(spectrum[bin]), Double(spectrum[bin + 32_768]))
      return real * real + imaginary * imaginary
    }
    func share(below frequency: Double) -> Double {
      let count = Int(frequency / (Self.rate / 16) * 65_536)
      return powers[..<count].reduce(0, +) / powers.reduce(0, +)
    }
    // The integral of 1/(1 + x⁴), the response of a Butterworth filter of second order.
    #expect(abs(share(below: bandwidth) - 0.781) < 0.03)
    #expect(abs(share(below: 2 * bandwidth) - 0.963) < 0.02)
  }

  @Test("phases that do not wander leave a sound as it is, and equal seeds are equal")
  func still() {
    let sound = TestSignal.noise(count: 5000, rms: 0.1)
    let same = WanderingPhase(bandwidth: 30, seed: 1) { _ in 0 }
      .carry(sound, sampleRate: Self.rate)
    #expect(zip(sound, same).allSatisfy { abs($0 - $1) < 1e-5 })
    let phone = WanderingPhase.phone(seed: 1)
    #expect(
      phone.carry(sound, sampleRate: Self.rate) == phone.carry(sound, sampleRate: Self.rate))
  }

  /// The share of packets of 16 bytes that arrive, without noise; none may arrive wrong.
  private func arrived(
    _ mode: ModemMode, _ band: ModemBand, _ loudspeaker: (_ seed: UInt64) -> WanderingPhase
  ) throws -> Double {
    var arrived = 0
    let seeds = Soak.seeds(6)
    for seed in seeds {
      let payload = bytes(16, seed: seed)
      let sound = try Air(tail: 12_000).carry(payload, mode: mode, band: band)
      let heard = try packets(
        in: loudspeaker(seed).carry(sound, sampleRate: Self.rate), band: band
      ).map(\.payload)
      #expect(heard.allSatisfy { $0 == payload })
      if heard.contains(payload) { arrived += 1 }
    }
    return Double(arrived) / Double(seeds.count)
  }

  @Test(
    "desk carries phases that wander by 0.3 rad, not by 1; room and far carry 1",
    arguments: [30.0, 100])
  func modes(bandwidth: Double) throws {
    func share(_ mode: ModemMode, _ deviation: Double) throws -> Double {
      try arrived(mode, .ultrasonic) { seed in
        WanderingPhase(bandwidth: bandwidth, seed: seed) { _ in deviation }
      }
    }
    #expect(try share(.touch, 0.2) >= 0.8 && share(.touch, 0.6) <= 0.1)
    #expect(try share(.desk, 0.3) >= 0.8 && share(.desk, 1) <= 0.1)
    #expect(try share(.room, 1) >= 0.8 && share(.far, 1) >= 0.8)
  }

  @Test("through the telephone hardly any arrive in U, in X some of room and far, and in A all")
  func bands() throws {
    for mode in [ModemMode.touch, .desk] {
      #expect(try arrived(mode, .ultrasonic) { .phone(seed: $0) } <= 0.1)
      #expect(try arrived(mode, .extended) { .phone(seed: $0) } <= 0.1)
      #expect(try arrived(mode, .audible) { .phone(seed: $0) } == 1)
    }
    for mode in [ModemMode.room, .far] {
      #expect(try arrived(mode, .ultrasonic) { .phone(seed: $0) } <= 0.2)
      #expect(try arrived(mode, .extended) { .phone(seed: $0) } >= 0.3)
      #expect(try arrived(mode, .audible) { .phone(seed: $0) } == 1)
    }
  }
}

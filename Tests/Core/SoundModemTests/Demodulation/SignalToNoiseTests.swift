import SignalProcessing
import Testing

@testable import SoundModem

@Suite("Signal over noise of a packet")
struct SignalToNoiseTests {
  private func measured(
    _ level: Double?, _ mode: ModemMode, lead: Int, count: Int = 12
  ) throws -> Double {
    // White noise in 24 kHz has 9.8 dB less in the 2.5 kHz of the band.
    let air = Air(lead: lead, signalToNoise: level.map { $0 - 9.8 })
    let samples = try air.carry(bytes(count, seed: 8), mode: mode, band: .ultrasonic)
    return try #require(try packets(in: samples, band: .ultrasonic).first).signalToNoise
  }

  @Test("is right to 1.5 dB from 15 to 55 dB, in every mode", arguments: ModemMode.allCases)
  func noise(mode: ModemMode) throws {
    for level in [15.0, 20, 30, 40, 55] {
      #expect(abs(try measured(level, mode, lead: 12_000) - level) < 1.5)
    }
  }

  @Test("is 60 dB, the most, where there is no noise at all", arguments: ModemMode.allCases)
  func clean(mode: ModemMode) throws {
    for count in [1, 12, 32] {
      let value = try measured(nil, mode, lead: 12_000, count: count)
      #expect(value == 60, "\(count) bytes: \(value) dB")
    }
  }

  @Test(
    "where the recording begins with the packet, the packet tells of itself, and the more the clearer",
    arguments: ModemMode.allCases)
  func noLead(mode: ModemMode) throws {
    let levels: [Double?] = [15, 20, 30, 40, nil]
    let values = try levels.map { try measured($0, mode, lead: 0) }
    #expect(abs(values[0] - 15) < 4)
    #expect(zip(values, values.dropFirst()).allSatisfy { $1 > $0 - 0.5 })
    #expect(values[4] > 15)
  }
}

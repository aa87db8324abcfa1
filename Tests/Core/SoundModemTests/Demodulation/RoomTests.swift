import SignalProcessing
import Testing
import _TestSignals

@testable import SoundModem

@Suite("Rooms whose echoes are as loud as the first arrival")
struct RoomTests {
  /// How many of some packets arrive; none may arrive wrong.
  private func arrived(
    _ count: Int, _ size: Int, mode: ModemMode, band: ModemBand, signalToNoise: Double
  ) throws -> Double {
    var arrived = 0
    for seed in Soak.seeds(count) {
      let payload = bytes(size, seed: seed)
      let samples = try EchoingAir(seed: seed).carry(
        payload, mode: mode, band: band, signalToNoise: signalToNoise)
      let heard = try packets(in: samples, band: band).map(\.payload)
      #expect(heard.allSatisfy { $0 == payload })
      if heard.contains(payload) { arrived += 1 }
    }
    return Double(arrived) / Double(Soak.seeds(count).count)
  }

  @Test(
    "of 16 bytes in room mode, 99 % arrive 10 dB above the noise in the band, at 0 to 2 m/s",
    arguments: ModemBand.allCases)
  func few(band: ModemBand) throws {
    let share = try arrived(12, 16, mode: .room, band: band, signalToNoise: 0)
    #expect(share >= 0.99)
  }

  @Test("of 16 bytes in far mode, and of 140 bytes, 99 % arrive")
  func others() throws {
    let far = try arrived(6, 16, mode: .far, band: .ultrasonic, signalToNoise: 0)
    #expect(far >= 0.99)
    let many = try arrived(6, 140, mode: .room, band: .ultrasonic, signalToNoise: 10)
    #expect(many >= 0.99)
  }

  @Test("the chirps of several arrivals tell the true speed to 0.2 m/s and the start to 10 ms")
  func arrivals() throws {
    for seed in Soak.seeds(8) {
      let air = EchoingAir(seed: seed)
      let samples = try air.carry([1, 2], mode: .room, band: .ultrasonic, signalToNoise: 20)
      let packet = try #require(try packets(in: samples, band: .ultrasonic).first)
      #expect(abs(packet.speed - 343 * air.dopplerScale) < 0.2)
      #expect(abs(packet.time - 4000 / 48_000.0) < 0.01)
    }
  }
}

import Pairing
import SoundModem
import Testing

@testable import PairingByAir

@Suite("Pairing through the modem's sound")
struct AirPairingTests {
  @Test("two devices pair 5 m apart; a recording of it is refused by name")
  func pair() throws {
    let air = PairingAir(mode: .desk)
    let window = try PairingWindow(start: 0)
    var duet = try AirDuet(
      PairingOffer(window: window), PairingJoin(window: window), air: air, noiseLevel: -60)
    try duet.run(seconds: 60)
    let (offerer, joiner) = (duet.offerer.dialogue.result, duet.joiner.dialogue.result)
    #expect(offerer != nil && offerer == joiner)
    #expect(PairingDigits.areMutual(duet.offerer.digits, duet.joiner.digits))
    #expect(duet.offerer.saidCount + duet.joiner.saidCount == 6)

    var late = try AirDevice(PairingJoin(window: window), air: air, seed: 9)
    try play(duet.offererSound, to: &late, seconds: 121)
    #expect(late.failure == .offerTaken)
    #expect(late.digits == nil && late.dialogue.result == nil)
  }

  @Test("a microphone at 16 kHz is told that it cannot hear band U")
  func lowRate() async throws {
    let join = PairingJoin(window: try PairingWindow(start: 0))
    let pairing = try AirPairing(join, air: PairingAir())
    let (blocks, _) = AsyncThrowingStream.makeStream(of: [Float].self)
    await #expect(throws: ModemError.cannotHearBand(.ultrasonic, sampleRate: 16_000)) {
      try await pairing.run(
        hearing: blocks, sampleRate: 16_000, play: { _ in }, compare: { _ in true })
    }
  }
}

import MusicTheory
import Testing

@Suite("A4 and the temperature of the air")
struct AirResponseTests {
  private func celsius(fahrenheit: Double) -> Double { (fahrenheit - 32) / 1.8 }

  /// London's New Philharmonic Pitch of 1896 was calculated: the French 435 Hz at 59 °F is 439 Hz
  /// at 68 °F.
  @Test("an organ of 435 Hz at 59 °F has 439 Hz at 68 °F")
  func philharmonic() throws {
    let french = try ConcertPitch(435)
    let british = try french.moved(
      from: celsius(fahrenheit: 59), to: celsius(fahrenheit: 68), .organ)
    #expect(british.frequency.rounded() == 439)
    #expect(abs(british.frequency - 435 * (293.15 / 288.15).squareRoot()) < 1e-9)
  }

  /// Organ builders reckon with 3 cents per kelvin, or just under 2 per degree Fahrenheit.
  @Test("a flue pipe rises by 3 cents per kelvin, and a wind by half of it")
  func perKelvin() throws {
    for temperature in [10.0, 15, 20, 25] {
      let cents = try AirResponse.organ.cents(from: temperature, to: temperature + 1)
      #expect((2.85...3.1).contains(cents), "\(cents)")
      let wind = try AirResponse.winds.cents(from: temperature, to: temperature + 1)
      #expect(abs(wind - cents / 2) < 1e-12)
    }
    let fahrenheit = try AirResponse.organ.cents(from: 20, to: 20 + 1 / 1.8)
    #expect(abs(fahrenheit - 1.65) < 0.05)
  }

  @Test("strings stay, and going back brings every pitch back")
  func invariants() throws {
    let pitch = try ConcertPitch(442)
    #expect(try pitch.moved(from: 15, to: 30, .solid) == pitch)
    let there = try pitch.moved(from: 20, to: -3, .organ)
    #expect(there.frequency < 442)
    let back = try there.moved(from: -3, to: 20, .organ)
    #expect(abs(back.frequency - 442) < 1e-9)
  }

  @Test("shares beyond 0 to 1 and impossible temperatures are refused")
  func refused() throws {
    for share in [-0.1, 1.1, .nan] { #expect(AirResponse(share: share) == nil) }
    #expect(throws: PitchError.temperatureOutOfRange(200)) {
      try AirResponse.organ.cents(from: 20, to: 200)
    }
    let low = try ConcertPitch(301)
    #expect(throws: PitchError.self) { try low.moved(from: 40, to: -40, .organ) }
  }
}

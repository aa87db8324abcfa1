import MusicTheory
import Testing

@Suite("Acoustic wave")
struct AcousticWaveTests {
  @Test("frequency, wavelength and period convert into each other within 1e-15 of their size")
  func roundTrip() throws {
    for frequency in [16.35, 27.5, 440, 4186.009, 20_000] {
      let wave = try AcousticWave(frequency: frequency)
      #expect(abs(try AcousticWave(period: wave.period).frequency / frequency - 1) < 1e-15)
      #expect(abs(try AcousticWave(wavelength: wave.wavelength).frequency / frequency - 1) < 1e-15)
      #expect(abs(wave.wavelength - wave.period * 343) < 1e-12)
    }
  }

  @Test(
    "sound travels at 331.29 m/s at 0 °C, 343.2 at 20 °C and 318.9 at -20 °C (Wong 1986)",
    arguments: [(0, 331.29), (20, 343.20), (-20, 318.93), (19.64, 342.99)])
  func speedOfSound(temperature: Double, expected: Double) throws {
    #expect(abs(try SpeedOfSound(airTemperature: temperature).metersPerSecond - expected) < 0.01)
  }

  @Test("440 Hz is 0.7795 m long at 343 m/s, 0.7800 m at 20 °C and 3.37 m in water")
  func wavelengths() throws {
    #expect(abs(try AcousticWave(frequency: 440).wavelength - 0.779545) < 1e-6)
    let warm = try SpeedOfSound(airTemperature: 20)
    #expect(abs(try AcousticWave(frequency: 440, speedOfSound: warm).wavelength - 0.7800) < 1e-4)
    let water = try SpeedOfSound(metersPerSecond: 1482)
    #expect(abs(try Pitch(frequency: 440).wave(speedOfSound: water).wavelength - 3.368) < 0.001)
  }

  @Test("the first 8 harmonics of A2 are A2 A3 E4 A4 C♯5 E5 G5 A5; the 7th is 31.17 cents flat")
  func harmonics() throws {
    let harmonics = try AcousticWave(frequency: 110).harmonics(8)
    let names = harmonics.map(\.note.description).joined(separator: " ")
    #expect(names == "A2 A3 E4 A4 C♯5 E5 G5 A5")
    #expect(abs(harmonics[6].cents - -31.174) < 0.001)
    #expect(abs(harmonics[2].cents - 1.955) < 0.001)
  }

  @Test("0 or fewer harmonics are none, and they end before a frequency overflows")
  func harmonicLimits() throws {
    #expect(try AcousticWave(frequency: 440).harmonics(0).isEmpty)
    #expect(try AcousticWave(frequency: 440).harmonics(-3).isEmpty)
    #expect(try AcousticWave(frequency: 3e299).harmonics(16).count == 3)
  }

  @Test(
    "wavelengths, periods and speeds that are not finite and above 0 are refused",
    arguments: [0, -1, .infinity])
  func refusals(value: Double) {
    #expect(throws: PitchError.invalidWavelength(value)) { try AcousticWave(wavelength: value) }
    #expect(throws: PitchError.invalidPeriod(value)) { try AcousticWave(period: value) }
    #expect(throws: PitchError.invalidSpeedOfSound(value)) {
      try SpeedOfSound(metersPerSecond: value)
    }
  }

  @Test("air outside -100 to 100 °C is refused", arguments: [-273.15, -100.1, 100.1, .infinity])
  func refusesTemperatures(temperature: Double) {
    #expect(throws: PitchError.temperatureOutOfRange(temperature)) {
      try SpeedOfSound(airTemperature: temperature)
    }
  }
}

/// The speed of sound.
public struct SpeedOfSound: Sendable, Hashable {
  /// 343 m/s: dry air at 19.6 °C.
  public static var standard: SpeedOfSound { SpeedOfSound(unchecked: 343) }

  /// The accepted air temperatures, in degrees Celsius, for which air is nearly an ideal gas.
  public static var temperatureLimits: ClosedRange<Double> { -100...100 }

  /// The speed, in metres per second.
  public let metersPerSecond: Double

  /// Creates a speed, for air or another medium.
  ///
  /// - Parameter metersPerSecond: Metres per second, finite and greater than zero.
  /// - Throws: ``PitchError/invalidSpeedOfSound(_:)``.
  public init(metersPerSecond: Double) throws(PitchError) {
    guard metersPerSecond.isFinite, metersPerSecond > 0 else {
      throw .invalidSpeedOfSound(metersPerSecond)
    }
    self.metersPerSecond = metersPerSecond
  }

  /// Creates the speed in dry air at normal pressure.
  ///
  /// In an ideal gas, the speed grows with the square root of the absolute temperature. The speed
  /// at 0 °C is Wong's. In moist air, sound is up to 0.6 % (10 cents of wavelength) faster.
  ///
  /// - Parameter temperature: The air temperature, in degrees Celsius, in ``temperatureLimits``.
  /// - Throws: ``PitchError/temperatureOutOfRange(_:)``.
  /// - SeeAlso: G. S. K. Wong, "Speed of sound in standard air", JASA 79(5), 1986,
  ///   [doi:10.1121/1.393664](https://doi.org/10.1121/1.393664).
  public init(airTemperature temperature: Double) throws(PitchError) {
    guard Self.temperatureLimits.contains(temperature) else {
      throw .temperatureOutOfRange(temperature)
    }
    let speedAtZeroCelsius = 331.29
    metersPerSecond = speedAtZeroCelsius * (1 + temperature / 273.15).squareRoot()
  }

  private init(unchecked metersPerSecond: Double) {
    self.metersPerSecond = metersPerSecond
  }
}

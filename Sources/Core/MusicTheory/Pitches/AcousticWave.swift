import SignalProcessing

/// A sound wave of one frequency, with its wavelength in air and its period.
public struct AcousticWave: Sendable, Hashable {
  /// The frequency, in hertz, greater than zero.
  public let frequency: Double
  /// The speed of the wave.
  public let speedOfSound: SpeedOfSound

  /// Creates a wave from its frequency.
  ///
  /// - Parameters:
  ///   - frequency: Hertz, finite and greater than zero.
  ///   - speedOfSound: The speed of the wave; 343 m/s by default.
  /// - Throws: ``PitchError/invalidFrequency(_:)``.
  public init(frequency: Double, speedOfSound: SpeedOfSound = .standard) throws(PitchError) {
    guard isValidFrequency(frequency) else { throw .invalidFrequency(frequency) }
    self.frequency = frequency
    self.speedOfSound = speedOfSound
  }

  /// Creates a wave from its wavelength.
  ///
  /// - Parameters:
  ///   - wavelength: Metres, finite and greater than zero.
  ///   - speedOfSound: The speed of the wave; 343 m/s by default.
  /// - Throws: ``PitchError/invalidWavelength(_:)``.
  public init(wavelength: Double, speedOfSound: SpeedOfSound = .standard) throws(PitchError) {
    let frequency = speedOfSound.metersPerSecond / wavelength
    guard wavelength.isFinite, isValidFrequency(frequency) else {
      throw .invalidWavelength(wavelength)
    }
    self.frequency = frequency
    self.speedOfSound = speedOfSound
  }

  /// Creates a wave from its period.
  ///
  /// - Parameters:
  ///   - period: Seconds, finite and greater than zero.
  ///   - speedOfSound: The speed of the wave; 343 m/s by default.
  /// - Throws: ``PitchError/invalidPeriod(_:)``.
  public init(period: Double, speedOfSound: SpeedOfSound = .standard) throws(PitchError) {
    guard period.isFinite, isValidFrequency(1 / period) else { throw .invalidPeriod(period) }
    frequency = 1 / period
    self.speedOfSound = speedOfSound
  }

  /// The distance that sound travels in one period, in metres.
  public var wavelength: Double { speedOfSound.metersPerSecond / frequency }

  /// The duration of one vibration, in seconds.
  public var period: Double { 1 / frequency }

  /// Returns the harmonics: the whole multiples of the frequency, beginning with the wave itself.
  ///
  /// - Parameters:
  ///   - count: The number of harmonics; 16 by default. All harmonics with a finite frequency are
  ///     returned, however high.
  ///   - concertPitch: The frequency of A4; 440 Hz by default.
  ///   - spelling: The spelling of the notes.
  /// - Returns: The pitches of harmonics 1 to `count`; none if `count` is below 1.
  public func harmonics(
    _ count: Int = 16, concertPitch: ConcertPitch = .standard, spelling: Spelling = .sharps
  ) -> [Pitch] {
    var pitches: [Pitch] = []
    var order = 1
    while order <= count,
      let pitch = try? Pitch(
        frequency: frequency * Double(order), concertPitch: concertPitch, spelling: spelling)
    {
      pitches.append(pitch)
      order += 1
    }
    return pitches
  }
}

extension Pitch {
  /// Returns the sound wave of the pitch.
  ///
  /// - Parameter speedOfSound: The speed of the wave; 343 m/s by default.
  /// - Returns: The wave with the same frequency.
  public func wave(speedOfSound: SpeedOfSound = .standard) -> AcousticWave {
    AcousticWave(of: self, speedOfSound: speedOfSound)
  }
}

extension AcousticWave {
  // A pitch has a valid frequency already.
  fileprivate init(of pitch: Pitch, speedOfSound: SpeedOfSound) {
    frequency = pitch.frequency
    self.speedOfSound = speedOfSound
  }
}

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

/// The response of an instrument's pitch to a change of the speed of sound.
///
/// The pitch of an air column is proportional to the speed of sound, so it rises with the
/// temperature: 3 cents per kelvin in a room. The walls expand a hundred times less.
public struct AirResponse: Sendable, Hashable {
  /// Flue pipes of an organ, which follow it fully.
  public static var organ: AirResponse { AirResponse(unchecked: 1) }
  /// Wind instruments, which their player warms: half of it, a convention between a tuba that has
  /// hardly been played and a piccolo that breath alone keeps warm.
  public static var winds: AirResponse { AirResponse(unchecked: 0.5) }
  /// Strings, bars, tuning forks and free reeds, which have no air column and do not respond.
  public static var solid: AirResponse { AirResponse(unchecked: 0) }

  /// The share of the change, in cents, that the pitch follows, in 0...1.
  public let share: Double

  /// Creates a response of your own; `nil` if the share is out of its range.
  ///
  /// - Parameter share: The share of the change that the pitch follows, in 0...1.
  public init?(share: Double) {
    guard (0...1).contains(share) else { return nil }
    self.share = share
  }

  private init(unchecked share: Double) { self.share = share }

  /// Returns the change of the pitch between two air temperatures.
  ///
  /// - Parameters:
  ///   - start: The first air temperature, in degrees Celsius, in
  ///     ``SpeedOfSound/temperatureLimits``.
  ///   - end: The second one.
  /// - Returns: Cents; positive if the pitch rises.
  /// - Throws: ``PitchError/temperatureOutOfRange(_:)``.
  public func cents(from start: Double, to end: Double) throws(PitchError) -> Double {
    let before = try SpeedOfSound(airTemperature: start)
    let after = try SpeedOfSound(airTemperature: end)
    return share * Interval.cents(from: before.metersPerSecond, to: after.metersPerSecond)
  }
}

extension ConcertPitch {
  /// Returns the concert pitch at which an instrument sounds in a room of another temperature.
  ///
  /// - Parameters:
  ///   - tuning: The air temperature at which the instrument has this concert pitch, in degrees
  ///     Celsius, in ``SpeedOfSound/temperatureLimits``.
  ///   - room: The air temperature of the room.
  ///   - response: The response of the instrument.
  /// - Returns: The same temperament at another A4.
  /// - Throws: ``PitchError/temperatureOutOfRange(_:)``, or
  ///   ``PitchError/concertPitchOutOfRange(_:)`` with the A4 that would follow.
  public func moved(
    from tuning: Double, to room: Double, _ response: AirResponse
  ) throws(PitchError) -> ConcertPitch {
    let cents = try response.cents(from: tuning, to: room)
    return try ConcertPitch(
      frequency * Elementary.ratio(ofCents: cents), temperament: temperament)
  }
}

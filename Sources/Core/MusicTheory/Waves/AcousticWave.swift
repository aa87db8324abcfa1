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

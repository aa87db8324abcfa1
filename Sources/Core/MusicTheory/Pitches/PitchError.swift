internal import SignalProcessing

/// A number that cannot belong to a musical tone.
public enum PitchError: Error, Equatable, Sendable {
  /// The frequency, in hertz, must be finite and greater than zero.
  case invalidFrequency(Double)
  /// The wavelength, in metres, must be finite and greater than zero.
  case invalidWavelength(Double)
  /// The period, in seconds, must be finite and greater than zero.
  case invalidPeriod(Double)
  /// The speed of sound, in metres per second, must be finite and greater than zero.
  case invalidSpeedOfSound(Double)
  /// The frequency of A4, in hertz, must be in ``ConcertPitch/limits``.
  case concertPitchOutOfRange(Double)
  /// The air temperature, in degrees Celsius, must be in ``SpeedOfSound/temperatureLimits``.
  case temperatureOutOfRange(Double)
  /// The frequency, in hertz, must be in the frequencies of a ``PitchRange``.
  case frequencyOutOfRange(Double, limits: ClosedRange<Double>)
  /// The wavelength, in metres, must be in the wavelengths of a ``PitchRange``.
  case wavelengthOutOfRange(Double, limits: ClosedRange<Double>)
  /// The period, in seconds, must be in the periods of a ``PitchRange``.
  case periodOutOfRange(Double, limits: ClosedRange<Double>)
  /// The index of the note must be in the indices of a ``PitchRange``; `nil` if it has none.
  case indexOutOfRange(Int, limits: ClosedRange<Int>?)
  /// The octave must be in the octaves of a ``PitchRange``; `nil` if it has none.
  case octaveOutOfRange(Int, limits: ClosedRange<Int>?)
}

#if !hasFeature(Embedded)
  extension PitchError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .invalidFrequency(let frequency):
        "A frequency must be a finite number of hertz above 0, but is \(frequency.plainText)."
      case .invalidWavelength(let wavelength):
        "A wavelength must be a finite number of metres above 0, but is \(wavelength.plainText)."
      case .invalidPeriod(let period):
        "A period must be a finite number of seconds above 0, but is \(period.plainText)."
      case .invalidSpeedOfSound(let speed):
        "The speed of sound must be a finite number of m/s above 0, but is \(speed.plainText)."
      case .concertPitchOutOfRange(let frequency):
        "Concert pitch (A4) \(Self.mustLie(in: ConcertPitch.limits)) Hz, but is \(frequency.plainText) Hz."
      case .temperatureOutOfRange(let temperature):
        """
        The air temperature \(Self.mustLie(in: SpeedOfSound.temperatureLimits)) °C, \
        but is \(temperature.plainText) °C.
        """
      case .frequencyOutOfRange(let frequency, let limits):
        "The frequency \(Self.mustLie(in: limits)) Hz, but is \(frequency.plainText) Hz."
      case .wavelengthOutOfRange(let wavelength, let limits):
        "The wavelength \(Self.mustLie(in: limits)) m, but is \(wavelength.plainText)."
      case .periodOutOfRange(let period, let limits):
        "The period \(Self.mustLie(in: limits)) s, but is \(period.plainText)."
      case .indexOutOfRange(let index, let limits):
        "The index from A4 \(Self.mustLie(in: limits)), but is \(index)."
      case .octaveOutOfRange(let octave, let limits):
        "The octave \(Self.mustLie(in: limits)), but is \(octave)."
      }
    }

    private static func mustLie(in limits: ClosedRange<Double>) -> String {
      "must be between \(limits.lowerBound.plainText) and \(limits.upperBound.plainText)"
    }

    private static func mustLie(in limits: ClosedRange<Int>?) -> String {
      guard let limits else { return "must be in an empty range" }
      return "must be between \(limits.lowerBound) and \(limits.upperBound)"
    }
  }
#endif

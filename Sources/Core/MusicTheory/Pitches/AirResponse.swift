internal import SignalProcessing

/// How much of a change of the speed of sound the pitch of an instrument follows.
///
/// The pitch of an air column is proportional to the speed of sound, so it rises with the
/// temperature: 3 cents per kelvin in a room. The walls expand a hundred times less.
public struct AirResponse: Sendable, Hashable {
  /// Flue pipes of an organ: all of it.
  public static var organ: AirResponse { AirResponse(unchecked: 1) }
  /// Instruments that a player blows and warms: half of it, a convention between a tuba that has
  /// hardly been played and a piccolo that breath alone keeps warm.
  public static var winds: AirResponse { AirResponse(unchecked: 0.5) }
  /// Strings, bars, tuning forks and free reeds, in which no air column decides: nothing.
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

  /// Returns how far the pitch moves when the air goes from one temperature to another.
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
  ///   - response: What the instrument does.
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

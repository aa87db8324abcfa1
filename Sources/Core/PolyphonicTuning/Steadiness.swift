internal import SignalProcessing

/// Checks whether strings stay where they were: one that seems to jump has faded, and what is read
/// then are partials of others.
struct Steadiness: Sendable {
  /// The cents by which a string may move from one reading to the next, and the standard errors on
  /// top. Nobody turns a peg faster than 60 cents per second.
  private static let reach = 5.0
  private static let doubt = 2.0
  /// The readings in a row that must agree on a new frequency: of the only string that sounds, and
  /// of others.
  private static let alone = 3
  private static let among = 8
  /// The drift of strings from one reading to the next, in cents.
  private static let drift = 1.2
  /// A string whose odds are this good needs no second reading.
  private static let sure = 1.0

  private struct Place: Sendable {
    var frequency = 0.0  // 0: unknown
    var count = 0
    /// The frequency since it seemed to jump, and the number of readings there.
    var rival = 0.0
    var rivalCount = 0
    /// The variance of `frequency`, in cents squared.
    var variance = 0.0

    /// Updates the mean of this reading and the ones before, by their errors; the string may have
    /// drifted.
    mutating func update(_ reading: Double, error: Double, drift: Double) {
      (count, rivalCount) = (count + 1, 0)
      let noise = error * error
      variance += drift * drift
      let gain = count == 1 ? 1 : variance / (variance + noise)
      frequency += gain * (reading - frequency)
      variance = count == 1 ? noise : variance * (1 - gain)
    }
  }

  private var places: [Place]

  init(stringCount: Int) {
    places = Array(repeating: Place(), count: stringCount)
  }

  /// Forgets all: another strum begins.
  mutating func reset() {
    for index in places.indices { places[index] = Place() }
  }

  /// Adds a reading of a string that seems to sound.
  ///
  /// - Returns: The frequency by this reading and the ones before, in hertz; `nil` if it must not
  ///   be shown.
  mutating func place(
    _ index: Int, _ reading: StringReading, odds: Double, isAlone: Bool
  ) -> Double? {
    let frequency = reading.frequency
    let reach = Self.reach + Self.doubt * min(2, reading.error)
    var place = places[index]
    defer { places[index] = place }
    if place.count == 0 || Self.distance(frequency, place.frequency) < reach {
      place.update(frequency, error: reading.error, drift: Self.drift)
      return place.count > 1 || odds > Self.sure ? place.frequency : nil
    }
    if place.count == 1 {
      place = Place()
      place.update(frequency, error: reading.error, drift: Self.drift)
      return nil
    }
    let agrees = place.rivalCount > 0 && Self.distance(frequency, place.rival) < reach
    (place.rival, place.rivalCount) = (frequency, agrees ? place.rivalCount + 1 : 1)
    guard odds >= 3, place.rivalCount >= (isAlone ? Self.alone : Self.among) else { return nil }
    place = Place()
    place.update(frequency, error: reading.error, drift: Self.drift)
    place.count = 2
    return frequency
  }

  private static func distance(_ first: Double, _ second: Double) -> Double {
    (SeriesFit.centsPerUnit * Elementary.log(first / second)).magnitude
  }
}

internal import SignalProcessing

/// Tells whether strings stay where they were: one that seems to jump has faded, and what is read then
/// are partials of others.
struct Steadiness: Sendable {
  /// By how many cents a string may move from one reading to the next, and how many standard errors
  /// more. Nobody turns a peg faster than 60 cents a second.
  private static let (reach, doubt) = (5.0, 2.0)
  /// So many readings in a row must agree on a new place: of the only string that sounds, and of
  /// others.
  private static let (alone, among) = (3, 8)
  /// A string whose odds are this good needs no second reading.
  private static let sure = 1.0

  private struct Place: Sendable {
    var frequency = 0.0  // 0: unknown
    var count = 0
    /// Where it has been since it seemed to jump, and for how many readings.
    var rival = 0.0
    var rivalCount = 0
  }

  private var places: [Place]

  init(stringCount: Int) {
    places = Array(repeating: Place(), count: stringCount)
  }

  /// Forgets all: another strum begins.
  mutating func reset() {
    for index in places.indices { places[index] = Place() }
  }

  /// Whether a string that seems to sound may be shown.
  mutating func isSteady(
    _ index: Int, _ reading: StringReading, odds: Double, isAlone: Bool
  ) -> Bool {
    let frequency = reading.frequency
    let reach = Self.reach + Self.doubt * min(2, reading.error)
    var place = places[index]
    defer { places[index] = place }
    if place.count == 0 || Self.distance(frequency, place.frequency) < reach {
      place = Place(frequency: frequency, count: place.count + 1)
      return place.count > 1 || odds > Self.sure
    }
    if place.count == 1 {
      place = Place(frequency: frequency, count: 1)
      return false
    }
    let agrees = place.rivalCount > 0 && Self.distance(frequency, place.rival) < reach
    (place.rival, place.rivalCount) = (frequency, agrees ? place.rivalCount + 1 : 1)
    guard place.rivalCount >= (isAlone ? Self.alone : Self.among) else { return false }
    place = Place(frequency: frequency, count: place.rivalCount)
    return true
  }

  private static func distance(_ first: Double, _ second: Double) -> Double {
    (SeriesFit.centsPerUnit * Elementary.log(first / second)).magnitude
  }
}

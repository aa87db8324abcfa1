/// What was read of a course of two strings that are tuned alike.
struct CourseReading: Sendable {
  /// Both frequencies, in hertz; that of the course twice while they cannot be told apart.
  var lower: Double
  var upper: Double
  /// One standard error of each, in cents.
  var error = 0.0
  /// How far apart they are, and one standard error, in hertz.
  var beat: Double?
  var beatError = 0.0
  /// The slowest beat that could be told, in hertz.
  var limit: Double?

  init(frequency: Double) {
    lower = frequency
    upper = frequency
  }
}

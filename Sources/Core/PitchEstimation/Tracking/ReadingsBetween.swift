internal import SignalProcessing

/// Readings between others whose partials were measured (decision 69).
///
/// The windows in which partials are measured overlap by far more than readings are apart. Where
/// the readings so far lie on a smooth curve, and the one after the next does too, so does the next.
struct ReadingsBetween: Sendable {
  private typealias Parameters = TrackerParameters.Between

  /// The logarithms to base 2 of a measured frequency in hertz, and of its ratio to the rough one.
  private typealias Octaves = SIMD2<Double>

  private var (first, middle, last) = (Octaves(), Octaves(), Octaves())  // readings in a row
  private var count = 0  // of those that are known

  /// True if the next reading may wait until the one after it is measured.
  var mayWait: Bool {
    // A parabola turns four times as far in steps that are twice as long.
    count == 3 && Self.turn(first, middle, last).min() < 0.25 * Parameters.largestTurn
  }

  /// Adds the next reading, measured or not.
  ///
  /// - Parameter frame: Forgets the readings before if its pitch is unvoiced or moves.
  mutating func follow(_ frame: DecidedFrame) {
    guard frame.isVoiced, frame.isCalm else {
      count = 0
      return
    }
    (first, middle, last) = (middle, last, Self.octaves(of: frame))
    count = min(3, count + 1)
  }

  /// Returns the frequency of the next reading.
  ///
  /// It lies on the parabola through the measured frequencies of the last reading, the last but two
  /// and the next but one or, if these are the smoother ones, through their ratios to the rough
  /// frequencies: the partials of strings hold still while the period wanders, and the period shows
  /// a vibrato.
  ///
  /// - Parameters:
  ///   - rough: Its rough frequency, in hertz.
  ///   - frame: The measured frame after it.
  /// - Returns: In hertz; `nil` if neither is smooth.
  func frequency(near rough: Double, before frame: DecidedFrame) -> Double? {
    guard count == 3, frame.isVoiced, frame.isCalm else { return nil }
    let next = Self.octaves(of: frame)
    let turn = Self.turn(first, last, next)
    guard turn.min() < Parameters.largestTurn else { return nil }
    let value = 0.125 * (6 * last + 3 * next - first)
    return turn.x <= turn.y ? Elementary.exp2(value.x) : rough * Elementary.exp2(value.y)
  }

  private static func octaves(of frame: DecidedFrame) -> Octaves {
    let octaves = Elementary.log2(frame.measured)
    return Octaves(octaves, octaves - Elementary.log2(frame.frequency))
  }

  /// The distances of the last of three from the straight line through the others, in cents.
  private static func turn(_ a: Octaves, _ b: Octaves, _ c: Octaves) -> Octaves {
    let turn = a - 2 * b + c
    return 1200 * Octaves(turn.x.magnitude, turn.y.magnitude)
  }
}

/// Measures a short period over several of its repetitions.
///
/// A parabola through three points of a period of ten samples is off by cents, and the error of a
/// position is the same at every multiple of the period: at the eighth one it counts an eighth.
enum ShortPeriod {
  /// Periods at least this long, in samples, need no help.
  static let limit = 64.0

  /// Measures the period.
  ///
  /// Doubles the number of repetitions again and again, as long as the extremum at the multiple is
  /// trusted.
  ///
  /// - Parameters:
  ///   - lag: The extremum that was chosen, in whole samples.
  ///   - longestLag: The longest lag that may be asked for.
  ///   - parabola: The parabola around a lag.
  ///   - isTrusted: Whether the extremum at a multiple is about as distinct as the chosen one.
  /// - Returns: The period, in fractional samples.
  static func refine(
    _ lag: Int, longestLag: Int, parabola: (Int) -> Parabola, isTrusted: (Int) -> Bool
  ) -> Double {
    var period = Double(lag) + parabola(lag).offset
    var repetitions = 2.0
    while period * repetitions < limit {
      let expected = Int((period * repetitions).rounded())
      guard expected < longestLag else { break }
      // An estimate that is half a sample off at one period is one sample off at two.
      let extremum = nearestExtremum(to: expected, parabola)
      guard isTrusted(extremum) else { break }
      period = (Double(extremum) + parabola(extremum).offset) / repetitions
      repetitions *= 2
    }
    return period
  }

  /// `lag`, or its neighbour on the side to which the parabola points.
  private static func nearestExtremum(to lag: Int, _ parabola: (Int) -> Parabola) -> Int {
    let fit = parabola(lag)
    let isMinimum = fit.left - 2 * fit.middle + fit.right > 0
    if (fit.left < fit.middle) == isMinimum, fit.left != fit.middle { return lag - 1 }
    if (fit.right < fit.middle) == isMinimum, fit.right != fit.middle { return lag + 1 }
    return lag
  }
}

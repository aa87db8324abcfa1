/// Measures a short period over several of its repetitions.
///
/// Noise moves an extremum by as much at every multiple of the period: at the eighth one the error
/// of the period is an eighth.
enum ShortPeriod {
  /// Periods at least this long, in samples, need no help.
  static let limit = 64.0

  /// Refines a period.
  ///
  /// Doubles the number of repetitions again and again, as long as there is an extremum.
  ///
  /// - Parameters:
  ///   - period: The period, in fractional samples.
  ///   - longestLag: The longest lag that may be asked for.
  ///   - extremum: The place of the extremum near a lag, in fractional samples, or `nil` if it is
  ///     less distinct than the first one.
  /// - Returns: The period, in fractional samples.
  static func refine(
    _ period: Double, longestLag: Int, extremum: (_ lag: Int) -> Double?
  ) -> Double {
    var period = period
    var repetitions = 2.0
    while period * repetitions < limit {
      let expected = Int((period * repetitions).rounded())
      guard expected < longestLag, let position = extremum(expected) else { break }
      period = position / repetitions
      repetitions *= 2
    }
    return period
  }
}

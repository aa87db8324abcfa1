internal import MusicTheory

/// Reads a concert pitch with its temperament from what both sides share.
///
/// - Parameters:
///   - frequency: Of A4, in hertz.
///   - values: Where the deviations of the twelve pitch classes C...B from equal temperament are, in cents.
///   - start: The position of the first one.
/// - Returns: `nil` if one of them is out of its range.
func sharedPitch(
  _ frequency: Double, offsets values: UnsafeMutableBufferPointer<Double>, from start: Int
) -> ConcertPitch? {
  var deviations = [Double](repeating: 0, count: 12)
  for pitchClass in 0..<12 { deviations[pitchClass] = values[start + pitchClass] }
  guard let temperament = try? Temperament(deviations: deviations) else { return nil }
  return try? ConcertPitch(frequency, temperament: temperament)
}

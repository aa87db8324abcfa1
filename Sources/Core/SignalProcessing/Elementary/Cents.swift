/// Cents: hundredths of an equal semitone, 1200 to an octave.
extension Elementary {
  /// Returns the size of a ratio of frequencies.
  ///
  /// - Parameter ratio: Greater than zero.
  /// - Returns: Cents; positive above 1.
  package static func cents(ofRatio ratio: Double) -> Double { 1200 * log2(ratio) }

  /// Returns the ratio of frequencies of an interval.
  ///
  /// - Parameter cents: Any value.
  /// - Returns: The ratio: 2 for 1200 cents.
  package static func ratio(ofCents cents: Double) -> Double { exp2(cents / 1200) }
}

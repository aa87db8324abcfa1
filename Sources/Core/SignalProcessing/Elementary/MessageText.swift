// Texts for people, which the embedded build leaves out.

#if !hasFeature(Embedded)
  extension Double {
    /// The number as text for messages, without `.0` if it is whole.
    package var plainText: String {
      self == rounded() && magnitude < 1e15 ? "\(Int64(self))" : "\(self)"
    }
  }

  /// Returns a sentence about a value that is out of its range, such as `The level must be between
  /// -120 and 0 dBFS, but is 3 dBFS.`
  ///
  /// - Parameters:
  ///   - name: The beginning of the sentence.
  ///   - value: The value.
  ///   - limits: The possible values.
  ///   - unit: The unit of the value and of its limits; empty if they have none.
  /// - Returns: The sentence.
  package func outOfRange(
    _ name: String, _ value: Double, _ limits: ClosedRange<Double>, _ unit: String = ""
  ) -> String {
    outOfRange(
      name, value.plainText, limits.lowerBound.plainText, limits.upperBound.plainText, unit)
  }

  /// Returns a sentence about a whole number that is out of its range.
  ///
  /// - Parameters:
  ///   - name: The beginning of the sentence.
  ///   - value: The number.
  ///   - limits: The possible numbers.
  ///   - unit: The unit of the number and of its limits; empty if they have none.
  /// - Returns: The sentence.
  package func outOfRange(
    _ name: String, _ value: Int, _ limits: ClosedRange<Int>, _ unit: String = ""
  ) -> String {
    outOfRange(name, "\(value)", "\(limits.lowerBound)", "\(limits.upperBound)", unit)
  }

  private func outOfRange(
    _ name: String, _ value: String, _ lowest: String, _ highest: String, _ unit: String
  ) -> String {
    let unit = unit.isEmpty ? "" : " " + unit
    return "\(name) must be between \(lowest) and \(highest)\(unit), but is \(value)\(unit)."
  }
#endif

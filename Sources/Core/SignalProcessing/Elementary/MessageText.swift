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
  package func outOfRange<Value: Comparable>(
    _ name: String, _ value: Value, _ limits: ClosedRange<Value>, _ unit: String = ""
  ) -> String {
    func text(_ value: Value) -> String { (value as? Double)?.plainText ?? "\(value)" }
    let (lowest, highest) = (text(limits.lowerBound), text(limits.upperBound))
    let unit = unit.isEmpty ? "" : " " + unit
    return "\(name) must be between \(lowest) and \(highest)\(unit), but is \(text(value))\(unit)."
  }
#endif

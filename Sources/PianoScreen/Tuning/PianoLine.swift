import CommandIO
package import PianoTuning

extension KeyListener.Reading {
  /// For example `   1.30 s  C4   partial 4   -3.42 flat`.
  package func plainLine(tolerance: Double) -> String {
    let time = time.formatted(decimals: 2)
    let cents = cents.signed(decimals: 2)
    return String(repeating: " ", count: max(0, 8 - time.count)) + "\(time) s  "
      + key.name + String(repeating: " ", count: 5 - key.name.count) + "partial \(partial)"
      + String(repeating: " ", count: max(1, 9 - cents.count)) + "\(cents) \(word(tolerance))"
  }

  /// One JSON object.
  package var jsonLine: String {
    """
    {"time": \(time.formatted(decimals: 3)), "key": "\(key.name)", "partial": \(partial), \
    "frequency": \(frequency.formatted(decimals: 5)), "cents": \(cents.formatted(decimals: 4)), \
    "error": \(error.formatted(decimals: 4))}
    """
  }

  func word(_ tolerance: Double) -> String {
    cents.magnitude <= tolerance ? "in tune" : cents < 0 ? "flat" : "sharp"
  }
}

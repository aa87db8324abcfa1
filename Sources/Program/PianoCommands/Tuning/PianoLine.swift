import CommandKit
package import PianoTuning

extension KeyListener.Reading {
  /// For example `   1.30 s  C4   partial 4   -3.42 flat`.
  package func plainLine(tolerance: Double) -> String {
    time.formatted(decimals: 2).right(8) + " s  " + key.name.left(5) + "partial \(partial)"
      + " " + cents.signed(decimals: 2).right(8) + " \(word(tolerance))"
  }

  /// One JSON object.
  package var jsonLine: String {
    """
    {"time": \(time.formatted(decimals: 3)), "key": "\(key.name)", "partial": \(partial), \
    "frequency": \(frequency.formatted(decimals: 5)), "cents": \(cents.formatted(decimals: 4)), \
    "error": \(error.formatted(decimals: 4)), "clipped": \(isClipped)}
    """
  }

  func word(_ tolerance: Double) -> String {
    cents.magnitude <= tolerance ? "in tune" : cents < 0 ? "flat" : "sharp"
  }
}

extension UnisonReading {
  /// For people: `strings beat at 0.52 Hz (slowest that shows: 0.03 Hz)`.
  var text: String {
    "\(audibleBeats.beatText) (slowest that shows: \(limit.formatted(decimals: 2)) Hz)"
  }

  /// For example `   2.10 s  C4   strings beat at 0.52 Hz (slowest that shows: 0.03 Hz)`.
  package var plainLine: String {
    time.formatted(decimals: 2).right(8) + " s  " + key.name.left(5) + text
  }

  /// One JSON object.
  package var jsonLine: String {
    let strings = strings.map { "{\"cents\": \($0.formatted(decimals: 4))}" }
    let beats = beats.map { $0.formatted(decimals: 4) }
    return """
      {"time": \(time.formatted(decimals: 3)), "key": "\(key.name)", \
      "unison": [\(strings.joined(separator: ", "))], "beats": [\(beats.joined(separator: ", "))], \
      "beat_limit": \(limit.formatted(decimals: 4))}
      """
  }
}

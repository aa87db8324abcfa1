/// The overtones of a note, which may be notes of their own.
enum Overtones {
  /// Semitones from a note to them.
  private static let semitones = [12, 19, 24, 28, 31, 34, 36]
  /// The largest distance of one from its place, in semitones.
  private static let width = 0.5

  /// Returns true if a note may be an overtone of a lower one.
  ///
  /// - Parameters:
  ///   - number: Its MIDI number.
  ///   - low: That of the lower one.
  /// - Returns: Whether it is within half a semitone of one.
  static func contain(_ number: Double, of low: Double) -> Bool {
    semitones.contains { (number - low - Double($0)).magnitude < width }
  }
}

internal import SignalProcessing

/// The frequencies of lines, in steps of the same ratio.
enum LineScale {
  /// Returns the frequency of a line, or of a place between lines, in hertz.
  static func frequency(of line: Double) -> Double {
    ChordWeights.lowest * Elementary.exp2(line / ChordWeights.stepsPerOctave)
  }
}

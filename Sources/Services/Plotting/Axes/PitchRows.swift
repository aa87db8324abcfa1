/// Equal steps of pitch, from the bottom of a picture to its top.
struct PitchRows: Sendable, Hashable {
  /// Finer than a window of 120 ms can tell apart below 1 kHz.
  static let perSemitone = 8

  /// The lower edge of row 0, as a MIDI number with a fraction.
  let lowest: Double
  let count: Int

  /// - Parameter range: MIDI numbers with fractions.
  init(covering range: ClosedRange<Double>) {
    let steps = Double(Self.perSemitone)
    // Every note is in the middle of a row.
    lowest = ((range.lowerBound * steps).rounded() - 0.5) / steps
    count = max(1, Int(((range.upperBound - lowest) * steps).rounded(.up)))
  }

  /// The row that a pitch falls in; the nearest one for a pitch outside.
  func row(of pitch: Double) -> Int {
    let row = ((pitch - lowest) * Double(Self.perSemitone)).rounded(.down)
    return Int(min(Double(count - 1), max(0, row)))
  }

  /// The lower edge of a row, or the upper one of the row below.
  func edge(belowRow row: Int) -> Double {
    lowest + Double(row) / Double(Self.perSemitone)
  }

  /// The rows that a range of pitches touches.
  func rows(touching range: ClosedRange<Double>) -> Range<Int> {
    let upper = ((range.upperBound - lowest) * Double(Self.perSemitone)).rounded(.up)
    let first = row(of: range.lowerBound)
    return first..<max(first + 1, min(count, Int(upper)))
  }
}

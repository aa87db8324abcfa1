import CommandKit
import PitchEstimation

/// A PitchTier of Praat: points of time and hertz, none where there is no pitch.
///
/// The file states the number of its points first, so they wait in memory: 16 bytes each, 12 MB for
/// two hours of song at 10 ms.
///
/// - SeeAlso: The text format in Praat's manual, "TextGrid file formats", and `PitchTier`.
struct PitchTier: TrackEncoder {
  private var points: [(time: Double, frequency: Double)] = []
  private var writtenCount = 0

  func begin(_ buffer: inout TextBuffer) {}

  mutating func append(_ reading: PitchReading, to buffer: inout TextBuffer) {
    if let frequency = reading.frequency { points.append((reading.time, frequency)) }
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {
    buffer.append("File type = \"ooTextFile\"\nObject class = \"PitchTier\"\n\nxmin = 0\nxmax = ")
    buffer.append(duration, decimals: 9)
    buffer.append("\npoints: size = ")
    buffer.append(points.count)
    buffer.append("\n")
  }

  mutating func appendRest(to buffer: inout TextBuffer) -> Bool {
    let last = min(points.count, writtenCount + 1000)
    for index in writtenCount..<last {
      buffer.append("points [")
      buffer.append(index + 1)
      buffer.append("]:\n    number = ")
      buffer.append(points[index].time, decimals: 9)
      buffer.append("\n    value = ")
      buffer.append(points[index].frequency, decimals: 6)
      buffer.append("\n")
    }
    defer { writtenCount = last }
    return last > writtenCount
  }
}

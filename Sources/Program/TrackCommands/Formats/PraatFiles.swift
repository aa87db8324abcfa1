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

/// A TextGrid of Praat with two tiers of intervals: the notes' names, and their hertz.
///
/// Intervals follow each other without a gap, with an empty one between two notes. The file states
/// their number first, so the notes wait in memory.
///
/// - SeeAlso: "TextGrid file formats" in Praat's manual.
struct TextGrid: NoteWriter {
  private struct Interval {
    var start: Double
    var end: Double
    var frequency: Double?
  }

  private let naming: NoteNaming
  private var intervals: [Interval] = []

  init(naming: NoteNaming) {
    self.naming = naming
  }

  func begin(_ buffer: inout TextBuffer) {}

  mutating func append(_ note: PitchNote, to buffer: inout TextBuffer) {
    let start = fill(upTo: note.onset)
    guard note.offset - start > Self.shortest else { return }
    intervals.append(Interval(start: start, end: note.offset, frequency: note.frequency))
  }

  mutating func end(duration: Double, _ buffer: inout TextBuffer) {
    _ = fill(upTo: duration)
    let end = intervals.last?.end ?? duration
    buffer.append("File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n")
    appendRange(to: end, indent: "", &buffer)
    buffer.append("tiers? <exists>\nsize = 2\nitem []:\n")
    appendTier(1, name: "notes", to: end, &buffer) { [naming] in naming.name(at: $0) }
    appendTier(2, name: "hertz", to: end, &buffer) { $0.formatted(decimals: 3) }
  }

  /// Appends an empty interval up to a time, unless it would be too short.
  ///
  /// - Returns: The start of the next interval, in seconds.
  private mutating func fill(upTo time: Double) -> Double {
    let start = intervals.last?.end ?? 0
    guard time - start > Self.shortest else { return start }
    intervals.append(Interval(start: start, end: time, frequency: nil))
    return time
  }

  private func appendTier(
    _ number: Int, name: StaticString, to end: Double, _ buffer: inout TextBuffer,
    text: (Double) -> String
  ) {
    buffer.append("    item [")
    buffer.append(number)
    buffer.append("]:\n        class = \"IntervalTier\"\n        name = \"")
    buffer.append(name)
    buffer.append("\"\n")
    appendRange(to: end, indent: "        ", &buffer)
    buffer.append("        intervals: size = ")
    buffer.append(intervals.count)
    buffer.append("\n")
    for (index, interval) in intervals.enumerated() {
      buffer.append("        intervals [")
      buffer.append(index + 1)
      buffer.append("]:\n            xmin = ")
      buffer.append(interval.start, decimals: 9)
      buffer.append("\n            xmax = ")
      buffer.append(interval.end, decimals: 9)
      buffer.append("\n            text = \"")
      if let frequency = interval.frequency { buffer.append(text: text(frequency)) }
      buffer.append("\"\n")
    }
  }

  private func appendRange(to end: Double, indent: StaticString, _ buffer: inout TextBuffer) {
    buffer.append(indent)
    buffer.append("xmin = 0\n")
    buffer.append(indent)
    buffer.append("xmax = ")
    buffer.append(end, decimals: 9)
    buffer.append("\n")
  }

  private static let shortest = 1e-6  // seconds; Praat refuses intervals of no length
}

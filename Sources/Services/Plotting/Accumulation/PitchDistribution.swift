import MusicTheory
import PitchEstimation

/// The pitches of a track in bounded memory: as points while they are few, and always as a
/// histogram over time.
struct PitchDistribution: Sendable {
  /// A voiced reading.
  struct Point: Sendable, Hashable {
    /// Seconds since the first sample.
    var time: Double
    /// A MIDI number with a fraction.
    var pitch: Double
  }

  /// The largest number of points: after 5 minutes of voiced readings 10 ms apart, a line would be
  /// a scribble.
  static let longestLine = 32_768
  static let maximumCount = 2048

  let rows: PitchRows
  /// The voiced readings, or `nil` if there were more than ``longestLine``.
  private(set) var points: [Point]? = []
  /// The number of readings in each row, column by column.
  private(set) var density = FoldingColumns<PitchHistogram>(maximumCount: Self.maximumCount)
  /// The number of readings in each row, over the whole track.
  private(set) var histogram: [Int]
  private let concertPitch: ConcertPitch

  init(rows: PitchRows, concertPitch: ConcertPitch) {
    self.rows = rows
    self.concertPitch = concertPitch
    histogram = Array(repeating: 0, count: rows.count)
  }

  /// The number of voiced readings.
  private(set) var voicedCount = 0

  mutating func append(_ reading: PitchReading, at step: Int) {
    let pitch = reading.frequency.map(concertPitch.midiNumber)
    guard let pitch, pitch.isFinite else {
      density.update(at: step) { $0.add(row: nil, of: 0) }
      return
    }
    let row = rows.row(of: pitch)
    voicedCount += 1
    histogram[row] += 1
    let rowCount = rows.count
    density.update(at: step) { $0.add(row: row, of: rowCount) }
    if voicedCount > Self.longestLine {
      points = nil
    } else {
      points?.append(Point(time: reading.time, pitch: pitch))
    }
  }
}

/// The number of readings of a column in each row.
struct PitchHistogram: Foldable {
  /// One count per row; empty if no reading is voiced.
  private(set) var counts: [UInt32] = []
  private(set) var readingCount = 0

  /// Adds a reading; one without a row is unvoiced.
  mutating func add(row: Int?, of rowCount: Int) {
    readingCount += 1
    guard let row else { return }
    if counts.isEmpty { counts = Array(repeating: 0, count: rowCount) }
    counts[row] += 1
  }

  mutating func merge(_ later: Self) {
    readingCount += later.readingCount
    if counts.isEmpty {
      counts = later.counts
    } else {
      for index in later.counts.indices { counts[index] += later.counts[index] }
    }
  }
}

/// Equal steps of pitch, from the bottom of a picture to its top.
struct PitchRows: Sendable, Hashable {
  /// Finer than the resolution of a window of 120 ms below 1 kHz.
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

  /// Returns the row of a pitch; the nearest one for a pitch outside.
  func row(of pitch: Double) -> Int {
    let row = ((pitch - lowest) * Double(Self.perSemitone)).rounded(.down)
    return Int(min(Double(count - 1), max(0, row)))
  }

  /// Returns the lower edge of a row, which is the upper one of the row below.
  func edge(belowRow row: Int) -> Double {
    lowest + Double(row) / Double(Self.perSemitone)
  }

  /// Returns the rows that a range of pitches touches.
  func rows(touching range: ClosedRange<Double>) -> Range<Int> {
    let upper = ((range.upperBound - lowest) * Double(Self.perSemitone)).rounded(.up)
    let first = row(of: range.lowerBound)
    return first..<max(first + 1, min(count, Int(upper)))
  }
}

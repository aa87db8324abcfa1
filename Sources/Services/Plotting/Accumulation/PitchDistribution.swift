internal import MusicTheory
internal import PitchEstimation

/// The pitches of a track in bounded memory: point by point as long as they are few, and always as a
/// histogram over time.
struct PitchDistribution: Sendable {
  /// A voiced reading.
  struct Point: Sendable, Hashable {
    /// Seconds since the first sample.
    var time: Double
    /// A MIDI number with a fraction.
    var pitch: Double
  }

  /// Beyond 5 minutes of voiced readings 10 ms apart, a line would be a scribble.
  static let longestLine = 32_768
  static let maximumCount = 2048

  let rows: PitchRows
  /// The voiced readings, or `nil` if there were more than ``longestLine``.
  private(set) var points: [Point]? = []
  /// How often each row was hit, column by column.
  private(set) var density = FoldingColumns<PitchHistogram>(maximumCount: Self.maximumCount)
  /// How often each row was hit, over all.
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

/// How many readings of a column fell in each row.
struct PitchHistogram: Foldable {
  /// One count a row; empty if there are none.
  private(set) var counts: [UInt32] = []
  private(set) var readingCount = 0

  /// Adds a reading; without a row it is unvoiced.
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

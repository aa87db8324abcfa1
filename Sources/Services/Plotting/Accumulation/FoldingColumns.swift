import PitchEstimation

/// A summary of several time steps in one column.
protocol Foldable: Sendable {
  /// Creates a column without steps.
  init()

  /// Adds the steps of a later column.
  mutating func merge(_ later: Self)
}

/// Columns over time, at most a fixed number of them, whatever the duration.
///
/// When the columns run out, neighbours are merged in pairs, and each column stands for twice as
/// many steps: a recording of unknown length fits the same memory, and its first half is as fine as
/// its second.
///
/// - Complexity: O(1) merges per step, amortised.
struct FoldingColumns<Column: Foldable>: Sendable {
  /// The largest number of columns: even, at least 2.
  let maximumCount: Int
  /// The columns so far; the last may still grow.
  private(set) var columns: [Column] = []
  /// The number of steps in each column: a power of two.
  private(set) var span = 1

  init(maximumCount: Int) {
    precondition(
      maximumCount >= 2 && maximumCount.isMultiple(of: 2), "maximumCount must be even, at least 2")
    self.maximumCount = maximumCount
  }

  /// Updates the column of a step.
  ///
  /// - Precondition: Steps ascend from 0, and none is more than ``span`` after the one before.
  mutating func update(at step: Int, _ body: (inout Column) -> Void) {
    while step / span >= maximumCount { fold() }
    if step / span == columns.count { columns.append(Column()) }
    body(&columns[columns.count - 1])
  }

  private mutating func fold() {
    let half = (columns.count + 1) / 2
    for index in 0..<half {
      if index > 0 { columns[index] = columns[2 * index] }
      if 2 * index + 1 < columns.count { columns[index].merge(columns[2 * index + 1]) }
    }
    columns.removeLast(columns.count - half)
    span *= 2
  }
}

/// Level and voicing of some readings.
struct ReadingColumn: Foldable, Hashable {
  private(set) var readingCount = 0
  private(set) var voicedCount = 0
  /// The highest level, in dBFS.
  private(set) var level = -Double.infinity

  mutating func add(_ reading: PitchReading) {
    readingCount += 1
    voicedCount += reading.isVoiced ? 1 : 0
    level = max(level, reading.level)
  }

  mutating func merge(_ later: Self) {
    readingCount += later.readingCount
    voicedCount += later.voicedCount
    level = max(level, later.level)
  }

  /// The share of voiced readings, in 0...1.
  var voicedShare: Double { Double(voicedCount) / Double(max(1, readingCount)) }
}

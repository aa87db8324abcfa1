import Testing

@testable import Plotting

@Suite("Folding columns")
struct FoldingColumnsTests {
  /// Steps in the order they were added.
  struct Steps: Foldable, Equatable {
    var values: [Int] = []

    mutating func merge(_ later: Self) { values += later.values }
  }

  static func columns(steps: Int, maximumCount: Int) -> FoldingColumns<Steps> {
    var columns = FoldingColumns<Steps>(maximumCount: maximumCount)
    for step in 0..<steps { columns.update(at: step) { $0.values.append(step) } }
    return columns
  }

  @Test(
    "n steps take the least power of two a column that fits 8 columns",
    arguments: [(1, 1, 1), (8, 1, 8), (9, 2, 5), (16, 2, 8), (17, 4, 5), (1000, 128, 8)])
  func spans(steps: Int, span: Int, count: Int) {
    let columns = Self.columns(steps: steps, maximumCount: 8)
    #expect(columns.span == span)
    #expect(columns.columns.count == count)
  }

  @Test("every step is in the column of its time, in order", arguments: [1, 7, 8, 9, 33, 777])
  func order(steps: Int) {
    let columns = Self.columns(steps: steps, maximumCount: 8)
    for (index, column) in columns.columns.enumerated() {
      let start = index * columns.span
      #expect(column.values == Array(start..<min(steps, start + columns.span)))
    }
  }

  @Test("steps may be left out as long as no column is skipped")
  func strides() {
    var columns = FoldingColumns<Steps>(maximumCount: 4)
    for step in 0..<4 { columns.update(at: step) { $0.values.append(step) } }
    for step in stride(from: 4, to: 16, by: 2) {
      columns.update(at: step) { $0.values.append(step) }
    }
    #expect(columns.span == 4)
    #expect(columns.columns.map(\.values) == [[0, 1, 2, 3], [4, 6], [8, 10], [12, 14]])
  }
}

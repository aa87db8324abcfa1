/// The count, mean and spread of a series of values, without storing the values.
///
/// - SeeAlso: B. P. Welford, "Note on a method for calculating corrected sums of squares and
///   products", Technometrics 4(3), 1962; for ``merge(_:)`` T. Chan, G. Golub, R. LeVeque,
///   "Updating formulae and a pairwise algorithm for computing sample variances", 1979.
package struct RunningStatistics: Sendable, Hashable {
  /// The number of values.
  package private(set) var count = 0
  /// Their mean; 0 without values.
  package private(set) var mean = 0.0
  private var squares = 0.0  // the sum of the squared distances from the mean

  /// Creates empty statistics.
  package init() {}

  /// Creates statistics from known figures.
  ///
  /// - Parameters:
  ///   - count: The number of values; less than 1 gives empty statistics.
  ///   - mean: Their mean; a mean that is not finite gives empty statistics.
  ///   - standardDeviation: Their sample standard deviation. A negative value, or one that is not
  ///     finite, counts as 0.
  package init(count: Int, mean: Double, standardDeviation: Double) {
    guard count > 0, mean.isFinite else { return }
    self.count = count
    self.mean = mean
    guard count > 1, standardDeviation.isFinite, standardDeviation > 0 else { return }
    squares = standardDeviation * standardDeviation * Double(count - 1)
  }

  /// Adds a value; one that is not finite is ignored.
  ///
  /// - Parameter value: The value.
  package mutating func add(_ value: Double) {
    guard value.isFinite else { return }
    count += 1
    let distance = value - mean
    mean += distance / Double(count)
    squares += distance * (value - mean)
  }

  /// Adds all values of other statistics.
  ///
  /// - Parameter other: The other statistics.
  package mutating func merge(_ other: RunningStatistics) {
    guard other.count > 0 else { return }
    let total = Double(count + other.count)
    let distance = other.mean - mean
    squares += other.squares + distance * distance * Double(count) * Double(other.count) / total
    mean += distance * Double(other.count) / total
    count += other.count
  }

  /// The standard deviation of a sample; 0 for fewer than two values.
  package var standardDeviation: Double {
    count > 1 ? (squares / Double(count - 1)).squareRoot() : 0
  }
}

/// The degrees of a scale or temperament, as distances from its root, repeated at its period.
///
/// A scale has any number of degrees and any period. Degree 0 is the root, degree ``count`` is the
/// period above it, and the pattern continues in both directions. ``Temperament`` puts a scale of
/// twelve degrees on the notes of a keyboard, and ``RootedScale`` puts any scale on a concert
/// pitch.
///
/// ```swift
/// let scale = try Scale(named: "werckmeister-iii")
/// print(scale.cents(ofDegree: 7))  // 696.09, the fifth
/// ```
public struct Scale: Sendable, Hashable {
  /// The possible numbers of degrees.
  public static var countLimits: ClosedRange<Int> { 1...10_000 }
  /// The smallest period, in cents: what Scala's files can still write with their ten decimals.
  static var leastPeriod: Double { 1e-9 }

  /// A description of the scale in one line.
  public let title: String
  /// The degrees from 1 to ``count``; the last one is the period.
  public let intervals: [ScaleInterval]
  /// The degrees from 0 to ``count`` - 1, in cents above the root.
  public let degrees: [Double]
  /// The distance at which the degrees repeat, in cents: 1200 for an octave.
  public let period: Double

  /// Creates a scale.
  ///
  /// - Parameters:
  ///   - title: A description of the scale in one line.
  ///   - intervals: The degrees from 1 upwards; the last one is the period. They need not be
  ///     sorted.
  /// - Throws: ``ScaleError/countOutOfRange(_:)``, ``ScaleError/invalidDegree(_:)`` or
  ///   ``ScaleError/periodNotPositive(cents:)``.
  public init(title: String, intervals: [ScaleInterval]) throws(ScaleError) {
    guard Self.countLimits.contains(intervals.count), let last = intervals.last else {
      throw .countOutOfRange(intervals.count)
    }
    for (index, interval) in intervals.enumerated() where !interval.isValid {
      throw .invalidDegree(index + 1)
    }
    guard last.cents >= Self.leastPeriod else { throw .periodNotPositive(cents: last.cents) }
    self.init(title: title, validDegrees: intervals.dropLast(), period: last)
  }

  /// Creates a scale from cents.
  ///
  /// - Parameters:
  ///   - title: What the scale is, in one line.
  ///   - cents: The degrees from 1 upward, in cents above the root; the last one is the period. They
  ///     need not be sorted.
  /// - Throws: ``ScaleError/countOutOfRange(_:)``, ``ScaleError/invalidDegree(_:)`` or
  ///   ``ScaleError/periodNotPositive(cents:)``.
  public init(title: String, cents: [Double]) throws(ScaleError) {
    guard Self.countLimits.contains(cents.count) else { throw .countOutOfRange(cents.count) }
    for index in cents.indices where !(cents[index].magnitude <= ScaleInterval.limit) {
      throw .invalidDegree(index + 1)
    }
    period = cents[cents.count - 1]
    guard period >= Self.leastPeriod else { throw .periodNotPositive(cents: period) }
    self.title = title
    // In place of arrays that grow, which take more code in the page's small module.
    var intervals = Array(repeating: ScaleInterval.cents(period), count: cents.count)
    var degrees = cents
    for index in 1..<cents.count {
      intervals[index - 1] = .cents(cents[index - 1])
      degrees[index] = cents[index - 1]
    }
    degrees[0] = 0
    (self.intervals, self.degrees) = (intervals, degrees)
  }

  /// Creates the division of an interval into equal steps.
  ///
  /// - Parameters:
  ///   - count: The number of steps, in ``countLimits``.
  ///   - period: The interval to divide: the octave by default.
  ///   - title: A description of the scale in one line.
  /// - Throws: ``ScaleError/countOutOfRange(_:)``, ``ScaleError/invalidDegree(_:)`` or
  ///   ``ScaleError/periodNotPositive(cents:)``.
  public init(
    equalDivisionInto count: Int, of period: ScaleInterval = .ratio(2, 1), title: String
  ) throws(ScaleError) {
    guard Self.countLimits.contains(count) else { throw .countOutOfRange(count) }
    let size = period.cents
    let inner = (1..<count + 1).dropLast().map {
      ScaleInterval.cents(size * Double($0) / Double(count))
    }
    try self.init(title: title, intervals: inner + [period])
  }

  init(title: String, validDegrees degrees: [ScaleInterval], period: ScaleInterval) {
    self.title = title
    intervals = degrees + [period]
    self.degrees = [0] + degrees.map { $0.cents }
    self.period = period.cents
  }

  /// The number of degrees in a period.
  public var count: Int { degrees.count }

  /// Whether this is an octave in equal steps, which ups and downs can name.
  public var isEqualDivisionOfOctave: Bool {
    (period - 1200).magnitude < 1e-9
      && degrees.enumerated().allSatisfy { index, cents in
        (cents - 1200 * Double(index) / Double(count)).magnitude < 1e-6
      }
  }

  /// Returns the position of a degree.
  ///
  /// - Parameter degree: Any degree; ``count`` is one period above the root, -1 the last one below.
  /// - Returns: Cents above the root; negative below.
  public func cents(ofDegree degree: Int) -> Double {
    Double(floorQuotient(degree, count)) * period + degrees[floorModulo(degree, count)]
  }

  /// Returns the degree nearest to a position; the higher one if two are equally near.
  ///
  /// - Parameter cents: Cents above the root, finite.
  /// - Returns: The degree, or the nearest degree that fits an `Int32` if the position is beyond
  ///   it.
  /// - Complexity: O(`count`); degrees need not be sorted.
  public func nearestDegree(toCents cents: Double) -> Int {
    var nearest = (degree: 0, distance: Double.infinity, cents: -Double.infinity)
    for (index, position) in degrees.enumerated() {
      // Whole numbers that every platform's Int can hold, after multiplying with the count.
      let limit = Double(Int32.max / Int32(count) - 1)
      let periods = max(-limit, min(limit, ((cents - position) / period).rounded()))
      let candidate = position + periods * period
      let distance = (cents - candidate).magnitude
      if distance < nearest.distance || distance == nearest.distance && candidate > nearest.cents {
        nearest = (Int(periods) * count + index, distance, candidate)
      }
    }
    return nearest.degree
  }
}

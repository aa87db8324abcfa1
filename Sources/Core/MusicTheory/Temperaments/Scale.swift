import SignalProcessing

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
  /// The smallest period, in cents, which the ten decimals of a Scala file can still represent.
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
  ///   - title: A description of the scale in one line.
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
    // Growing arrays would need more code in the page's small module.
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

  /// True for an octave in equal steps, which ups and downs can name.
  package var isEqualDivisionOfOctave: Bool {
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

/// The distance of a degree of a scale from the root, in the form in which it was written.
public enum ScaleInterval: Sendable, Hashable {
  /// A distance in cents.
  case cents(Double)
  /// A ratio of frequencies, such as 3/2.
  case ratio(Int64, Int64)

  /// The largest distance from the root, up or down, in cents: a hundred octaves.
  public static var limit: Double { 120_000 }

  /// The distance in cents; NaN or infinite for a ratio of numbers that are not positive.
  public var cents: Double {
    switch self {
    case .cents(let cents): cents
    case .ratio(let numerator, let denominator):
      Interval.cents(from: Double(denominator), to: Double(numerator))
    }
  }

  var isValid: Bool {
    if case .ratio(let numerator, let denominator) = self, numerator <= 0 || denominator <= 0 {
      return false
    }
    return cents.magnitude <= Self.limit  // false for NaN
  }
}

/// An error for an impossible scale, or for one that cannot be used for its purpose.
public enum ScaleError: Error, Equatable, Sendable {
  /// The number of degrees must be in ``Scale/countLimits``.
  case countOutOfRange(Int)
  /// The degree, counted from 1, is not a ratio of positive numbers, or is more than
  /// ``ScaleInterval/limit`` away from the root.
  case invalidDegree(Int)
  /// The last degree, which is the period, must be above the root.
  case periodNotPositive(cents: Double)
  /// The text does not name a temperament; `near` has similar names.
  case unknownName(String, near: [String])
  /// Note names need twelve degrees in an octave, but the scale has a different number or period.
  case notTwelveDegrees(count: Int, period: Double)
  /// Note names need rising degrees, but this degree, counted from 1, does not rise.
  case notRising(degree: Int)
}

#if !hasFeature(Embedded)
  extension ScaleError: CustomStringConvertible {
    /// One sentence with the offending value and what to do.
    public var description: String {
      switch self {
      case .countOutOfRange(let count):
        """
        A scale has \(Scale.countLimits.lowerBound) to \(Scale.countLimits.upperBound) degrees, \
        but this one has \(count).
        """
      case .invalidDegree(let degree):
        """
        Degree \(degree) must be a ratio of positive whole numbers, or a number of cents within \
        ±\(Int(ScaleInterval.limit)).
        """
      case .periodNotPositive(let cents):
        "The last degree is the period and must be above the root, but is at \(cents.plainText) cents."
      case .unknownName(let name, let near):
        if near.isEmpty {
          "'\(name)' is not a temperament. To list them, run kammerton scale."
        } else {
          """
          '\(name)' is not a temperament. Did you mean \(near.joined(separator: " or "))? To list \
          them, run kammerton scale.
          """
        }
      case .notTwelveDegrees(let count, let period):
        """
        Note names need 12 degrees in an octave of 1200 cents, but this scale has \(count) in \
        \(((period * 100).rounded() / 100).plainText) cents. To see it, use kammerton note or scale.
        """
      case .notRising(let degree):
        """
        Note names need degrees that rise, but degree \(degree) does not. Sort the degrees of the \
        scale.
        """
      }
    }
  }
#endif

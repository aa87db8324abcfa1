internal import SignalProcessing

/// A straight line through points with errors, which forgets old points.
///
/// Weighted least squares with exponential forgetting. The slope is drawn to zero as by one more
/// observation of known deviation, so that few points give no wild slope.
///
/// - Complexity: O(1) for each point, in time and memory.
struct RunningLine: Sendable {
  private let memory: Double
  private let slopeInformation: Double
  // Sums over the points, relative to the last one's x.
  private var x = 0.0
  private var weight = 0.0
  private var sumX = 0.0
  private var sumY = 0.0
  private var sumXX = 0.0
  private var sumXY = 0.0

  /// Creates a line without points.
  ///
  /// - Parameters:
  ///   - memory: The distance in x over which a point's weight falls to 1/e.
  ///   - slopeDeviation: The standard deviation of slopes to expect, in units of y per unit of x;
  ///     infinite if nothing is known.
  init(memory: Double, slopeDeviation: Double = .infinity) {
    self.memory = memory
    slopeInformation = slopeDeviation.isFinite ? 1 / (slopeDeviation * slopeDeviation) : 0
  }

  /// Adds a point.
  ///
  /// - Parameters:
  ///   - newX: Not smaller than before.
  ///   - y: The measured value; small against 10⁹ times its errors.
  ///   - deviation: The standard deviation of its error, above 0.
  mutating func add(x newX: Double, y: Double, deviation: Double) {
    let step = max(0, newX - x)
    if weight > 0 { move(by: step) }
    x = newX
    let added = 1 / (deviation * deviation)
    weight += added
    sumY += added * y
  }

  private mutating func move(by step: Double) {
    sumXX += step * (step * weight - 2 * sumX)
    sumXY -= step * sumY
    sumX -= step * weight
    let kept = Elementary.exp(-step / memory)
    weight *= kept
    sumX *= kept
    sumY *= kept
    sumXX *= kept
    sumXY *= kept
  }

  /// The slope, in units of y per unit of x; 0 before the first point.
  var slope: Double {
    guard weight > 0 else { return 0 }
    let spread = sumXX - sumX * sumX / weight
    let information = spread + slopeInformation
    guard information > 1e-9 * max(1, sumXX) else { return 0 }
    return (sumXY - sumX * sumY / weight) / information
  }

  /// Returns the height of the line.
  ///
  /// - Parameter position: Any x.
  /// - Returns: The y; 0 before the first point.
  func value(at position: Double) -> Double {
    guard weight > 0 else { return 0 }
    return sumY / weight + slope * (position - x - sumX / weight)
  }

  /// The standard deviation of the line's height in the middle of its points; infinite without any.
  var deviation: Double { weight > 0 ? (1 / weight).squareRoot() : .infinity }
}

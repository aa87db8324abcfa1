import SignalProcessing

/// The time at which each sample sounds: a sound device's clock, measured by the computer's.
///
/// A player reports again and again which sample it has reached. Devices take samples in portions,
/// and tasks wait for processors, so each report errs by milliseconds; the line through the last
/// 20 s does not. If reports stay more than 30 ms off, the device has stumbled, and a new line
/// begins.
package struct FrameClock: Sendable {
  private let sampleRate: Double
  private var line: RunningLine
  private var start: Int64?  // nanoseconds
  private var reportCount = 0
  private var strayCount = 0

  /// Creates a clock without reports.
  ///
  /// - Parameter sampleRate: Samples per second, in hertz.
  package init(sampleRate: Double) {
    self.sampleRate = sampleRate
    line = Self.freshLine
  }

  private static var freshLine: RunningLine { RunningLine(memory: 20, slopeDeviation: 3e-4) }

  /// Half the duration of a usual portion of samples, in seconds.
  private static var usualDeviation: Double { 0.004 }

  /// True from the tenth report on; before, no times are given.
  package var isReady: Bool { reportCount >= 10 }

  /// Processes a report.
  ///
  /// - Parameters:
  ///   - frame: The sample that is sounding, not smaller than before.
  ///   - time: Nanoseconds on the computer's clock.
  package mutating func report(frame: Int64, at time: Int64) {
    let start = start ?? time
    self.start = start
    let x = Double(frame) / sampleRate
    let y = Double(time - start) / 1e9 - x
    let residual = y - line.value(at: x)
    if reportCount > 0, residual.magnitude > 0.03 {
      strayCount += 1
      guard strayCount >= 20 else { return }
      line = Self.freshLine
      reportCount = 0
    }
    strayCount = 0
    reportCount += 1
    // Once the line is known, reports far from it count less.
    let excess = reportCount > 200 ? residual.magnitude : 0
    line.add(x: x, y: y, deviation: max(Self.usualDeviation, excess))
  }

  /// Returns the time of a sample.
  ///
  /// - Parameter frame: The sample, past or future.
  /// - Returns: Nanoseconds on the computer's clock; `nil` before ``isReady``.
  package func time(of frame: Int64) -> Int64? {
    guard isReady, let start else { return nil }
    let x = Double(frame) / sampleRate
    return start + Int64((x + line.value(at: x)) * 1e9)
  }

  /// Returns the sample of a time: the inverse of ``time(of:)``.
  ///
  /// - Parameter time: Nanoseconds on the computer's clock.
  /// - Returns: The sample with its fraction, past or future; `nil` before ``isReady``.
  package func frame(at time: Int64) -> Double? {
    guard isReady, let start else { return nil }
    let height = line.value(at: 0)
    return (Double(time - start) / 1e9 - height) / (1 + line.slope) * sampleRate
  }

  /// Seconds on the computer's clock per second of sound.
  package var rate: Double { 1 + line.slope }
}

/// A straight line through points with errors, which forgets old points.
///
/// Weighted least squares with exponential forgetting. The slope is pulled towards zero, like by
/// one more observation of known deviation, so that a few points cannot give an extreme slope.
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

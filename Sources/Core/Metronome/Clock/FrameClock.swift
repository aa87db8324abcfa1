/// When a sample is heard: the clock of a sound device against that of the computer.
///
/// A player tells, again and again, which sample it has reached. Devices take samples in portions, and
/// tasks wait for processors, so each report errs by milliseconds; the line through the last 20 s does
/// not. Reports that stay more than 30 ms off mean that the device has stumbled, and begin a new line.
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

  /// Half of a usual portion of samples, in seconds.
  private static var usualDeviation: Double { 0.004 }

  /// Whether there are reports enough to believe the times.
  package var isReady: Bool { reportCount >= 10 }

  /// Takes a report.
  ///
  /// - Parameters:
  ///   - frame: The sample that is heard, not smaller than before.
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
  /// - Parameter frame: The sample, heard or still to come.
  /// - Returns: Nanoseconds on the computer's clock; `nil` before there are reports enough.
  package func time(of frame: Int64) -> Int64? {
    guard isReady, let start else { return nil }
    let x = Double(frame) / sampleRate
    return start + Int64((x + line.value(at: x)) * 1e9)
  }

  /// Seconds on the computer's clock per second of sound.
  package var rate: Double { 1 + line.slope }
}

/// The horizontal axis, from 0 to the end of the recording.
struct TimeAxis: Sendable, Hashable {
  /// The unit of its numbers.
  enum Unit: String, Sendable {
    case milliseconds = "ms"
    case seconds = "s"
    case minutes = "min:s"
    case hours = "h:min"
  }

  /// A number on the axis.
  struct Tick: Sendable, Hashable {
    /// Seconds since the first sample.
    var time: Double
    var label: String
  }

  /// The end of the axis, in seconds.
  let end: Double

  /// The smallest distance between two ticks, in points.
  static let leastDistance = 64.0

  /// - Parameters:
  ///   - duration: The length of the recording, in seconds.
  ///   - hop: The shortest axis, in seconds: a recording of one sample has one reading.
  init(duration: Double, hop: Double) {
    end = [duration, hop].filter { $0 <= Self.longest }.reduce(0.001) { max($0, $1) }
  }

  /// Thirty years, in seconds: anything longer, or not a number, is not a recording.
  static let longest = 1e9

  /// Returns the position of a time: 0 at the start of the axis, 1 at its end.
  func position(of time: Double) -> Double { time / end }

  var unit: Unit {
    switch end {
    case ..<0.2: .milliseconds
    case ..<60: .seconds
    case ..<3600: .minutes
    default: .hours
    }
  }

  /// Returns the densest round times that fit a width in points.
  func ticks(width: Double) -> [Tick] {
    let step = step(width: width)
    // Counted in steps, so that no error adds up.
    let count = Int((end / step + 1e-9).rounded(.down))
    return (0...count).map {
      let time = Double($0) * step
      return Tick(time: time, label: label(time, step: step))
    }
  }

  private func step(width: Double) -> Double {
    let least = end * Self.leastDistance / width
    if let step = Self.steps.first(where: { $0 >= least }) { return step }
    let day = 86_400.0
    return (least / day).rounded(.up) * day
  }

  /// Round steps of milliseconds, seconds, minutes and hours, in seconds.
  private static let steps: [Double] =
    [0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
    + [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200]

  private func label(_ time: Double, step: Double) -> String {
    switch unit {
    case .milliseconds: (time * 1000).rounded(decimals: step < 0.001 ? 1 : 0)
    case .seconds: time.rounded(decimals: step < 0.1 ? 2 : step < 1 ? 1 : 0)
    case .minutes: Self.clock(Int(time.rounded()))
    case .hours: Self.clock(Int((time / 60).rounded()))
    }
  }

  /// Sixtieths after a colon: 75 is 1:15.
  private static func clock(_ count: Int) -> String {
    let rest = count % 60
    return "\(count / 60):\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Returns a time as text, such as 0.8 ms, 12.3 s, 4:05 min or 2:00:00 h.
  static func words(_ time: Double) -> String {
    guard time <= longest else { return time.isNaN ? "no time" : "more than thirty years" }
    switch time {
    case ..<0.1: return (time * 1000).rounded(decimals: time < 0.001 ? 2 : 1) + " ms"
    case ..<59.95: return time.rounded(decimals: time < 10 ? 2 : 1) + " s"
    default:
      let seconds = Int(time.rounded())
      if seconds < 3600 { return clock(seconds) + " min" }
      let rest = clock(seconds % 3600)
      return "\(seconds / 3600):\(seconds % 3600 < 600 ? "0" : "")\(rest) h"
    }
  }
}

extension Double {
  /// Returns the number with a fixed count of decimals, 0...3, with a true minus and never "−0".
  /// Beyond 10¹⁵, or if it is not a number, it is a question mark.
  func rounded(decimals: Int) -> String {
    guard magnitude < 1e15 else { return "?" }
    let power = [1.0, 10, 100, 1000][decimals]
    let units = Int((magnitude * power).rounded())
    let sign = self < 0 && units > 0 ? "\u{2212}" : ""
    let whole = units / Int(power)
    guard decimals > 0 else { return sign + String(whole) }
    let digits = String(units % Int(power))
    return sign + "\(whole)." + String(repeating: "0", count: decimals - digits.count) + digits
  }
}

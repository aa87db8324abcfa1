import Foundation
import SignalProcessing

/// The definition of `PolyphonyDetector`, with arrays, as slow as it is plain: what one series of
/// partials leaves unexplained.
enum TextbookPolyphony {
  struct Peak {
    var frequency: Double
    var amplitude: Double
  }

  private static let leastShare = 0.15

  /// The strong peaks that remain when one tone has explained as many as possible; none if less
  /// than ``leastShare`` of the amplitudes remains.
  static func unexplained(in peaks: [Peak]) -> [Double] {
    let highest = peaks.map(\.amplitude).max() ?? 0
    // Within 30 dB of the highest; what the mains hum is no tone.
    let strong = peaks.filter { $0.amplitude > 0.0316 * highest && !isHum($0.frequency) }
    let sum = strong.reduce(0) { $0 + $1.amplitude }
    var least = sum
    var best: [Peak] = strong
    for peak in peaks.sorted(by: { $0.amplitude > $1.amplitude }).prefix(6) {
      for order in 1...12 where peak.frequency / Double(order) >= 24 {
        for stiffness in [0, 1e-4, 3e-4, 1e-3, 3e-3] {
          let tone = Series(peak.frequency, order: order, stiffness: stiffness)
          let rest = strong.filter { tone.order(of: $0.frequency) == nil }
          let amplitude = rest.reduce(0) { $0 + $1.amplitude }
          guard amplitude < least, tone.isTone(in: peaks) else { continue }
          (least, best) = (amplitude, rest)
        }
      }
    }
    guard least > leastShare * sum else { return [] }
    return best.filter { $0.amplitude > 0.1 * highest }.map(\.frequency)
  }

  private static func isHum(_ frequency: Double) -> Bool {
    guard frequency < 620 else { return false }
    let mains: [Double] = [50, 60]
    return mains.contains { hum in
      let order = frequency / hum
      return abs(order - order.rounded()) * hum < 1
    }
  }

  /// The partials of a string: partial n at n · f · √(1 + Bn²).
  private struct Series {
    let fundamental: Double
    let stiffness: Double

    init(_ frequency: Double, order: Int, stiffness: Double) {
      let order = Double(order)
      fundamental = frequency / order / (1 + stiffness * order * order).squareRoot()
      self.stiffness = stiffness
    }

    /// The number of the partial at a frequency, by trying all; `nil` if none is near.
    func order(of frequency: Double) -> Int? {
      (1...80).first { number in
        let order = Double(number)
        let partial = fundamental * order * (1 + stiffness * order * order).squareRoot()
        // 30 cents and 2 more for each partial, up to a quarter of the distance of two partials.
        let tolerance = min((30 + 2 * order) * 5.78e-4, 0.25 / order)
        return abs(frequency / partial - 1) < tolerance
      }
    }

    /// True for the series of a tone, not of the common divisor of several.
    func isTone(in peaks: [Peak]) -> Bool {
      var isPresent = [Bool](repeating: false, count: 81)
      for peak in peaks {
        if let order = order(of: peak.frequency) { isPresent[order] = true }
      }
      if isPresent[1] { return true }
      let top = min(8, isPresent.lastIndex(of: true) ?? 0)
      guard top > 0 else { return false }
      if Double(isPresent[1...top].count { $0 }) >= 0.8 * Double(top) { return true }
      var run = 0
      return isPresent.contains { value in
        run = value ? run + 1 : 0
        return run >= 6
      }
    }
  }
}

internal import Foundation

/// How much of the same a test does: enough for every change in `make test`, more in `make soak`.
public enum Soak {
  /// Whether `make soak` runs, which sets `KAMMERTON_SOAK`.
  public static let isOn = ProcessInfo.processInfo.environment["KAMMERTON_SOAK"]?.isEmpty == false

  /// How often to repeat something, and in proportion what must come of it.
  ///
  /// - Parameters:
  ///   - count: How often in `make test`.
  ///   - factor: How many times as often in `make soak`.
  /// - Returns: How often now.
  public static func count(_ count: Int, times factor: Int = 10) -> Int {
    isOn ? count * factor : count
  }

  /// Seeds for so many repetitions.
  ///
  /// - Parameters:
  ///   - count: How many in `make test`.
  ///   - factor: How many times as many in `make soak`.
  /// - Returns: From 1 to ``count(_:times:)``.
  public static func seeds(_ count: Int, times factor: Int = 10) -> ClosedRange<UInt64> {
    1...UInt64(self.count(count, times: factor))
  }
}

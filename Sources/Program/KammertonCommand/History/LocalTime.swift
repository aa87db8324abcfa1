import CommandKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Dates as the user's clock shows them.
enum LocalTime {
  /// 2026-11-21 12:03, in the time zone of the user.
  static func text(_ date: Date) -> String {
    var seconds = time_t(date.timeIntervalSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + " \(two(parts.tm_hour)):\(two(parts.tm_min))"
  }

  /// ISO 8601 in UTC, to the second.
  static func isoText(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(timeZone: .gmt))
  }
}

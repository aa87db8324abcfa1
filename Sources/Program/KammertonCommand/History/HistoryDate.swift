import ArgumentParser
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

/// Parses the dates of `kammerton history --since` and `--until`.
enum HistoryDate {
  /// Parses 2026-11-21 or 2026-11-21T18:30, both local, or 2026-11-21T18:30:00Z.
  static func date(argument: String) throws -> Date { try date(argument, dayOffset: 0) }

  /// Parses a date as an end: a day alone ends with its last second.
  static func end(argument: String) throws -> Date {
    try date(argument, dayOffset: argument.contains("T") ? 0 : 1)
  }

  private static func date(_ argument: String, dayOffset: Int32) throws -> Date {
    if let date = try? Date(argument, strategy: Date.ISO8601FormatStyle(timeZone: .gmt)) {
      return date
    }
    let parts = argument.split(separator: "T", omittingEmptySubsequences: false)
    let day = parts.first.map { numbers($0, "-") } ?? []
    let clock = parts.count == 2 ? numbers(parts[1], ":") : [0, 0]
    guard (1...2).contains(parts.count), day.count == 3, (2...3).contains(clock.count) else {
      throw refusal
    }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (day[0] - 1900, day[1] - 1, day[2])
    (time.tm_hour, time.tm_min) = (clock[0], clock[1])
    time.tm_sec = clock.count == 3 ? clock[2] : 0
    time.tm_isdst = -1  // unknown: the system decides on summer time
    let wanted = time
    let seconds = mktime(&time)
    // The 31st of November would become the 1st of December.
    guard time.tm_mday == wanted.tm_mday, time.tm_mon == wanted.tm_mon, seconds != -1,
      (0..<24).contains(wanted.tm_hour), (0..<60).contains(wanted.tm_min)
    else { throw refusal }
    guard dayOffset != 0 else { return Date(timeIntervalSince1970: Double(seconds)) }
    (time.tm_mday, time.tm_isdst) = (time.tm_mday + dayOffset, -1)
    return Date(timeIntervalSince1970: Double(mktime(&time)))
  }

  private static var refusal: ValidationError {
    ValidationError("Write a date such as 2026-11-21, or a date and time such as 2026-11-21T18:30.")
  }

  /// Returns whole numbers of up to four digits; empty if there is anything else.
  private static func numbers(_ text: Substring, _ separator: Character) -> [Int32] {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.count <= 4 && part.allSatisfy { $0.isASCII && $0.isNumber } ? Int32(part) : nil
    }
    return numbers.count == parts.count ? numbers : []
  }
}

/// Formats dates.
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

import Foundation
import Testing

@testable import Plotting

@Suite("Date axis")
struct DateAxisTests {
  private static let width = 866.0

  private func date(_ text: String) throws -> Date {
    try Date(text, strategy: Date.ISO8601FormatStyle(timeZone: .gmt))
  }

  private func labels(
    _ first: String, _ last: String, timeZone: TimeZone = .gmt
  ) throws -> [String] {
    try DateAxis([date(last), date(first)], timeZone: timeZone).ticks(width: Self.width)
      .map(\.label)
  }

  @Test("a day has hours, some weeks have Mondays, and some years have Januaries")
  func labels() throws {
    #expect(
      try labels("2026-11-16T10:00:00Z", "2026-11-16T12:00:00Z")
        == ["2026-11-16", "03:00", "06:00", "09:00", "12:00", "15:00", "18:00", "21:00"])
    #expect(
      try labels("2026-11-03T12:00:00Z", "2026-11-06T12:00:00Z")
        == ["12:00", "2026-11-04", "12:00", "2026-11-05", "12:00", "2026-11-06", "12:00"])
    #expect(
      try labels("2026-10-30T12:00:00Z", "2026-11-24T12:00:00Z")
        == ["2026-11-02", "2026-11-09", "2026-11-16", "2026-11-23"])
    #expect(
      try labels("2025-12-20T12:00:00Z", "2026-06-10T12:00:00Z")
        == ["2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06"])
    #expect(
      try labels("2021-03-01T12:00:00Z", "2026-11-01T12:00:00Z")
        == (2021...2027).map { "\($0)" })
  }

  @Test("midnight is that of the user, in summer and in winter")
  func timeZone() throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let axis = DateAxis(
      [try date("2026-10-23T10:00:00Z"), try date("2026-10-27T10:00:00Z")], timeZone: berlin)
    let midnights = axis.ticks(width: Self.width).filter { $0.label.count == 10 }
    #expect(midnights.map(\.label).contains("2026-10-26"))
    for tick in midnights {
      let isSummer = tick.label <= "2026-10-25"
      #expect(Int(tick.date.timeIntervalSince1970) % 86_400 == (isSummer ? 22 : 23) * 3600)
    }
  }

  @Test(
    "ticks are at least 84 points apart, from a moment to a century",
    arguments: [0, 60, 86_400, 400_000, 3e6, 1e7, 4e7, 1e8, 3e8, 3e9])
  func distances(duration: Double) {
    let start = Date(timeIntervalSince1970: 1_000_000_000)
    let axis = DateAxis([start, start + duration], timeZone: .gmt)
    let span = axis.range.upperBound.timeIntervalSince(axis.range.lowerBound)
    let places = axis.ticks(width: Self.width).map {
      $0.date.timeIntervalSince(axis.range.lowerBound) / span * Self.width
    }
    #expect(!places.isEmpty && places.count <= 30)
    #expect(places.allSatisfy { (0...Self.width).contains($0) })
    if duration < 1.5e9 {
      #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 > 83.9 })
    }
  }
}

import CommandKit
package import SessionHistory

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What was played in a week, from Monday to Sunday of the user's calendar.
package struct PracticeWeek: Sendable, Hashable {
  /// Its Monday, at midnight.
  package var start: Date
  package var sessionCount = 0
  package var noteCount = 0
  /// How long the sessions lasted, in seconds.
  package var duration = 0.0
  /// How long notes sounded, in seconds.
  package var soundingTime = 0.0
  package var timeInTune = 0.0

  /// The part of ``soundingTime`` in tune, in 0...1.
  package var partInTune: Double { soundingTime > 0 ? timeInTune / soundingTime : 0 }

  /// Sums up sessions week by week, the newest first; weeks between them without a session are there.
  ///
  /// - Parameters:
  ///   - sessions: In any order.
  ///   - timeZone: That of the user.
  /// - Returns: The weeks from that of the last session back to that of the first.
  package static func weeks(
    of sessions: [RecordedSession], timeZone: TimeZone = .current
  ) -> [PracticeWeek] {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = timeZone
    func monday(_ date: Date) -> Date {
      calendar.dateInterval(of: .weekOfYear, for: date)?.start ?? date
    }
    var weeks: [Date: PracticeWeek] = [:]
    for session in sessions {
      let start = monday(session.start)
      var week = weeks[start] ?? PracticeWeek(start: start)
      week.add(session)
      weeks[start] = week
    }
    guard var date = weeks.keys.min(), let last = weeks.keys.max() else { return [] }
    var all: [PracticeWeek] = []
    while date <= last, all.count < 10_000 {
      all.append(weeks[date] ?? PracticeWeek(start: date))
      // Twelve hours into the next Monday: summer time may move midnight.
      date = monday(date.addingTimeInterval(7.5 * 86_400))
    }
    return all.reversed()
  }

  private mutating func add(_ session: RecordedSession) {
    sessionCount += 1
    noteCount += session.summary.noteCount
    duration += session.duration
    soundingTime += session.summary.soundingTime
    timeInTune += session.summary.timeInTune
  }

  /// The Monday, such as 2026-11-16.
  var label: String { String(LocalTime.text(start).prefix(10)) }
  /// The length of the sessions, in minutes.
  var minutes: Double { duration / 60 }
}

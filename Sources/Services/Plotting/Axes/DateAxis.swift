#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The horizontal axis of what happened on some days, with their true distances.
struct DateAxis: Sendable {
  /// A date on the axis.
  struct Tick: Sendable, Hashable {
    var date: Date
    /// A year, a month, a day or an hour: 2026, 2026-11, 2026-11-16, 14:00.
    var label: String
  }

  /// The times that are shown.
  let range: ClosedRange<Date>
  private let calendar: Calendar

  /// The shortest axis: a day, in seconds.
  private static let shortest = 86_400.0
  /// The room at either end, as a share of the time between the first date and the last.
  private static let margin = 0.03
  /// The smallest distance between two ticks, in points.
  static let leastDistance = 84.0

  /// - Parameters:
  ///   - dates: The dates to show; there may be none.
  ///   - timeZone: The time zone of the user.
  init(_ dates: [Date], timeZone: TimeZone) {
    let first = dates.min() ?? Date(timeIntervalSince1970: 0)
    let duration = (dates.max() ?? first).timeIntervalSince(first)
    let room = max(Self.margin * duration, 0.5 * (Self.shortest - duration))
    range = first.addingTimeInterval(-room)...first.addingTimeInterval(duration + room)
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// Returns the densest round dates that fit a width in points.
  func ticks(width: Double) -> [Tick] {
    let duration = range.upperBound.timeIntervalSince(range.lowerBound)
    let least = duration * Self.leastDistance / max(1, width)
    let step = Self.steps.first { $0.duration >= least } ?? Self.steps[Self.steps.count - 1]
    guard let start = calendar.dateInterval(of: step.origin, for: range.lowerBound)?.start else {
      return []
    }
    var ticks: [Tick] = []
    for index in 0..<1000 {
      guard let date = date(index, step, after: start), date <= range.upperBound else { break }
      if date >= range.lowerBound { ticks.append(Tick(date: date, label: label(date, step))) }
    }
    return ticks
  }

  /// Returns the date so many steps after the first one. Counted from there, so that no short month
  /// or day moves the later ones.
  private func date(_ index: Int, _ step: Step, after start: Date) -> Date? {
    guard step.component == .hour else {
      return calendar.date(byAdding: step.component, value: index * step.count, to: start)
    }
    let perDay = 24 / step.count
    guard let day = calendar.date(byAdding: .day, value: index / perDay, to: start) else {
      return nil
    }
    var parts = calendar.dateComponents([.year, .month, .day], from: day)
    parts.hour = index % perDay * step.count
    return calendar.date(from: parts)
  }

  /// A distance of ticks.
  private struct Step {
    var component: Calendar.Component
    var count = 1
    /// What the first one begins with.
    var origin: Calendar.Component
    /// The shortest that it can be, in seconds.
    var duration: Double
  }

  private static let steps: [Step] = {
    let (hour, day) = (3600.0, 86_400.0)
    return [
      Step(component: .hour, count: 3, origin: .day, duration: 3 * hour),
      Step(component: .hour, count: 6, origin: .day, duration: 6 * hour),
      Step(component: .hour, count: 12, origin: .day, duration: 12 * hour),
      Step(component: .day, origin: .day, duration: day),
      Step(component: .day, count: 7, origin: .weekOfYear, duration: 7 * day),
      Step(component: .day, count: 14, origin: .weekOfYear, duration: 14 * day),
      Step(component: .month, origin: .year, duration: 28 * day),
      Step(component: .month, count: 2, origin: .year, duration: 59 * day),
      Step(component: .month, count: 3, origin: .year, duration: 90 * day),
      Step(component: .month, count: 6, origin: .year, duration: 181 * day),
      Step(component: .year, origin: .year, duration: 365 * day),
      Step(component: .year, count: 2, origin: .year, duration: 730 * day),
      Step(component: .year, count: 5, origin: .year, duration: 1826 * day),
    ]
  }()

  private func label(_ date: Date, _ step: Step) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .hour], from: date)
    func two(_ value: Int?) -> String { (value ?? 0) < 10 ? "0\(value ?? 0)" : "\(value ?? 0)" }
    let year = "\(parts.year ?? 0)"
    switch step.component {
    case .year: return year
    case .month: return "\(year)-\(two(parts.month))"
    case .hour where parts.hour != 0: return "\(two(parts.hour)):00"
    default: return "\(year)-\(two(parts.month))-\(two(parts.day))"
    }
  }
}

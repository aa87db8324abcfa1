#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A plot of tuning results from session to session.
public struct ProgressPlot: Sendable {
  /// One session.
  public struct Session: Sendable, Hashable {
    /// When it began.
    public var start: Date
    /// The instrument and tuning; sessions with the same title have the same colour.
    public var title: String
    /// The mean absolute deviation of its notes from their targets, in cents.
    public var meanDeviation: Double
    /// The share of the time in tune, in 0...1; not-a-number if there were no notes.
    public var partInTune: Double
    /// The spread of the times of a score or a rhythm, in milliseconds; `nil` if none were compared.
    public var timeSpread: Double?
    /// The lateness of its median note, in milliseconds; `nil` if it is not known.
    public var timeMedian: Double?

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - start: When it began.
    ///   - title: The instrument and tuning.
    ///   - meanDeviation: The mean absolute deviation of its notes from their targets, in cents.
    ///   - partInTune: The share of the time in tune, in 0...1.
    ///   - timeSpread: The spread of the times of a score or a rhythm, in milliseconds.
    ///   - timeMedian: How late its median note was, in milliseconds.
    public init(
      start: Date, title: String, meanDeviation: Double, partInTune: Double,
      timeSpread: Double? = nil, timeMedian: Double? = nil
    ) {
      self.start = start
      self.title = title
      self.meanDeviation = meanDeviation
      self.partInTune = partInTune
      self.timeSpread = timeSpread
      self.timeMedian = timeMedian
    }
  }

  /// The title of the plot.
  public var title: String
  /// The sessions, the oldest first.
  public var sessions: [Session]
  /// The time zone of the dates.
  public var timeZone: TimeZone

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - title: The title of the plot.
  ///   - sessions: The sessions, the oldest first; there may be none.
  ///   - timeZone: The time zone of the dates; that of the user by default.
  public init(title: String, sessions: [Session], timeZone: TimeZone = .current) {
    self.title = title
    self.sessions = sessions
    self.timeZone = timeZone
  }

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  public func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try chart.picture(format)
  }
}

extension ProgressPlot {
  private static let (left, width) = (62.0, 866.0)

  /// The plot: cents above, time in tune below, and then milliseconds, if there are any.
  var chart: Chart {
    let hues = HueWheel(sessions.map(\.title))
    let hasTimes = sessions.contains { $0.timeSpread != nil }
    let panels = [deviations(hues), parts(hues, isLast: !hasTimes)]
    return Chart(
      size: Size(width: 960, height: hasTimes ? 852 : 640), title: title,
      panels: panels + (hasTimes ? [times(hues)] : []),
      legend: Chart.Legend(
        entries: titles.map { ($0, hues.color(of: $0)) }, origin: Point(x: Self.left, y: 58),
        arrangement: .row(dot: 9, inset: 5, gap: 10, spacing: 21, rise: 4),
        style: Theme.subtitle, longest: 240, right: Self.left + Self.width))
  }

  private var dotWidth: Double {
    min(9, max(3, 0.5 * Self.width / Double(max(1, sessions.count))))
  }

  /// The position of a date on the axis, in seconds.
  private func position(_ date: Date) -> Double { date.timeIntervalSince1970 }

  private var titles: [String] {
    var titles: [String] = []
    for session in sessions where !titles.contains(session.title) { titles.append(session.title) }
    return titles
  }

  /// Creates a panel; only the last one has dates.
  private func panel(
    y: Double, height: Double, _ up: Chart.Axis, isLast: Bool = false, _ marks: [Chart.Mark],
    message: String? = nil
  ) -> Chart.Panel {
    let axis = DateAxis(sessions.map(\.start), timeZone: timeZone)
    var dates = Chart.Axis(
      range: position(axis.range.lowerBound)...position(axis.range.upperBound))
    dates.ticks = axis.ticks(width: Self.width).map {
      Chart.Axis.Tick(value: position($0.date), label: isLast ? $0.label : "", line: .foot)
    }
    if isLast { dates.title = "each session at its date" }
    return Chart.Panel(
      frame: Rectangle(x: Self.left, y: y, width: Self.width, height: height), across: dates,
      up: up, marks: marks, message: message)
  }

  /// A dot per session, and a line that joins the sessions of one title.
  private func deviations(_ hues: HueWheel<String>) -> Chart.Panel {
    let greatest = sessions.map(\.meanDeviation).filter(\.isFinite).max() ?? 0
    let limit = Chart.Axis.limit(1.1 * greatest, of: [1, 2, 4, 8, 12, 16, 20, 40, 60, 100])
    let marks = titles.flatMap { title -> [Chart.Mark] in
      let values = sessions.filter { $0.title == title && !$0.meanDeviation.isNaN }
        .map { ChartValue(x: position($0.start), y: $0.meanDeviation) }
      var color = hues.color(of: title)
      let dots = Chart.Mark.dots(values, width: dotWidth, color)
      color.opacity = 0.45
      return values.isEmpty ? [] : [dots, .line(values, width: 1.75, color)]
    }
    let up = Chart.Axis(0...limit, parts: 4, title: "cents off") {
      $0.rounded(decimals: limit < 2 ? 2 : limit < 4 ? 1 : 0)
    }
    return panel(
      y: 98, height: 284, up, marks, message: sessions.isEmpty ? "no session" : nil)
  }

  private func parts(_ hues: HueWheel<String>, isLast: Bool) -> Chart.Panel {
    let up = Chart.Axis(0...1, parts: 2, title: "in tune") {
      (100 * $0).rounded(decimals: 0) + " %"
    }
    // Stems, since several sessions of a day lie close together.
    let marks = sessions.flatMap { session -> [Chart.Mark] in
      let value = ChartValue(x: position(session.start), y: session.partInTune)
      guard value.y.isFinite else { return [] }
      var color = hues.color(of: session.title)
      let dot = Chart.Mark.dots([value], width: dotWidth, color)
      color.opacity = 0.45
      return [.column(value, width: 1.75, color), dot]
    }
    return panel(y: 424, height: 146, up, isLast: isLast, marks)
  }

  /// The median of each session's times as a dot, and their spread as a bar around it.
  private func times(_ hues: HueWheel<String>) -> Chart.Panel {
    let latest = sessions.map { ($0.timeMedian ?? 0).magnitude + ($0.timeSpread ?? 0) }
    let limit = Chart.Axis.limit(
      latest.filter(\.isFinite).max() ?? 0, of: [20, 40, 60, 100, 200, 400])
    let up = Chart.Axis(-limit...limit, parts: 4, title: "ms late, ± spread") {
      $0.signed(decimals: 0)
    }
    let marks = sessions.flatMap { session -> [Chart.Mark] in
      guard let spread = session.timeSpread else { return [] }
      let (x, median) = (position(session.start), session.timeMedian ?? 0)
      let color = hues.color(of: session.title)
      let bar = Chart.Mark.bar(
        x: x, from: median - spread, to: median + spread, width: 1.5, color)
      let dot = Chart.Mark.dots([ChartValue(x: x, y: median)], width: dotWidth, color)
      return session.timeMedian == nil ? [bar] : [bar, dot]
    }
    return panel(y: 612, height: 170, up, isLast: true, marks)
  }
}

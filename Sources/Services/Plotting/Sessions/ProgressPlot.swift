/// A plot of tuning results from session to session.
public struct ProgressPlot: Sendable {
  /// One session.
  public struct Session: Sendable, Hashable {
    /// Its date, in the form for the axis.
    public var label: String
    /// The instrument and tuning; sessions with the same title have the same colour.
    public var title: String
    /// The mean absolute deviation of its notes from their targets, in cents.
    public var meanDeviation: Double
    /// The share of the time in tune, in 0...1.
    public var partInTune: Double
    /// The spread of the times of a score or a rhythm, in milliseconds; `nil` if none were compared.
    public var timeSpread: Double?
    /// The lateness of its median note, in milliseconds; `nil` if it is not known.
    public var timeMedian: Double?

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - label: Its date, in the form for the axis.
    ///   - title: The instrument and tuning.
    ///   - meanDeviation: The mean absolute deviation of its notes from their targets, in cents.
    ///   - partInTune: The share of the time in tune, in 0...1.
    ///   - timeSpread: The spread of the times of a score or a rhythm, in milliseconds.
    ///   - timeMedian: How late its median note was, in milliseconds.
    public init(
      label: String, title: String, meanDeviation: Double, partInTune: Double,
      timeSpread: Double? = nil, timeMedian: Double? = nil
    ) {
      self.label = label
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

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - title: The title of the plot.
  ///   - sessions: The sessions, the oldest first; there may be none.
  public init(title: String, sessions: [Session]) {
    self.title = title
    self.sessions = sessions
  }

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  public func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try ProgressDrawing(self).picture(format)
  }
}

/// Draws sessions side by side: cents above, time in tune below, and then milliseconds, if there are
/// any.
struct ProgressDrawing: Drawable {
  let plot: ProgressPlot
  let size: Size
  let deviations = Rectangle(x: 62, y: 98, width: 866, height: 284)
  let parts = Rectangle(x: 62, y: 424, width: 866, height: 146)
  let times: Rectangle?
  private let hues: HueWheel<String>
  /// The upper end of the cents axis, whose quarters are round.
  private let limit: Double
  /// The ends of the axis of milliseconds, below and above 0.
  private let timeLimit: Double

  var title: String { plot.title }

  init(_ plot: ProgressPlot) {
    self.plot = plot
    hues = HueWheel(plot.sessions.map(\.title))
    let hasTimes = plot.sessions.contains { $0.timeSpread != nil }
    times = hasTimes ? Rectangle(x: 62, y: 612, width: 866, height: 170) : nil
    size = Size(width: 960, height: hasTimes ? 852 : 640)
    let latest = plot.sessions.map { ($0.timeMedian ?? 0).magnitude + ($0.timeSpread ?? 0) }
    timeLimit =
      [20, 40, 60, 100, 200].first { $0 >= latest.filter(\.isFinite).max() ?? 0 } ?? 400
    let greatest = plot.sessions.map(\.meanDeviation).filter(\.isFinite).max() ?? 0
    limit = [1, 2, 4, 8, 12, 16, 20, 40, 60].first { $0 >= 1.1 * greatest } ?? 100
  }

  func draw(on canvas: inout some PlotCanvas) {
    canvas.fill(Rectangle(x: 0, y: 0, width: size.width, height: size.height), Theme.background)
    drawScale([0, 0.25, 0.5, 0.75, 1], in: deviations, unit: "cents off", on: &canvas) {
      (limit * $0).rounded(decimals: limit < 2 ? 2 : limit < 4 ? 1 : 0)
    }
    drawScale([0, 0.5, 1], in: parts, unit: "in tune", on: &canvas) {
      (100 * $0).rounded(decimals: 0) + " %"
    }
    drawParts(on: &canvas)
    drawDeviations(on: &canvas)
    drawTimes(on: &canvas)
    for panel in [deviations, parts, times].compactMap({ $0 }) {
      canvas.outline(panel, Theme.frame)
    }
    drawDates(on: &canvas)
    drawTitle(on: &canvas)
    if plot.sessions.isEmpty { canvas.writeMessage("no session", in: deviations) }
  }

  private func drawScale(
    _ shares: [Double], in panel: Rectangle, unit: String, on canvas: inout some PlotCanvas,
    label: (Double) -> String
  ) {
    for share in shares {
      let y = panel.point(across: 0, up: share).y
      canvas.stroke(
        from: Point(x: panel.x, y: y), to: Point(x: panel.right, y: y),
        LineStyle(width: 0.75, color: Theme.noteLine))
      canvas.write(label(share), at: Point(x: panel.x - 8, y: y + 3.7), .right, Theme.label)
    }
    canvas.write(unit, at: Point(x: panel.x, y: panel.y - 9), .left, Theme.quietLabel)
  }

  private var columnWidth: Double { deviations.width / Double(max(1, plot.sessions.count)) }

  private func x(_ index: Int) -> Double { deviations.x + columnWidth * (Double(index) + 0.5) }

  private func drawParts(on canvas: inout some PlotCanvas) {
    let width = min(40, max(1, 0.6 * columnWidth))
    for (index, session) in plot.sessions.enumerated() {
      var color = hues.color(of: session.title)
      color.opacity = 0.75
      let height = Self.share(session.partInTune) * parts.height
      canvas.fill(
        Rectangle(
          x: x(index) - width / 2, y: parts.bottom - height, width: width, height: height), color)
    }
  }

  /// Draws the median of each session's times as a dot, and their spread as a bar around it.
  private func drawTimes(on canvas: inout some PlotCanvas) {
    guard let times else { return }
    drawScale([0, 0.25, 0.5, 0.75, 1], in: times, unit: "ms late, ± spread", on: &canvas) {
      let value = timeLimit * (2 * $0 - 1)
      return (value > 0 ? "+" : "") + value.rounded(decimals: 0)
    }
    for (index, session) in plot.sessions.enumerated() {
      guard let spread = session.timeSpread else { continue }
      let median = session.timeMedian ?? 0
      func y(_ value: Double) -> Double {
        times.point(across: 0, up: Self.share(0.5 + 0.5 * value / timeLimit)).y
      }
      let color = hues.color(of: session.title)
      canvas.stroke(
        from: Point(x: x(index), y: y(median - spread)),
        to: Point(x: x(index), y: y(median + spread)), LineStyle(width: 1.5, color: color))
      guard session.timeMedian != nil else { continue }
      canvas.stroke([[Point(x: x(index), y: y(median))]], LineStyle(width: dotWidth, color: color))
    }
  }

  /// Draws a dot per session, and a line that joins the sessions of one title.
  private func drawDeviations(on canvas: inout some PlotCanvas) {
    for title in titles {
      let indices = plot.sessions.indices.filter {
        plot.sessions[$0].title == title && !plot.sessions[$0].meanDeviation.isNaN
      }
      guard !indices.isEmpty else { continue }
      let points = indices.map { index in
        let share = Self.share(plot.sessions[index].meanDeviation / limit)
        return Point(x: x(index), y: deviations.point(across: 0, up: share).y)
      }
      var color = hues.color(of: title)
      canvas.stroke(points.map { [$0] }, LineStyle(width: dotWidth, color: color))
      color.opacity = 0.45
      canvas.stroke([points], LineStyle(width: 1.75, color: color))
    }
  }

  /// Returns a share within 0...1; 0 for not-a-number.
  private static func share(_ part: Double) -> Double { part.isNaN ? 0 : min(1, max(0, part)) }

  private var dotWidth: Double { min(9, max(3, 0.5 * columnWidth)) }

  private var titles: [String] {
    var titles: [String] = []
    for session in plot.sessions where !titles.contains(session.title) {
      titles.append(session.title)
    }
    return titles
  }

  private func drawDates(on canvas: inout some PlotCanvas) {
    let widest = plot.sessions.map { TextMeasure.width(of: $0.label, Theme.label) }.max() ?? 0
    let step = max(1, Int(((widest + 16) / columnWidth).rounded(.up)))
    for (index, session) in plot.sessions.enumerated() where index.isMultiple(of: step) {
      canvas.write(
        session.label, at: Point(x: x(index), y: (times ?? parts).bottom + 17), .center,
        Theme.label)
    }
    canvas.write(
      "session by session", at: Point(x: parts.middle.x, y: (times ?? parts).bottom + 40), .center,
      Theme.quietLabel)
  }

  /// Writes the title, and below it the legend of the colours, as far as there is room.
  private func drawTitle(on canvas: inout some PlotCanvas) {
    canvas.writeHeading(plot.title, above: deviations)
    var position = Point(x: deviations.x, y: 58)
    for (index, title) in titles.enumerated() {
      let isLast = index == titles.count - 1
      let text = TextMeasure.fitted(title, to: 240, Theme.subtitle)
      let width = TextMeasure.width(of: text, Theme.subtitle) + 36
      guard position.x + width < deviations.right - (isLast ? 0 : 40) else {
        canvas.write("…", at: position, .left, Theme.subtitle)
        return
      }
      canvas.stroke(
        [[Point(x: position.x + 5, y: position.y - 4)]],
        LineStyle(width: 9, color: hues.color(of: title)))
      canvas.write(text, at: Point(x: position.x + 15, y: position.y), .left, Theme.subtitle)
      position.x += width
    }
  }
}

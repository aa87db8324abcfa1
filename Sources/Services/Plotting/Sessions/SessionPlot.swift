public import InstrumentTuning
import MusicTheory

/// A plot of a session with a tuner: the deviation of every note over time, and the results of each
/// note name.
public struct SessionPlot: Sendable {
  /// The title: the instrument and tuning.
  public var title: String
  /// A line below the title.
  public var subtitle: String
  /// The notes, in any order.
  public var notes: [HeardNote]
  /// The duration of the session, in seconds.
  public var duration: Double
  /// The largest deviation that counts as in tune, in cents.
  public var tolerance: Double

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - title: The title: the instrument and tuning.
  ///   - subtitle: A line below the title.
  ///   - notes: The notes, in any order; there may be none.
  ///   - duration: The duration of the session, in seconds.
  ///   - tolerance: The largest deviation that counts as in tune, in cents.
  public init(
    title: String, subtitle: String, notes: [HeardNote], duration: Double, tolerance: Double
  ) {
    self.title = title
    self.subtitle = subtitle
    self.notes = notes
    self.duration = duration
    self.tolerance = tolerance
  }

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  public func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try SessionDrawing(self).picture(format)
  }
}

/// Draws a session: its notes over time above, and by note name below.
struct SessionDrawing: Drawable {
  let plot: SessionPlot
  /// The tolerance, in cents; 0 if none was given.
  private let tolerance: Double
  /// The notes that can be drawn, in order of time.
  let notes: [HeardNote]
  let axis: CentsAxis
  let timeAxis: TimeAxis
  /// The statistics of each note name, from the lowest.
  let statistics: [SessionStatistics.NoteStatistics]
  private let hues: HueWheel<Int>

  let size = Size(width: 960, height: 640)
  let overTime = Rectangle(x: 62, y: 78, width: 866, height: 288)
  let byNote = Rectangle(x: 62, y: 428, width: 866, height: 138)

  var title: String { plot.title }

  init(_ plot: SessionPlot) {
    self.plot = plot
    notes = plot.notes.filter(\.isDrawable).sorted { $0.startTime < $1.startTime }
    tolerance = plot.tolerance.isFinite ? max(0, plot.tolerance) : 0
    axis = CentsAxis(notes, tolerance: tolerance)
    let end = notes.map(\.endTime).max() ?? 0
    timeAxis = TimeAxis(duration: max(plot.duration, end), hop: 1)
    var session = SessionStatistics()
    for note in notes { session.add(note) }
    statistics = session.notes
    hues = HueWheel(statistics.map(\.note.midiNumber))
  }

  func draw(on canvas: inout some PlotCanvas) {
    canvas.fill(Rectangle(x: 0, y: 0, width: size.width, height: size.height), Theme.background)
    for panel in [overTime, byNote] { drawScale(in: panel, on: &canvas) }
    drawNotes(on: &canvas)
    drawColumns(on: &canvas)
    for panel in [overTime, byNote] { canvas.outline(panel, Theme.frame) }
    drawTimes(on: &canvas)
    drawTitle(on: &canvas)
    if notes.isEmpty { canvas.writeMessage("no note was heard", in: overTime) }
  }

  func color(of note: Note) -> Color { hues.color(of: note.midiNumber) }

  func y(_ cents: Double, in panel: Rectangle) -> Double {
    panel.point(across: 0, up: axis.position(of: cents)).y
  }

  /// Draws the tolerance, the target in its middle, and round deviations.
  private func drawScale(in panel: Rectangle, on canvas: inout some PlotCanvas) {
    let top = y(min(axis.limit, tolerance), in: panel)
    let bottom = y(max(-axis.limit, -tolerance), in: panel)
    canvas.fill(
      Rectangle(x: panel.x, y: top, width: panel.width, height: bottom - top), Theme.inTune)
    for cents in axis.ticks {
      let y = y(cents, in: panel)
      canvas.stroke(
        from: Point(x: panel.x, y: y), to: Point(x: panel.right, y: y),
        LineStyle(width: 0.75, color: cents == 0 ? Theme.octaveLine : Theme.noteLine))
      canvas.write(
        CentsAxis.label(cents), at: Point(x: panel.x - 8, y: y + 3.7), .right, Theme.label)
    }
    canvas.write("cents", at: Point(x: panel.x - 8, y: panel.y - 9), .right, Theme.quietLabel)
  }

  private func drawTimes(on canvas: inout some PlotCanvas) {
    for tick in timeAxis.ticks(width: overTime.width) {
      let foot = overTime.point(across: timeAxis.position(of: tick.time), up: 0)
      canvas.stroke(
        from: foot, to: Point(x: foot.x, y: foot.y + 4),
        LineStyle(width: 0.75, color: Theme.frame))
      canvas.write(tick.label, at: Point(x: foot.x, y: foot.y + 17), .center, Theme.label)
    }
    canvas.write(
      "time, \(timeAxis.unit.rawValue)",
      at: Point(x: overTime.middle.x, y: overTime.bottom + 36), .center, Theme.quietLabel)
  }

  private func drawTitle(on canvas: inout some PlotCanvas) {
    let legend = "line: mean  ·  box: spread  ·  green: in tune"
    let width = overTime.width - TextMeasure.width(of: legend, Theme.subtitle) - 24
    canvas.writeHeading(
      plot.title, subtitle: plot.subtitle, above: overTime, subtitleWidth: width)
    canvas.write(legend, at: Point(x: overTime.right, y: 55), .right, Theme.subtitle)
  }
}

extension HeardNote {
  /// `true` if its numbers are finite and within the limits of a picture.
  fileprivate var isDrawable: Bool {
    [startTime, duration].allSatisfy { (0...TimeAxis.longest).contains($0) }
      && meanCents.magnitude <= Self.farthest && (0...Self.farthest).contains(spread)
  }

  /// The largest drawable deviation, in cents: a thousand octaves.
  private static let farthest = 1.2e6
}

/// A vertical axis of cents, with the target in the middle.
struct CentsAxis: Sendable, Hashable {
  /// The upper end, in cents.
  let limit: Double

  /// Creates an axis that shows all but the outermost twentieth of the notes, and the tolerance.
  init(_ notes: [HeardNote], tolerance: Double) {
    let ends = notes.map { $0.meanCents.magnitude + $0.spread }.filter(\.isFinite).sorted()
    let greatest = ends.isEmpty ? 0 : ends[ends.count - 1 - ends.count / 20]
    let wanted = max(1.15 * greatest, 1.5 * tolerance)
    limit = [5, 10, 15, 20, 30, 50].first { $0 >= wanted } ?? 100
  }

  /// Returns the position of a deviation: 0 at the lower end, 1 at the upper one.
  func position(of cents: Double) -> Double { (cents / limit + 1) / 2 }

  /// Round deviations, from the lower end to the upper one.
  var ticks: [Double] {
    let step = limit == 15 ? 5 : limit == 30 ? 10 : limit / 2
    let count = Int((limit / step).rounded())
    return (-count...count).map { Double($0) * step }
  }

  /// Returns a deviation with its sign.
  static func label(_ cents: Double) -> String {
    (cents > 0 ? "+" : "") + cents.rounded(decimals: cents == cents.rounded() ? 0 : 1)
  }
}

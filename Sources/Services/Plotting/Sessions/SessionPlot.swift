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
    try SessionDrawing(self).file(format)
  }
}

/// Draws a session: its notes over time above, and by note name below.
struct SessionDrawing: Drawable {
  let plot: SessionPlot
  /// The notes that can be drawn, in order of time.
  let notes: [HeardNote]
  let overTime: Chart.Panel
  let byNote: Chart.Panel
  /// The statistics of each note name, from the lowest.
  let statistics: [SessionStatistics.NoteStatistics]
  private let hues: HueWheel<Int>

  let size = Size(width: 960, height: 640)

  var title: String { plot.title }

  init(_ plot: SessionPlot) {
    self.plot = plot
    notes = plot.notes.filter(\.isDrawable).sorted { $0.startTime < $1.startTime }
    let tolerance = plot.tolerance.isFinite ? max(0, plot.tolerance) : 0
    let cents = Chart.Axis(notes, tolerance: tolerance)
    let end = min(TimeAxis.longest, notes.map(\.endTime).max() ?? 0)
    let time = TimeAxis(duration: plot.duration, hop: max(1, end))
    overTime = Chart.Panel(
      frame: Rectangle(x: 62, y: 78, width: 866, height: 288),
      across: Chart.Axis(time, width: 866), up: cents, inTune: -tolerance...tolerance)
    byNote = Chart.Panel(
      frame: Rectangle(x: 62, y: 428, width: 866, height: 138),
      across: Chart.Axis(range: 0...1), up: cents, inTune: -tolerance...tolerance)
    var session = SessionStatistics()
    for note in notes { session.add(note) }
    statistics = session.notes
    hues = HueWheel(statistics.map(\.note.midiNumber))
  }

  func draw(on canvas: inout some PlotCanvas) {
    canvas.fill(Rectangle(x: 0, y: 0, width: size.width, height: size.height), Theme.background)
    for panel in [overTime, byNote] {
      panel.drawAxes(on: &canvas)
      let corner = Point(x: panel.frame.x - 8, y: panel.frame.y - 9)
      canvas.write("cents", at: corner, .right, Theme.quietLabel)
    }
    drawNotes(on: &canvas)
    drawColumns(on: &canvas)
    for panel in [overTime, byNote] { canvas.outline(panel.frame, Theme.frame) }
    drawTitle(on: &canvas)
    if notes.isEmpty { canvas.writeMessage("no note was heard", in: overTime.frame) }
  }

  func color(of note: Note) -> Color { hues.color(of: note.midiNumber) }

  private func drawTitle(on canvas: inout some PlotCanvas) {
    let legend = "line: mean  ·  box: spread  ·  green: in tune"
    let frame = overTime.frame
    let width = frame.width - TextMeasure.width(of: legend, Theme.subtitle) - 24
    canvas.writeHeading(plot.title, subtitle: plot.subtitle, above: frame, subtitleWidth: width)
    canvas.write(legend, at: Point(x: frame.right, y: 55), .right, Theme.subtitle)
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

extension Chart.Axis {
  /// Creates an axis of cents with the target in its middle, which shows all but the outermost
  /// twentieth of the notes, and the tolerance.
  init(_ notes: [HeardNote], tolerance: Double) {
    let ends = notes.map { $0.meanCents.magnitude + $0.spread }.filter(\.isFinite).sorted()
    let greatest = ends.isEmpty ? 0 : ends[ends.count - 1 - ends.count / 20]
    let limit = Self.limit(
      max(1.15 * greatest, 1.5 * tolerance), of: [5, 10, 15, 20, 30, 50, 100])
    self.init(-limit...limit, parts: [15, 30].contains(limit) ? 6 : 4) {
      $0.signed(decimals: $0 == $0.rounded() ? 0 : 1)
    }
    ticks[ticks.count / 2].line = .grid(Theme.octaveLine)
  }
}

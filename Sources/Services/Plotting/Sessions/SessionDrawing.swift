internal import InstrumentTuning
internal import MusicTheory

/// Draws a session: its notes over time above, each note by itself below.
struct SessionDrawing: Drawable {
  let plot: SessionPlot
  /// In cents; 0 where none was given.
  private let tolerance: Double
  /// The notes that can be drawn, in order of time.
  let notes: [HeardNote]
  let axis: CentsAxis
  let timeAxis: TimeAxis
  /// Each note's statistics, from the lowest.
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

  /// The tolerance, the target in its middle, and round distances.
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
  /// Whether its numbers have a place in a picture.
  fileprivate var isDrawable: Bool {
    [startTime, duration].allSatisfy { (0...TimeAxis.longest).contains($0) }
      && meanCents.magnitude <= Self.farthest && (0...Self.farthest).contains(spread)
  }

  /// In cents: more is a thousand octaves.
  private static let farthest = 1.2e6
}

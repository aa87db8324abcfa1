import MusicTheory
import SignalProcessing

/// Draws a plot from back to front.
struct PlotDrawing: Drawable {
  let plot: PitchPlot
  let layout = PlotLayout()
  let pitchAxis: PitchAxis
  let timeAxis: TimeAxis
  /// The levels that the colours of the spectrogram stand for.
  let colorScale: LevelScale
  let spectrumRows: Range<Int>

  init(_ plot: PitchPlot) {
    self.plot = plot
    let limits = plot.caption.concertPitch.pitches(plot.searchRange)
    pitchAxis = PitchAxis(detected: plot.histogram, rows: plot.contour.rows, limits: limits)
    timeAxis = TimeAxis(duration: plot.duration, hop: plot.hop)
    spectrumRows = plot.spectrogram.rows.rows(touching: pitchAxis.range)
    colorScale = LevelScale(loudest: plot.spectrogram.loudest(in: spectrumRows))
  }

  var size: Size { layout.size }
  var title: String { plot.caption.name }

  func draw(on canvas: inout some PlotCanvas) {
    canvas.fill(
      Rectangle(x: 0, y: 0, width: layout.size.width, height: layout.size.height),
      Theme.background)
    drawSpectrogram(on: &canvas)
    drawUnvoicedSpans(on: &canvas)
    drawGrid(on: &canvas)
    drawPitches(on: &canvas)
    drawLevels(on: &canvas)
    drawVoicing(on: &canvas)
    drawOnsets(on: &canvas)
    drawFrames(on: &canvas)
    drawAxes(on: &canvas)
    drawColorScale(on: &canvas)
    drawTitle(on: &canvas)
    drawMessage(on: &canvas)
  }

  /// Returns the position of a pitch at a time.
  func point(time: Double, pitch: Double) -> Point {
    layout.pitches.point(
      across: timeAxis.position(of: time), up: pitchAxis.position(of: pitch))
  }

  /// Returns the left edge of a reading, rounded to half points so that neighbours leave no seam.
  func edge(ofReading index: Int) -> Double {
    let time = min(timeAxis.end, max(0, (Double(index) - 0.5) * plot.hop))
    return layout.pitches.x
      + (timeAxis.position(of: time) * layout.pitches.width * 2).rounded() / 2
  }
}

extension Spectrogram {
  /// Returns the highest level of some rows, in dBFS; -infinity for silence.
  func loudest(in rows: Range<Int>) -> Double {
    var largest = 0.0
    for column in columns.columns {
      for row in rows { largest = max(largest, column.power(ofRow: row)) }
    }
    return decibels(fromPower: largest)
  }
}

/// The layout of a picture, in points.
struct PlotLayout: Sendable, Hashable {
  let size = Size(width: 960, height: 640)
  /// Pitch over time.
  let pitches = Rectangle(x: 62, y: 74, width: 786, height: 416)
  /// The band that is filled where there is a pitch.
  let voicing = Rectangle(x: 62, y: 497, width: 786, height: 9)
  /// Level over time.
  let levels = Rectangle(x: 62, y: 514, width: 786, height: 66)
  /// The legend of the colours.
  let colors = Rectangle(x: 898, y: 74, width: 10, height: 416)

  var titleBaseline: Point { Point(x: pitches.x, y: 33) }
  var subtitleBaseline: Point { Point(x: pitches.x, y: 55) }
  var legendBaseline: Point { Point(x: pitches.right, y: 55) }
}

/// The levels that colours or heights stand for, in dBFS.
struct LevelScale: Sendable, Hashable {
  let range: ClosedRange<Double>

  /// The distance from quiet to loud, in decibels.
  static let span = 70.0

  init(_ range: ClosedRange<Double>) {
    self.range = range
  }

  /// Creates the scale whose top is the next multiple of 10 dB at or above the loudest level.
  ///
  /// - Parameter loudest: In dBFS; -infinity for silence.
  init(loudest: Double) {
    let top = loudest.isFinite ? (min(60, max(-100, loudest)) / 10).rounded(.up) * 10 : 0
    self.init((top - Self.span)...top)
  }

  /// Returns the position of a level: 0 at or below the bottom of the scale, 1 at or above its top.
  func position(of level: Double) -> Double {
    min(1, max(0, (level - range.lowerBound) / (range.upperBound - range.lowerBound)))
  }

  /// Returns every multiple of `step`, from the bottom up.
  func ticks(every step: Double) -> [Double] {
    let first = (range.lowerBound / step).rounded(.up)
    let last = (range.upperBound / step).rounded(.down)
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }
}

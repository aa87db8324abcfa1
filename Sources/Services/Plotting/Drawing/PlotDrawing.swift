internal import MusicTheory
internal import SignalProcessing

/// Draws a plot from back to front.
struct PlotDrawing: Drawable {
  let plot: PitchPlot
  let layout = PlotLayout()
  let pitchAxis: PitchAxis
  let timeAxis: TimeAxis
  /// What the colours of the spectrogram stand for.
  let colorScale: LevelScale
  let spectrumRows: Range<Int>

  init(_ plot: PitchPlot) {
    self.plot = plot
    let limits = plot.caption.concertPitch.pitches(plot.searchRange)
    pitchAxis = PitchAxis(heard: plot.histogram, rows: plot.contour.rows, limits: limits)
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
    drawFrames(on: &canvas)
    drawAxes(on: &canvas)
    drawColorScale(on: &canvas)
    drawTitle(on: &canvas)
    drawMessage(on: &canvas)
  }

  /// Where a pitch at a time lies.
  func point(time: Double, pitch: Double) -> Point {
    layout.pitches.point(
      across: timeAxis.position(of: time), up: pitchAxis.position(of: pitch))
  }

  /// The edges of reading columns, rounded to half points so that neighbours leave no seam.
  func edge(ofReading index: Int) -> Double {
    let time = min(timeAxis.end, max(0, (Double(index) - 0.5) * plot.hop))
    return layout.pitches.x
      + (timeAxis.position(of: time) * layout.pitches.width * 2).rounded() / 2
  }
}

extension Spectrogram {
  /// The highest level of some rows, in dBFS; -infinity for silence.
  func loudest(in rows: Range<Int>) -> Double {
    var largest = 0.0
    for column in columns.columns {
      for row in rows { largest = max(largest, column.power(ofRow: row)) }
    }
    return decibels(fromPower: largest)
  }
}

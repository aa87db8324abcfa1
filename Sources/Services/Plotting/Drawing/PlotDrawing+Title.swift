internal import MusicTheory

extension PlotDrawing {
  static let silenceMessage = "no pitch found"

  /// Writes the title, the subtitle and the legend.
  func drawTitle(on canvas: inout some PlotCanvas) {
    let width = layout.size.width - 2 * 32 - layout.titleBaseline.x - comparisonWidth
    canvas.write(
      TextMeasure.fitted(plot.caption.name, to: width, Theme.title), at: layout.titleBaseline,
      .left, Theme.title)
    canvas.write(subtitle, at: layout.subtitleBaseline, .left, Theme.subtitle)
    drawLegend(on: &canvas)
  }

  private var subtitle: String {
    let range = plot.searchRange
    let voiced = "\((100 * plot.voicedShare).rounded(decimals: 0)) % voiced"
    let isAlone = plot.others.isEmpty
    let parts = [
      isAlone ? "estimator \(plot.caption.estimator)" : nil,
      "\(Self.hertz(range.lowerBound))–\(Self.hertz(range.upperBound)) Hz",
      "A4 = \(Self.hertz(plot.caption.concertPitch.frequency)) Hz",
      TimeAxis.words(plot.duration),
      isAlone ? voiced : nil,
    ]
    return parts.compactMap(\.self).joined(separator: "  ·  ")
  }

  /// The width of the legend in the title's line, where it moves if there are other estimators.
  private var comparisonWidth: Double {
    plot.others.isEmpty
      ? 0
      : (legend + ["no pitch"]).reduce(0) { $0 + TextMeasure.width(of: $1, Theme.subtitle) + 38 }
  }

  /// The names of the lines.
  private var legend: [String] {
    plot.others.isEmpty ? ["pitch"] : [plot.caption.estimator] + plot.otherNames
  }

  /// Draws samples of the lines, and of the grey that means no pitch, from right to left.
  private func drawLegend(on canvas: inout some PlotCanvas) {
    var position = layout.legendBaseline
    if !plot.others.isEmpty { position.y = layout.titleBaseline.y }
    func write(_ text: String, on canvas: inout some PlotCanvas) {
      canvas.write(text, at: position, .right, Theme.subtitle)
      position.x -= TextMeasure.width(of: text, Theme.subtitle) + 6
    }
    write("no pitch", on: &canvas)
    var color = Theme.unvoiced
    color.opacity = Theme.unvoicedOpacity
    canvas.fill(Rectangle(x: position.x - 16, y: position.y - 9, width: 16, height: 10), color)
    position.x -= 32
    for (name, color) in zip(legend, [Theme.pitch] + otherColors).reversed() {
      write(name, on: &canvas)
      canvas.stroke(
        from: Point(x: position.x - 16, y: position.y - 4),
        to: Point(x: position.x - 1, y: position.y - 4), LineStyle(width: 2, color: color))
      position.x -= 32
    }
  }

  /// Writes a message if no pitch was found.
  func drawMessage(on canvas: inout some PlotCanvas) {
    guard plot.contour.voicedCount == 0 else { return }
    canvas.writeMessage(Self.silenceMessage, in: layout.pitches)
  }

  private static func hertz(_ frequency: Double) -> String {
    let isWhole = abs(frequency - frequency.rounded()) < 0.05
    return frequency.rounded(decimals: isWhole ? 0 : 1)
  }
}

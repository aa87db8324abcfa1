/// How a text looks.
struct LabelStyle: Sendable, Hashable {
  var size: Double
  var isBold = false
  var color = Theme.text
}

/// How a text lies around its place, along its base line.
enum TextAlignment: Sendable {
  case left, center, right
}

/// How a line looks.
struct LineStyle: Sendable, Hashable {
  var width: Double
  var color: Color
}

/// Something to draw on.
protocol PlotCanvas {
  /// Fills a rectangle.
  mutating func fill(_ rectangle: Rectangle, _ color: Color)

  /// Fills a polygon.
  mutating func fill(polygon: [Point], _ color: Color)

  /// Draws connected lines with round ends; a line of one point is a dot.
  mutating func stroke(_ lines: [[Point]], _ style: LineStyle)

  /// Draws pixels, stretched into a rectangle and smoothed.
  mutating func draw(_ raster: Raster, in rectangle: Rectangle)

  /// Writes one line of text.
  ///
  /// - Parameters:
  ///   - text: The text; nothing in it is markup.
  ///   - point: The position on the base line.
  ///   - alignment: Which end of the text is there.
  ///   - style: How the text looks.
  mutating func write(
    _ text: String, at point: Point, _ alignment: TextAlignment, _ style: LabelStyle)

  /// Lets the drawing that follows show within a rectangle only, until ``endClip()``.
  mutating func beginClip(_ rectangle: Rectangle)

  mutating func endClip()
}

extension PlotCanvas {
  /// Draws one straight line.
  mutating func stroke(from start: Point, to end: Point, _ style: LineStyle) {
    stroke([[start, end]], style)
  }
}

/// A picture that can be drawn in every format.
protocol Drawable {
  /// The size, in points.
  var size: Size { get }
  /// The title in the metadata of the file.
  var title: String { get }

  /// Draws from back to front.
  func draw(on canvas: inout some PlotCanvas)
}

extension Drawable {
  /// Draws the file of the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  func file(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    switch format {
    case .svg:
      var canvas = SVGCanvas(size: size, title: title)
      draw(on: &canvas)
      return canvas.finish()
    case .png, .pdf:
      var canvas = try CairoCanvas(format: format, size: size, title: title)
      draw(on: &canvas)
      return try canvas.finish()
    }
  }
}

extension PlotCanvas {
  /// Writes a title and a subtitle above a panel, shortened to the given widths.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - subtitle: The line below the title.
  ///   - panel: The panel below, at whose left edge both begin.
  ///   - width: The room for the title, in points; that of the panel by default.
  ///   - subtitleWidth: The room for the subtitle, in points; that of the panel by default.
  mutating func writeHeading(
    _ title: String, subtitle: String = "", above panel: Rectangle, width: Double? = nil,
    subtitleWidth: Double? = nil
  ) {
    write(
      TextMeasure.fitted(title, to: width ?? panel.width, Theme.title),
      at: Point(x: panel.x, y: 33), .left, Theme.title)
    guard !subtitle.isEmpty else { return }
    write(
      TextMeasure.fitted(subtitle, to: subtitleWidth ?? panel.width, Theme.subtitle),
      at: Point(x: panel.x, y: 55), .left, Theme.subtitle)
  }

  /// Draws the outline of a rectangle.
  mutating func outline(_ rectangle: Rectangle, _ color: Color) {
    let (left, top) = (rectangle.x, rectangle.y)
    stroke(
      [
        [
          Point(x: left, y: top), Point(x: rectangle.right, y: top),
          Point(x: rectangle.right, y: rectangle.bottom), Point(x: left, y: rectangle.bottom),
          Point(x: left, y: top),
        ]
      ], LineStyle(width: 0.75, color: color))
  }

  /// Writes a message in the middle of an empty panel.
  mutating func writeMessage(_ text: String, in panel: Rectangle) {
    let middle = panel.middle
    let width = TextMeasure.width(of: text, Theme.message) + 40
    let box = Rectangle(x: middle.x - width / 2, y: middle.y - 22, width: width, height: 44)
    fill(box, Theme.background)
    outline(box, Theme.frame)
    write(text, at: Point(x: middle.x, y: middle.y + 6), .center, Theme.message)
  }
}

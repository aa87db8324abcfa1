/// A picture that can be drawn in every format.
protocol Drawable {
  /// In points.
  var size: Size { get }
  /// What readers of the file show as its title.
  var title: String { get }

  /// Draws from back to front.
  func draw(on canvas: inout some PlotCanvas)
}

extension Drawable {
  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
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

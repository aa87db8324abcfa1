extension PlotCanvas {
  /// Writes what a picture shows, above it, as far as there is room.
  ///
  /// - Parameters:
  ///   - title: What it shows.
  ///   - subtitle: More about it, in the line below.
  ///   - panel: The part of the picture below, at whose left both begin.
  ///   - width: The room for the title; that of the panel by default.
  ///   - subtitleWidth: The room for the subtitle; that of the panel by default.
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
}

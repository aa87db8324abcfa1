extension Chart {
  /// The names of the series and their colours.
  struct Legend: Sendable {
    enum Arrangement: Sendable {
      /// Side by side, with a dot before each name: its width and how far it is to the right of the
      /// start of its entry, from it to the name, and from the name to the next entry.
      case row(dot: Double, inset: Double, gap: Double, spacing: Double, rise: Double)
      /// Below each other, with a line before each name.
      case list
    }

    let entries: [(name: String, color: Color)]
    /// The start of the first base line.
    let origin: Point
    let arrangement: Arrangement
    let style: LabelStyle
    /// The room for a name, in points.
    var longest = Double.infinity
    /// The right edge of a row, in points, beyond which entries are left out.
    var right = Double.infinity

    func draw(on canvas: inout some PlotCanvas) {
      var position = origin
      for (index, entry) in entries.enumerated() {
        let name = TextMeasure.fitted(entry.name, to: longest, style)
        switch arrangement {
        case .list:
          let line = Point(x: position.x, y: position.y - 4)
          canvas.stroke(
            from: line, to: Point(x: line.x + 18, y: line.y),
            LineStyle(width: 3, color: entry.color))
          canvas.write(name, at: Point(x: position.x + 26, y: position.y), .left, style)
          position.y += 20
        case .row(let dot, let inset, let gap, let spacing, let rise):
          let width = inset + gap + TextMeasure.width(of: name, style) + spacing
          let room = right - (index == entries.count - 1 ? 0 : 40)
          guard position.x + width < room else {
            canvas.write("…", at: position, .left, style)
            return
          }
          let middle = Point(x: position.x + inset, y: position.y - rise)
          canvas.stroke([[middle]], LineStyle(width: dot, color: entry.color))
          canvas.write(name, at: Point(x: middle.x + gap, y: position.y), .left, style)
          position.x += width
        }
      }
    }
  }
}

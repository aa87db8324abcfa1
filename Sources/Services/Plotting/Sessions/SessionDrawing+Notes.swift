internal import InstrumentTuning
internal import MusicTheory

extension SessionDrawing {
  /// Draws every note from its start to its end: mean, spread and, where there is room, name.
  func drawNotes(on canvas: inout some PlotCanvas) {
    canvas.beginClip(overTime.frame)
    for note in notes {
      let color = color(of: note.note)
      if note.meanCents.magnitude > limit {
        drawOutlier(note, color, on: &canvas)
        continue
      }
      let bar = bar(of: note)
      var shade = color
      shade.opacity = 0.2
      canvas.fill(bar, shade)
      let mean = overTime.point(0, note.meanCents).y
      canvas.stroke(
        from: Point(x: bar.x, y: mean), to: Point(x: bar.right, y: mean),
        LineStyle(width: 3, color: color))
    }
    drawNames(on: &canvas)
    canvas.endClip()
  }

  /// The end of the axis, in cents.
  private var limit: Double { overTime.up.range.upperBound }

  /// Returns the box from mean − spread to mean + spread, at least one point wide and high.
  private func bar(of note: HeardNote) -> Rectangle {
    let start = overTime.point(note.startTime, note.meanCents + note.spread)
    let end = overTime.point(note.endTime, note.meanCents - note.spread)
    return Rectangle(
      x: start.x, y: min(start.y, end.y - 1), width: max(1, end.x - start.x),
      height: max(1, end.y - start.y))
  }

  /// Draws a triangle at the edge that the note lies beyond.
  private func drawOutlier(_ note: HeardNote, _ color: Color, on canvas: inout some PlotCanvas) {
    let x = bar(of: note).middle.x
    let isAbove = note.meanCents > 0
    let edge = isAbove ? overTime.frame.y : overTime.frame.bottom
    let inwards = isAbove ? 1.0 : -1.0
    canvas.fill(
      polygon: [
        Point(x: x, y: edge + inwards), Point(x: x - 4, y: edge + 8 * inwards),
        Point(x: x + 4, y: edge + 8 * inwards),
      ], color)
  }

  /// Writes each name that does not overlap an earlier one, from the left.
  private func drawNames(on canvas: inout some PlotCanvas) {
    let frame = overTime.frame
    var taken: [Rectangle] = []
    for note in notes where note.meanCents.magnitude <= limit {
      let bar = bar(of: note)
      let text = note.note.description
      let width = TextMeasure.width(of: text, Theme.label)
      let isHigh = bar.y - frame.y < 16
      let baseline = isHigh ? min(bar.bottom + 13, frame.bottom - 4) : bar.y - 5
      let middle = min(
        frame.right - width / 2 - 3, max(frame.x + width / 2 + 3, bar.middle.x))
      let box = Rectangle(
        x: middle - width / 2 - 2, y: baseline - 9, width: width + 4, height: 11)
      guard !taken.suffix(Self.neighbours).contains(where: box.overlaps) else { continue }
      taken.append(box)
      var style = Theme.label
      style.color = color(of: note.note).darkened
      canvas.write(text, at: Point(x: middle, y: baseline), .center, style)
    }
  }

  /// The number of earlier names to check; others are too far to the left.
  private static let neighbours = 60
}

// MARK: - By note name

extension SessionDrawing {
  /// Draws one column per note name: a dot for each note played, and their mean and spread.
  func drawColumns(on canvas: inout some PlotCanvas) {
    guard !statistics.isEmpty else { return }
    let frame = byNote.frame
    let width = min(96, frame.width / Double(statistics.count))
    let first = frame.middle.x - width * Double(statistics.count - 1) / 2
    let step = Int((Self.leastNameWidth / width).rounded(.up))
    for (index, note) in statistics.enumerated() {
      let x = first + width * Double(index)
      drawColumn(note, at: x, width: width, on: &canvas)
      guard index.isMultiple(of: step) else { continue }
      var style = Theme.label
      style.isBold = true
      canvas.write(
        note.note.description, at: Point(x: x, y: frame.bottom + 17), .center, style)
      guard width >= Self.leastShareWidth else { continue }
      canvas.write(
        (100 * note.partInTune).rounded(decimals: 0) + " %",
        at: Point(x: x, y: frame.bottom + 33), .center, Theme.quietLabel)
    }
    canvas.write(
      width >= Self.leastShareWidth
        ? "each note, and the part of its time in tune" : "each note",
      at: Point(x: frame.middle.x, y: frame.bottom + 55), .center, Theme.quietLabel)
  }

  private func drawColumn(
    _ note: SessionStatistics.NoteStatistics, at x: Double, width: Double,
    on canvas: inout some PlotCanvas
  ) {
    let color = color(of: note.note)
    let boxWidth = min(44, 0.62 * width)
    let top = byNote.point(0, note.cents.mean + note.cents.standardDeviation).y
    let bottom = byNote.point(0, note.cents.mean - note.cents.standardDeviation).y
    let mean = byNote.point(0, note.cents.mean).y
    var shade = color
    shade.opacity = 0.2
    canvas.beginClip(byNote.frame)
    canvas.fill(
      Rectangle(x: x - boxWidth / 2, y: top, width: boxWidth, height: max(1, bottom - top)), shade)
    shade.opacity = 0.5
    canvas.stroke(
      dots(of: note.note, around: x, width: 0.8 * boxWidth),
      LineStyle(width: min(5, max(2, width / 8)), color: shade))
    canvas.stroke(
      from: Point(x: x - boxWidth / 2, y: mean), to: Point(x: x + boxWidth / 2, y: mean),
      LineStyle(width: 3, color: color))
    canvas.endClip()
  }

  /// Returns dots side by side in the order of playing, so that equal ones can be told apart.
  private func dots(of note: Note, around x: Double, width: Double) -> [[Point]] {
    let played = notes.filter {
      $0.note.isEnharmonic(to: note) && $0.meanCents.magnitude <= limit
    }
    return played.enumerated().map { index, note in
      let across = (Double(index) + 0.5) / Double(played.count) - 0.5
      return [Point(x: x + across * width, y: byNote.point(0, note.meanCents).y)]
    }
  }

  private static let leastNameWidth = 26.0
  private static let leastShareWidth = 36.0
}

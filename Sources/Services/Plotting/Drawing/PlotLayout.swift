/// Where the parts of a picture are, in points.
struct PlotLayout: Sendable, Hashable {
  let size = Size(width: 960, height: 640)
  /// Pitch over time.
  let pitches = Rectangle(x: 62, y: 74, width: 786, height: 416)
  /// A band that is filled where there is a pitch.
  let voicing = Rectangle(x: 62, y: 497, width: 786, height: 9)
  /// Level over time.
  let levels = Rectangle(x: 62, y: 514, width: 786, height: 66)
  /// What the colours mean.
  let colors = Rectangle(x: 898, y: 74, width: 10, height: 416)

  var titleBaseline: Point { Point(x: pitches.x, y: 33) }
  var subtitleBaseline: Point { Point(x: pitches.x, y: 55) }
  var legendBaseline: Point { Point(x: pitches.right, y: 55) }
}

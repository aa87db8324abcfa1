/// The size, weight and colour of a text.
struct LabelStyle: Sendable, Hashable {
  var size: Double
  var isBold = false
  var color = Theme.text
}

/// The part of a text that is at its position on the base line.
enum TextAlignment: Sendable {
  case left, center, right
}

/// The width, in points, and colour of a line.
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
  ///   - alignment: The part of the text at that position.
  ///   - style: The size, weight and colour.
  mutating func write(
    _ text: String, at point: Point, _ alignment: TextAlignment, _ style: LabelStyle)

  /// Restricts all drawing to a rectangle, until ``endClip()``.
  mutating func beginClip(_ rectangle: Rectangle)

  mutating func endClip()
}

extension PlotCanvas {
  /// Draws one straight line.
  mutating func stroke(from start: Point, to end: Point, _ style: LineStyle) {
    stroke([[start, end]], style)
  }
}

/// A position on a canvas, in points from its top left corner.
struct Point: Sendable, Hashable {
  var x: Double
  var y: Double
}

/// A size, in points.
struct Size: Sendable, Hashable {
  var width: Double
  var height: Double
}

/// An upright rectangle, in points.
struct Rectangle: Sendable, Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var right: Double { x + width }
  var bottom: Double { y + height }
  var middle: Point { Point(x: x + width / 2, y: y + height / 2) }

  /// Returns the point at a share of the width from the left and a share of the height from the
  /// bottom.
  func point(across: Double, up: Double) -> Point {
    Point(x: x + across * width, y: bottom - up * height)
  }

  func overlaps(_ other: Rectangle) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }
}

/// A grid of pixels, row by row from the top.
struct Raster: Sendable {
  let width: Int
  let height: Int
  /// Pixels in the format of ``Color/pixel``.
  var pixels: [UInt32]

  /// A raster of clear pixels.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = Array(repeating: 0, count: width * height)
  }
}

/// The colours of a picture: dark on white, with one signal colour.
///
/// The signal colour is the orange of M. Okabe and K. Ito's set for all kinds of colour vision,
/// darkened to stand out from white as well.
enum Theme {
  static let background = Color(0xFFFFFF)
  static let text = Color(0x1F2328)
  static let quietText = Color(0x59636E)
  static let frame = Color(0x8B949E)
  static let noteLine = Color(0x1F2328, opacity: 0.08)
  static let octaveLine = Color(0x1F2328, opacity: 0.3)
  static let timeLine = Color(0x1F2328, opacity: 0.08)
  static let pitch = Color(0xD9480F)
  /// The green, purple and black of the same set, darkened, and a brown.
  static let otherPitches = [0x00754F, 0x9B2C77, 0x1F2328, 0x7A5B00].map { Color($0) }
  static let pitchCasing = Color(0xFFFFFF, opacity: 0.85)
  static let cloudWash = Color(0xFFFFFF, opacity: 0.6)
  static let unvoiced = Color(0x6E7781)
  static let unvoicedOpacity = 0.3
  static let inTune = Color(0x2DA44E, opacity: 0.14)
  static let level = Color(0x7D8FA3)

  static let title = LabelStyle(size: 17, isBold: true)
  static let subtitle = LabelStyle(size: 11.5, color: quietText)
  static let label = LabelStyle(size: 10.5)
  static let quietLabel = LabelStyle(size: 10.5, color: quietText)
  static let message = LabelStyle(size: 17, isBold: true)
}

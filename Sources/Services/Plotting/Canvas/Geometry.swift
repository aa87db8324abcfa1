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

  /// The position at a share of the width from the left, and a share of the height from the bottom.
  func point(across: Double, up: Double) -> Point {
    Point(x: x + across * width, y: bottom - up * height)
  }

  func overlaps(_ other: Rectangle) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }
}

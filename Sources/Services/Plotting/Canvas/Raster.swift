/// A grid of pixels, row by row from the top.
struct Raster: Sendable {
  let width: Int
  let height: Int
  /// As ``Color/pixel`` has them.
  var pixels: [UInt32]

  /// A raster of clear pixels.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = Array(repeating: 0, count: width * height)
  }
}

import SignalProcessing

/// A colour of the sRGB space; every component is in 0...1.
struct Color: Sendable, Hashable {
  var red: Double
  var green: Double
  var blue: Double
  var opacity = 1.0

  /// Creates the colour that is #RRGGBB on the web.
  init(_ hexadecimal: UInt32, opacity: Double = 1) {
    red = Double(hexadecimal >> 16 & 0xFF) / 255
    green = Double(hexadecimal >> 8 & 0xFF) / 255
    blue = Double(hexadecimal & 0xFF) / 255
    self.opacity = opacity
  }

  /// Creates the sRGB colour nearest to a position in the OKLab space.
  ///
  /// - Parameters:
  ///   - lightness: 0 for black, 1 for white.
  ///   - chroma: 0 for greys.
  ///   - hue: In degrees: 30 is red, 110 yellow, 140 green, 260 blue.
  /// - SeeAlso: B. Ottosson, "A perceptual color space for image processing", 2020,
  ///   [bottosson.github.io](https://bottosson.github.io/posts/oklab/).
  init(lightness: Double, chroma: Double, hue: Double) {
    let a = chroma * Elementary.cos(hue * .pi / 180)
    let b = chroma * Elementary.sin(hue * .pi / 180)
    let long = Self.cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b)
    let medium = Self.cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b)
    let short = Self.cube(lightness - 0.089_484_177_5 * a - 1.291_485_548 * b)
    red = Self.encoded(
      4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short)
    green = Self.encoded(
      -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short)
    blue = Self.encoded(
      -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701 * short)
  }

  /// The colour as a cairo pixel: alpha, red, green and blue, premultiplied by alpha.
  var pixel: UInt32 {
    func byte(_ value: Double) -> UInt32 { UInt32((min(1, max(0, value)) * 255).rounded()) }
    return byte(opacity) << 24 | byte(red * opacity) << 16 | byte(green * opacity) << 8
      | byte(blue * opacity)
  }

  private static func cube(_ x: Double) -> Double { x * x * x }

  /// IEC 61966-2-1: linear light to sRGB.
  private static func encoded(_ linear: Double) -> Double {
    let light = min(1, max(0, linear))
    return light <= 0.003_130_8
      ? 12.92 * light : 1.055 * Elementary.power(light, 1 / 2.4) - 0.055
  }
}

/// Colours for levels: white for quiet, through blue, to nearly black for loud.
///
/// Lightness in the OKLab space falls in equal steps, so that equal distances in level look equal,
/// with any kind of colour vision and in print without colours; orange lines stand out everywhere.
enum ColorScale {
  /// The lightness of the quietest and of the loudest colour.
  static let lightness = (quiet: 1.0, loud: 0.24)

  /// One pixel for each of 256 levels.
  static let pixels: [UInt32] = (0..<256).map { color(at: Double($0) / 255).pixel }

  /// Returns the colour of a position on the scale: 0 for quiet, 1 for loud.
  static func color(at position: Double) -> Color {
    let chroma = 0.42 * position * (1 - 0.72 * position)
    return Color(
      lightness: lightness.quiet + (lightness.loud - lightness.quiet) * position,
      chroma: chroma, hue: 225 + 50 * position)
  }
}

/// Colours that tell things apart: hues as far from each other as possible, equally light.
///
/// A colour is never the only sign: a name or a position tells the same things apart.
struct HueWheel<Key: Hashable & Sendable>: Sendable {
  private let positions: [Key: Int]

  /// - Parameter keys: The things, in the order of their colours; repeated ones count once.
  init(_ keys: [Key]) {
    var positions: [Key: Int] = [:]
    for key in keys where positions[key] == nil { positions[key] = positions.count }
    self.positions = positions
  }

  func color(of key: Key) -> Color {
    guard let position = positions[key] else { return Theme.frame }
    let hue = 255 + 360 * Double(position) / Double(positions.count)
    return Color(lightness: 0.6, chroma: 0.14, hue: hue)
  }
}

extension Color {
  /// The colour, dark enough for small text on white.
  var darkened: Color {
    var color = self
    color.red *= 0.7
    color.green *= 0.7
    color.blue *= 0.7
    return color
  }
}

/// Colours for levels: white for quiet, through blue, to nearly black for loud.
///
/// Lightness in the OKLab space falls in equal steps, so that equal distances in level look equal,
/// with any kind of colour vision and in print without colours; orange lines stand out everywhere.
enum ColorScale {
  /// The lightness of the quietest and of the loudest colour.
  static let lightness = (quiet: 1.0, loud: 0.24)

  /// One pixel for each of 256 levels.
  static let pixels: [UInt32] = (0..<256).map { color(at: Double($0) / 255).pixel }

  /// The colour of a position on the scale: 0 for quiet, 1 for loud.
  static func color(at position: Double) -> Color {
    let chroma = 0.42 * position * (1 - 0.72 * position)
    return Color(
      lightness: lightness.quiet + (lightness.loud - lightness.quiet) * position,
      chroma: chroma, hue: 225 + 50 * position)
  }
}

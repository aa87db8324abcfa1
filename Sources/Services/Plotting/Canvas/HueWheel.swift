/// Colours for things that are told apart: as far from each other as hues can be, equally light.
///
/// A colour never stands alone: a name or a position says the same.
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
  /// Dark enough for small text on white.
  var darkened: Color {
    var color = self
    color.red *= 0.7
    color.green *= 0.7
    color.blue *= 0.7
    return color
  }
}

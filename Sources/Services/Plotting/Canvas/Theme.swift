/// The colours of a picture: dark on white, with one signal colour.
///
/// The orange of M. Okabe and K. Ito's set for all kinds of colour vision, darkened to stand out from
/// white as well.
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

/// A place where something new may start.
struct OnsetCandidate: Sendable {
  /// Which of the four measures notices it. A quicker one stands for the slower ones.
  enum Speed: Int, Sendable {
    /// Wide bands rise within 20 ms: strokes, plucks, claps.
    case quick
    /// Narrow bands rise within 40 ms: a new pitch among those that still sound.
    case tonal
    /// Narrow bands rise and others fall within 100 ms: a slurred note.
    case change
    /// Wide bands rise within 100 ms: bows, winds, voices.
    case slow

    /// The share of the power that must be new: a tremolo, whose level rises but slowly, has none.
    var newShare: Float {
      switch self {
      case .quick: 0.002
      case .tonal, .change: 0.01
      case .slow: 0.1
      }
    }
  }

  /// In seconds from the first sample, to a few hundredths.
  var time: Double
  /// The mean rise of the bands, in powers of ten.
  var strength: Float
  var speed: Speed
  /// True if the sound grows for longer than a hard attack.
  var isSoft = false
  /// The largest mean rise of the narrow bands around its time, in powers of ten.
  var tonalRise: Float = 0
}

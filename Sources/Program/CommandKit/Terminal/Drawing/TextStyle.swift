/// What a piece of text means; the terminal decides how it looks.
///
/// A colour never stands alone: sign, word or position say the same.
package enum TextStyle: Hashable, Sendable {
  case plain
  case strong
  case faint
  case good
  case low
  case high
  case warning
  case faintGood
  case faintLow
  case faintHigh

  /// The parameters of "select graphic rendition", from the 16 colours that every theme adapts.
  var parameters: String {
    switch self {
    case .plain: "0"
    case .strong: "0;1"
    case .faint: "0;2"
    case .good: "0;1;32"
    case .low: "0;1;36"
    case .high: "0;1;33"
    case .warning: "0;1;31"
    case .faintGood: "0;2;32"
    case .faintLow: "0;2;36"
    case .faintHigh: "0;2;33"
    }
  }

  /// The same meaning, fading away.
  package var faded: TextStyle {
    switch self {
    case .good: .faintGood
    case .low: .faintLow
    case .high: .faintHigh
    default: .faint
    }
  }
}

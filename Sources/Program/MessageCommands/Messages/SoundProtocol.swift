package import GgwaveModem

/// By whose rules something is sent.
package enum SendingProtocol: Hashable {
  case kammerton
  case ggwave(GgwaveProtocol)
  case classic
  case classicCorrected

  /// All that can be named.
  package static var all: [SendingProtocol] {
    [.kammerton] + GgwaveProtocol.all.map { .ggwave($0) } + [.classic, .classicCorrected]
  }

  /// The name in options.
  package var name: String {
    switch self {
    case .kammerton: ReceivingProtocol.kammerton.rawValue
    case .ggwave(let ggwave): ggwave.name
    case .classic: ReceivingProtocol.classic.rawValue
    case .classicCorrected: ReceivingProtocol.classicCorrected.rawValue
    }
  }
}

/// By whose rules something is expected.
package enum ReceivingProtocol: String, CaseIterable, Sendable {
  case kammerton
  /// In all of its bands and speeds.
  case ggwave
  case classic
  case classicCorrected = "classic-corrected"
}

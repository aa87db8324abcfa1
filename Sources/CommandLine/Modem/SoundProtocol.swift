import ArgumentParser
import GgwaveModem

/// By whose rules something is sent.
enum SendingProtocol: Hashable {
  case kammerton
  case ggwave(GgwaveProtocol)
  case classic
  case classicCorrected

  init(argument: String) throws {
    let name = argument.lowercased()
    guard let found = Self.all.first(where: { $0.name == name }) else {
      let names = Self.all.map(\.name).joined(separator: ", ")
      throw ValidationError("Write one of \(names).")
    }
    self = found
  }

  private static var all: [SendingProtocol] {
    [.kammerton] + GgwaveProtocol.all.map { .ggwave($0) } + [.classic, .classicCorrected]
  }

  private var name: String {
    switch self {
    case .kammerton: ReceivingProtocol.kammerton.rawValue
    case .ggwave(let ggwave): ggwave.name
    case .classic: ReceivingProtocol.classic.rawValue
    case .classicCorrected: ReceivingProtocol.classicCorrected.rawValue
    }
  }
}

/// By whose rules something is expected.
enum ReceivingProtocol: String, ExpressibleByArgument, CaseIterable {
  case kammerton
  /// In all of its bands and speeds.
  case ggwave
  case classic
  case classicCorrected = "classic-corrected"
}

import ArgumentParser
import AudioDevices
import CommandKit
import GgwaveModem
import SoundModem

/// Parses bands and modes.
enum ModemText {
  static func band(_ argument: String) throws -> ModemBand {
    let letter = argument.uppercased()
    guard let band = ModemBand.allCases.first(where: { String($0.letter) == letter }) else {
      throw ValidationError("Write u (17-19.5 kHz), x (15.5-18 kHz) or a (audible, 2-6.5 kHz).")
    }
    return band
  }

  static func mode(_ argument: String) throws -> ModemMode {
    guard let mode = ModemMode.named(argument.lowercased()) else {
      throw Choices.unknown(argument, among: ModemMode.names)
    }
    return mode
  }
}

/// The option for the peak level of a transmission.
struct ModemLevelOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Peak level in dBFS, -120...0. (default: -6)", valueName: "db"),
    transform: NumberUnit.decibels.number)
  private var level: Double?

  /// The peak, in dBFS.
  var decibels: Double { level ?? Modulator.defaultLevel }
}

/// The band of `pair` and `send`.
struct BandOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Frequencies to use: u (17-19.5 kHz), x (15.5-18 kHz) or a (2-6.5 kHz, audible). \
      (default: u)
      """, valueName: "band"),
    transform: ModemText.band)
  var band: ModemBand?
}

extension ModemMode {
  /// The name of the mode in options and reports.
  var name: String { Self.named.first { $0.mode == self }?.name ?? "" }

  /// The names of all modes, the fastest first.
  static var names: [String] { named.map(\.name) }

  /// Returns the mode with a name in lower case.
  static func named(_ name: String) -> ModemMode? { named.first { $0.name == name }?.mode }

  private static let named: [(name: String, mode: ModemMode)] = [
    ("touch", .touch), ("desk", .desk), ("room", .room), ("far", .far), ("beacon", .beacon),
  ]
}

/// The protocol by which `send` sends.
enum SendingProtocol: Hashable {
  case kammerton
  case ggwave(GgwaveProtocol)
  case classic
  case classicCorrected

  /// Every protocol that `send --protocol` accepts.
  static var all: [SendingProtocol] {
    [.kammerton] + GgwaveProtocol.all.map { .ggwave($0) } + [.classic, .classicCorrected]
  }

  /// The name in options.
  var name: String {
    switch self {
    case .kammerton: ReceivingProtocol.kammerton.rawValue
    case .ggwave(let ggwave): ggwave.name
    case .classic: ReceivingProtocol.classic.rawValue
    case .classicCorrected: ReceivingProtocol.classicCorrected.rawValue
    }
  }
}

/// The protocol that `receive` expects.
enum ReceivingProtocol: String, CaseIterable, Sendable {
  case kammerton
  /// ggwave in all of its bands and speeds.
  case ggwave
  case classic
  case classicCorrected = "classic-corrected"
}

extension SendingProtocol {
  /// Reads any name of a protocol. `ggwave` alone is near-ultrasonic and fast.
  init(argument: String) throws {
    let name = argument.lowercased()
    if name == ReceivingProtocol.ggwave.rawValue {
      self = .ggwave(GgwaveProtocol(band: .ultrasonic, speed: .fast))
    } else if let found = Self.all.first(where: { $0.name == name }) {
      self = found
    } else {
      throw Choices.unknown(argument, among: Self.names)
    }
  }

  /// The names that `send` and `receive` take alike.
  static var names: [String] {
    ReceivingProtocol.allCases.map(\.rawValue) + GgwaveProtocol.all.map(\.name)
  }
}

/// The value of `receive --protocol`.
struct ReceivingChoice: Hashable, Sendable {
  var kind = ReceivingProtocol.kammerton
  /// The only band, for a name with a band. ggwave is received at all speeds of a band.
  var band: ModemBand?

  /// The protocol without the option.
  static let standard = ReceivingChoice()

  private init() {}

  /// Reads any name of a protocol, as `send` does.
  init(argument: String) throws {
    let name = argument.lowercased()
    if let kind = ReceivingProtocol(rawValue: name) {
      self.kind = kind
    } else if let ggwave = GgwaveProtocol.all.first(where: { $0.name == name }) {
      (kind, band) = (.ggwave, ggwave.band == .audible ? .audible : .ultrasonic)
    } else {
      throw Choices.unknown(argument, among: SendingProtocol.names)
    }
  }
}

extension MicrophoneSource {
  /// - Parameter name: Number or part of the name; `nil` for the default one.
  package convenience init(named name: String?) {
    self.init(device: DeviceSelection(name ?? ""), channel: .mix)
  }
}

extension SpeakerSink {
  /// - Parameter name: Number or part of the name; `nil` for the default one.
  package init(named name: String?) {
    self.init(device: DeviceSelection(name ?? ""), channelCount: 1)
  }
}

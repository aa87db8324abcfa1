package import SoundModem

extension ModemMode {
  /// The name of the mode in options and reports.
  package var name: String { Self.named.first { $0.mode == self }?.name ?? "" }

  /// The mode with a name, in small letters.
  package static func named(_ name: String) -> ModemMode? { named.first { $0.name == name }?.mode }

  private static let named: [(name: String, mode: ModemMode)] = [
    ("touch", .touch), ("desk", .desk), ("room", .room), ("far", .far), ("beacon", .beacon),
  ]
}

/// How far a packet shall be heard: the nearer, the faster.
public enum ModemMode: UInt8, Sendable, Hashable, CaseIterable {
  /// Devices that touch each other or a cable: hundreds of bytes a second.
  case touch
  /// Devices on the same desk.
  case desk
  /// Devices in the same room, also while one of them is carried about.
  case room
  /// Across a large or loud room.
  case far
  /// As far as possible, and slowly.
  case beacon
}

extension ModemMode {
  /// The most bytes in one packet.
  public var largestPayload: Int {
    self == .touch || self == .desk
      ? PacketFormat.largestCarrierPayload : PacketFormat.largestTonePayload
  }

  /// The most bytes in one packet of a message in parts, of which a few are the part's header.
  ///
  /// On a desk, shorter packets than the longest ones are enough surer to make up for their number.
  var largestPartPacket: Int { self == .desk ? 131 : largestPayload }
}

extension PacketFormat {
  /// The format of a packet that a mode sends.
  init(mode: ModemMode, isPart: Bool, payloadCount: Int) {
    let body: Body =
      switch mode {
      case .touch: .carriersFast
      case .desk: .carriersMedium
      case .room: .tones16
      case .far: .tones64
      case .beacon: .tones64Repeated
      }
    self.init(body: body, isPart: isPart, payloadCount: payloadCount)
  }

  /// The mode that sends such packets.
  var mode: ModemMode {
    switch body {
    case .carriersFast: .touch
    case .carriersMedium, .carriersSlow: .desk
    case .tones16: .room
    case .tones64: .far
    case .tones64Repeated: .beacon
    }
  }
}

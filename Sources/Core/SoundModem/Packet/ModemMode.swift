/// The speed and reach of a packet: the shorter the distance, the faster.
public enum ModemMode: UInt8, Sendable, Hashable, CaseIterable {
  /// Devices that touch each other or a cable: hundreds of bytes per second.
  case touch
  /// Devices on the same desk.
  case desk
  /// Devices in the same room, even while one of them is carried around.
  case room
  /// Across a large or loud room.
  case far
  /// As far as possible, and slowly.
  case beacon
}

extension ModemMode {
  /// The mode to go on in if nothing arrives in this one; `nil` if there is no surer one that is
  /// fast enough to wait for.
  package var surer: ModemMode? {
    switch self {
    case .touch, .desk: .room
    case .room: .far
    case .far, .beacon: nil
    }
  }

  /// The largest number of bytes in one packet.
  public var largestPayload: Int {
    self == .beacon ? PacketFormat.largestTonePayload : PacketFormat.largestCarrierPayload
  }

  /// The largest number of bytes in one packet of a message in parts, including the part's header.
  ///
  /// On a desk, shorter packets than the longest ones arrive often enough to make up for their
  /// number.
  var largestPartPacket: Int { self == .desk ? 131 : largestPayload }
}

extension PacketFormat {
  /// Creates the format of a packet that a mode sends: a faster one for many bytes than for few.
  init(mode: ModemMode, isPart: Bool, payloadCount: Int) {
    let isShort = payloadCount <= Self.largestTonePayload
    let body: Body =
      switch mode {
      case .touch: .carriersFast
      case .desk: .carriersMedium
      case .room: payloadCount <= Self.largestSurePayload ? .tones16 : .tones8
      case .far: isShort ? .tones32 : .tones16Many
      case .beacon: .tones64
      }
    self.init(body: body, isPart: isPart, payloadCount: payloadCount)
  }

  /// The mode that sends such packets.
  var mode: ModemMode {
    switch body {
    case .carriersFast: .touch
    case .carriersMedium: .desk
    case .tones16, .tones8: .room
    case .tones32, .tones16Many: .far
    case .tones64: .beacon
    }
  }
}

extension ModemMode {
  /// How long a message of unknown distance may take in the mode room, in seconds.
  private static var patience: Double { 10 }
  /// How much longer a message may take if that makes it surer to arrive, in seconds.
  private static var tolerance: Double { 0.1 }

  /// Returns the mode for a payload and a distance.
  ///
  /// It is the fastest mode with this reach, or a more robust mode if the message takes at most 0.1
  /// s longer in it. If the distance is unknown, it is *room* for messages that take at most 10 s
  /// in it, and *desk* for longer ones.
  ///
  /// - Parameters:
  ///   - payloadCount: The number of bytes, in 0...65535.
  ///   - fastest: The fastest mode that reaches from sender to receiver; `nil` if unknown.
  ///   - band: The band to use.
  /// - Returns: A mode that may need several packets.
  public static func recommended(
    payloadCount: Int, atLeast fastest: ModemMode?, band: ModemBand
  ) -> ModemMode {
    guard let fastest else {
      let inRoom = room.duration(ofMessage: payloadCount, band: band)
      return inRoom <= patience ? room : desk
    }
    let limit = fastest.duration(ofMessage: payloadCount, band: band) + tolerance
    // The modes are declared from the fastest to the surest.
    let mode = allCases.last { mode in
      mode.rawValue >= fastest.rawValue
        && mode.duration(ofMessage: payloadCount, band: band) <= limit
    }
    return mode ?? fastest
  }

  /// Returns the duration of a message with its repair parts and gaps, for a distance.
  ///
  /// - Parameters:
  ///   - payloadCount: The number of bytes, in 0...65535.
  ///   - fastest: The fastest mode that reaches from sender to receiver; `nil` if unknown.
  ///   - band: The band to use.
  /// - Returns: Seconds.
  public static func duration(
    ofMessage payloadCount: Int, atLeast fastest: ModemMode?, band: ModemBand
  ) -> Double {
    recommended(payloadCount: payloadCount, atLeast: fastest, band: band)
      .duration(ofMessage: payloadCount, band: band)
  }

  /// Returns the duration of one packet.
  ///
  /// - Parameters:
  ///   - payloadCount: The number of bytes, at most ``largestPayload``.
  ///   - band: The band to use.
  /// - Returns: Seconds.
  public func duration(ofPacket payloadCount: Int, band: ModemBand) -> Double {
    let format = PacketFormat(mode: self, isPart: false, payloadCount: payloadCount)
    let grid = SymbolGrid(band: band)
    let timing = PacketTiming(grid: grid, preamble: format.preamble)
    return Double(timing.end(of: format) + grid.fadeLength) / grid.basebandRate
  }

  /// Returns the duration of a message with its repair parts and gaps, with default settings.
  ///
  /// - Parameters:
  ///   - payloadCount: The number of bytes, in 0...65535.
  ///   - band: The band to use.
  /// - Returns: Seconds.
  public func duration(ofMessage payloadCount: Int, band: ModemBand) -> Double {
    guard payloadCount > largestPayload else {
      return duration(ofPacket: payloadCount, band: band)
    }
    let layout = MessageLayout(payloadCount: payloadCount, packetSize: largestPartPacket)
    let count = OutgoingMessage.packetCount(
      layout, repairShare: OutgoingMessage.defaultRepairShare)
    let packet = duration(ofPacket: PartHeader.byteCount + layout.partSize, band: band)
    return Double(count) * (packet + gap) - gap
  }

  /// The silence between two packets, in seconds, in which a receiver measures the noise.
  public var gap: Double { self == .far || self == .beacon ? 0.04 : 0.08 }
}

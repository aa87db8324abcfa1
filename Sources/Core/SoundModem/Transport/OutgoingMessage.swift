/// A payload of any length, as packets that are ready to send.
///
/// A payload that fits into one packet is sent unchanged. A longer one is divided into parts, and
/// further parts are added to repair losses. Any parts restore the message if there are as many as
/// the message itself has.
///
/// - Complexity: O(*K*²) time for *K* parts.
public struct OutgoingMessage: Sendable {
  /// The largest number of bytes in a message.
  public static var largestPayload: Int { MessageLayout.largestPayload }
  /// The default number of repair parts for each part of the message.
  public static var defaultRepairShare: Double { 0.25 }

  /// The identity of the message; `nil` if it is sent as one packet.
  public let id: MessageID?
  /// The number of bytes.
  public let payloadCount: Int
  /// The mode.
  public private(set) var mode: ModemMode
  /// The band.
  public let band: ModemBand
  private let content: [UInt8]
  private var code: ErasureCode
  private var partNumbers: [UInt16]

  /// Divides a payload into packets for a mode.
  ///
  /// - Parameters:
  ///   - payload: At most ``largestPayload`` bytes; it may be empty.
  ///   - mode: The speed and reach.
  ///   - band: The band to use.
  ///   - repairShare: The number of repair parts for each part of the message, in 0...4; a message
  ///     in parts gets at least one.
  ///   - repetitions: The number of times that everything is sent, 1 or more. A message in parts is
  ///     repeated with new parts, so that each received part is useful.
  ///   - generator: The source of the message's random number.
  /// - Throws: ``ModemError`` if the payload is too long or a parameter is out of its range.
  public init(
    _ payload: [UInt8], mode: ModemMode, band: ModemBand = .ultrasonic,
    repairShare: Double = OutgoingMessage.defaultRepairShare, repetitions: Int = 1,
    using generator: inout some RandomNumberGenerator
  ) throws(ModemError) {
    let isCut = payload.count > mode.largestPayload
    try self.init(
      payload, mode: mode, band: band, packetSize: isCut ? mode.largestPartPacket : nil,
      repairShare: repairShare, repetitions: repetitions, using: &generator)
  }

  /// Divides a payload into packets of at most `packetSize` bytes, or sends it in one.
  init(
    _ payload: [UInt8], mode: ModemMode, band: ModemBand, packetSize: Int?, repairShare: Double,
    repetitions: Int, using generator: inout some RandomNumberGenerator
  ) throws(ModemError) {
    let limit = Self.largestPayload
    guard payload.count <= limit else { throw .payloadTooLong(payload.count, limit: limit) }
    guard (0...4).contains(repairShare) else { throw .repairShareOutOfRange(repairShare) }
    (self.mode, self.band, payloadCount) = (mode, band, payload.count)
    let layout = packetSize.map {
      MessageLayout(payloadCount: payload.count, packetSize: $0)
    }
    let count = Self.packetCount(layout, repairShare: repairShare)
    let most = MessageLayout.partNumberLimit / count
    guard (1...most).contains(repetitions) else {
      throw .repetitionsOutOfRange(repetitions, limit: most)
    }
    if let layout {
      let number = UInt32(truncatingIfNeeded: generator.next() as UInt64)
      id = MessageID(number: number, layout: layout)
      content = layout.content(of: payload)
      code = ErasureCode(positions: (0..<UInt16(layout.neededCount)).map { $0 })
      partNumbers = (0..<UInt16(count * repetitions)).map { $0 }
    } else {
      id = nil
      content = payload
      code = ErasureCode(positions: [])
      partNumbers = Array(repeating: 0, count: repetitions)
    }
  }

  /// Divides a payload into packets, in the mode that suits the payload and the distance.
  ///
  /// - Parameters:
  ///   - payload: At most ``largestPayload`` bytes; it may be empty.
  ///   - fastest: The fastest mode that reaches from sender to receiver; `nil` if unknown.
  ///   - band: The band to use.
  ///   - repairShare: The number of repair parts for each part of the message, in 0...4.
  ///   - repetitions: The number of times that everything is sent, 1 or more.
  ///   - isAnswered: `true` if receivers answer, so that the sender notices that nothing arrives.
  ///   - generator: The source of the message's random number.
  /// - Throws: ``ModemError`` if the payload is too long or a parameter is out of its range.
  /// - SeeAlso: ``ModemMode/recommended(payloadCount:atLeast:band:isAnswered:)``
  public init(
    _ payload: [UInt8], atLeast fastest: ModemMode?, band: ModemBand = .ultrasonic,
    repairShare: Double = OutgoingMessage.defaultRepairShare, repetitions: Int = 1,
    isAnswered: Bool = false, using generator: inout some RandomNumberGenerator
  ) throws(ModemError) {
    let mode = ModemMode.recommended(
      payloadCount: min(payload.count, Self.largestPayload), atLeast: fastest, band: band,
      isAnswered: isAnswered)
    try self.init(
      payload, mode: mode, band: band, repairShare: repairShare, repetitions: repetitions,
      using: &generator)
  }

  /// The number of packets that are sent.
  public var packetCount: Int { partNumbers.count }

  /// The number of packets that restore the message; any of them are suitable.
  public var neededCount: Int { id?.neededCount ?? 1 }

  /// Returns the same message with other parts, for a receiver that requests them.
  ///
  /// - Parameter numbers: The numbers of the parts, in 0...32767, from
  ///   ``MessageAssembler/missingParts(of:)``; parts from ``neededCount`` on replace any others. A
  ///   message of one packet has the part 0 only.
  /// - Returns: A message with the same ``id`` that sends these parts.
  /// - Throws: ``ModemError/partNumberOutOfRange(_:limit:)``.
  public func parts(_ numbers: [Int]) throws(ModemError) -> OutgoingMessage {
    let limit = id == nil ? 1 : MessageLayout.partNumberLimit
    var partNumbers: [UInt16] = []
    for number in numbers {
      guard (0..<limit).contains(number) else {
        throw .partNumberOutOfRange(number, limit: limit - 1)
      }
      partNumbers.append(UInt16(number))
    }
    var message = self
    message.partNumbers = partNumbers
    return message
  }

  /// Goes on in another mode that is no faster: with the same parts, so that those that have
  /// arrived count.
  mutating func move(to mode: ModemMode) {
    assert(mode.rawValue >= self.mode.rawValue, "packets of slower modes need not fit")
    self.mode = mode
  }

  /// All bytes of a message that is sent as one packet.
  var payloadOfPacket: [UInt8] { id == nil ? content : [] }

  /// Returns the bytes of a packet.
  mutating func packet(_ index: Int) -> [UInt8] {
    guard let id else { return content }
    let number = partNumbers[index]
    let header = PartHeader(id: id, partNumber: number).bytes
    guard number >= id.neededCount else {
      let start = Int(number) * id.layout.partSize
      return header + content[start..<start + id.layout.partSize]
    }
    return header + code.part(at: number, from: content)
  }

  /// Returns the number of packets of a message without repetitions.
  static func packetCount(_ layout: MessageLayout?, repairShare: Double) -> Int {
    guard let layout else { return 1 }
    let count = layout.neededCount
    return count + max(1, Int((repairShare * Double(count)).rounded(.up)))
  }
}

extension ModemMode {
  /// The longest duration in the mode room of a message that is answered, in seconds.
  private static var patience: Double { 10 }
  /// The longest additional duration that a more robust mode may cost, in seconds.
  private static var tolerance: Double { 0.1 }

  /// Returns the mode for a payload and a distance.
  ///
  /// It is the fastest mode with this reach, or a more robust mode if the message takes at most 0.1
  /// s longer in it. If the distance is unknown, it is *room*, however long that takes: *desk*
  /// needs devices that carry phases, and many loudspeakers do not. Where receivers answer, a
  /// message that would take over 10 s in *room* begins in *desk*, because a ``SendingDialogue``
  /// goes on in *room* if nothing arrives.
  ///
  /// - Parameters:
  ///   - payloadCount: The number of bytes, in 0...65535.
  ///   - fastest: The fastest mode that reaches from sender to receiver; `nil` if unknown.
  ///   - band: The band to use.
  ///   - isAnswered: `true` if receivers answer.
  /// - Returns: A mode that may need several packets.
  public static func recommended(
    payloadCount: Int, atLeast fastest: ModemMode?, band: ModemBand, isAnswered: Bool = false
  ) -> ModemMode {
    guard let fastest else {
      guard isAnswered else { return room }
      return room.duration(ofMessage: payloadCount, band: band) <= patience ? room : desk
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

/// A payload of any length, as packets that are ready to send.
///
/// A payload that fits into one packet is sent unchanged. A longer one is divided into parts, and
/// further parts are added to repair losses. Any parts restore the message if there are as many as
/// the message itself has.
///
/// - Complexity: O(*K*²) time for *K* parts.
public struct OutgoingMessage: Sendable {
  /// The most bytes in a message.
  public static var largestPayload: Int { MessageLayout.largestPayload }
  /// The default number of repair parts for each part of the message.
  public static var defaultRepairShare: Double { 0.25 }

  /// The identity of the message; `nil` if it is sent as one packet.
  public let id: MessageID?
  /// The number of bytes.
  public let payloadCount: Int
  /// The mode.
  public let mode: ModemMode
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

  /// Cuts a payload into packets of at most some bytes, or sends it in one.
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
  ///   - generator: The source of the message's random number.
  /// - Throws: ``ModemError`` if the payload is too long or a parameter is out of its range.
  /// - SeeAlso: ``ModemMode/recommended(payloadCount:atLeast:band:)``
  public init(
    _ payload: [UInt8], atLeast fastest: ModemMode?, band: ModemBand = .ultrasonic,
    repairShare: Double = OutgoingMessage.defaultRepairShare, repetitions: Int = 1,
    using generator: inout some RandomNumberGenerator
  ) throws(ModemError) {
    let mode = ModemMode.recommended(
      payloadCount: min(payload.count, Self.largestPayload), atLeast: fastest, band: band)
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

  /// All bytes of a message that is sent as one packet.
  var payloadOfPacket: [UInt8] { id == nil ? content : [] }

  /// The bytes of a packet.
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

  /// How many packets are sent once.
  static func packetCount(_ layout: MessageLayout?, repairShare: Double) -> Int {
    guard let layout else { return 1 }
    let count = layout.neededCount
    return count + max(1, Int((repairShare * Double(count)).rounded(.up)))
  }
}

/// An answer of a receiver: a request for a number of further parts (a negative acknowledgement,
/// NACK), or a confirmation of the message (an acknowledgement, ACK).
///
/// It requests a number of parts, not particular ones. Any new part is as good as another, so one
/// answer serves several receivers that lack different parts.
///
/// It is the payload of a packet with the part bit. Bytes 0...2: the number of the message, or, for
/// a single packet, the lower 24 bits of its CRC-32. Bytes 3...4: the number of its bytes. Byte 5:
/// 128, where a part has the highest bits of its number, which are 127 at most. Byte 6: half the
/// size of the parts, 0 for a single packet. Bytes 7...8: the number of the receiver. Bytes 9...10:
/// the number of parts that it has. Bytes 11...12: the number of further parts that it wants; 0
/// means that it has the message. The highest byte comes first.
public struct RepeatRequest: Sendable, Hashable {
  /// The number of bytes, which is always the same.
  package static var byteCount: Int { 13 }
  /// The largest number of parts to ask for, per missing part.
  static var greatestShare: Int { 4 }
  fileprivate static var kind: UInt8 { 0x80 }

  /// The mark of the message.
  package let mark: MessageMark
  /// 16 random bits that identify the receiver.
  package let receiver: UInt16
  /// The number of different parts that the receiver has.
  public let heardCount: Int
  /// The number of further parts that it wants, including parts that will probably be lost.
  public let wantedCount: Int

  /// `true` if the receiver has the message.
  public var isReceipt: Bool { wantedCount == 0 }

  init(mark: MessageMark, receiver: UInt16, heardCount: Int, wantedCount: Int) {
    (self.mark, self.receiver) = (mark, receiver)
    (self.heardCount, self.wantedCount) = (heardCount, wantedCount)
  }

  /// Reads the payload of a packet; `nil` if it is something else, or a request that no receiver
  /// would send.
  ///
  /// - Parameter packet: Any received packet.
  package init?(_ packet: ReceivedPacket) {
    let bytes = packet.payload
    guard packet.isPart, bytes.count == Self.byteCount, bytes[5] == Self.kind else { return nil }
    func number(at index: Int) -> Int { Int(bytes[index]) << 8 | Int(bytes[index + 1]) }
    let mark = MessageMark(
      number: UInt32(bytes[0]) << 16 | UInt32(number(at: 1)), payloadCount: number(at: 3),
      partSize: 2 * Int(bytes[6]))
    guard let mark else { return nil }
    self.init(
      mark: mark, receiver: UInt16(number(at: 7)), heardCount: number(at: 9),
      wantedCount: number(at: 11))
    let missingCount = mark.neededCount - heardCount
    guard missingCount >= 0 else { return nil }
    let most = Self.greatestShare * missingCount
    guard (missingCount...most).contains(wantedCount) else { return nil }
  }

  /// The payload of its packet.
  public var bytes: [UInt8] {
    let half = (mark.layout?.partSize ?? 0) / 2
    var bytes = [UInt8(mark.number >> 16)]
    for number in [Int(mark.number & 0xFFFF), mark.payloadCount, Int(Self.kind) << 8 | half] {
      Self.append(number, to: &bytes)
    }
    for number in [Int(receiver), heardCount, wantedCount] { Self.append(number, to: &bytes) }
    return bytes
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(number >> 8 & 0xFF))
    bytes.append(UInt8(number & 0xFF))
  }
}

/// A request with its band and mode, which are those of its message.
package struct OutgoingRequest: Sendable, Hashable {
  /// The request.
  package let request: RepeatRequest
  /// The band in the spectrum.
  package let band: ModemBand
  /// The speed and reach.
  package let mode: ModemMode

  /// Returns the request as sound.
  ///
  /// - Parameters:
  ///   - proof: Bytes after the request that prove its origin; none by default.
  ///   - level: The peak level, in dBFS, in -120...0.
  ///   - sampleRate: Samples per second, in hertz.
  /// - Returns: The sound.
  /// - Throws: ``ModemError`` if the level is out of its range, or the sample rate is too low for
  ///   the band.
  package func sound(
    proof: [UInt8] = [], level: Double = Modulator.defaultLevel, sampleRate: Double
  ) throws(ModemError) -> Modulator {
    try Modulator(
      request.bytes + proof, isPart: true, mode: mode, band: band, level: level,
      sampleRate: sampleRate)
  }
}

extension ReceivedPacket {
  /// Separates a request from its proof.
  ///
  /// - Parameter byteCount: The number of bytes of the proof.
  /// - Returns: The request without its proof, and the proof; `nil` for any other packet.
  package func request(
    withProofOf byteCount: Int
  ) -> (packet: ReceivedPacket, proof: [UInt8])? {
    let count = RepeatRequest.byteCount
    guard isPart, payload.count == count + byteCount, payload[5] == RepeatRequest.kind else {
      return nil
    }
    let packet = ReceivedPacket(
      payload: Array(payload.prefix(count)), isPart: true, band: band, mode: mode, time: time,
      speed: speed, channel: channel)
    return (packet, Array(payload.dropFirst(count)))
  }
}

/// A packet that a metronome or a page wants to have sent, and where to.
package struct BeatDatagram<Address: Hashable & Sendable>: Sendable, Hashable {
  /// The packet: always ``BeatPacket/byteCount`` bytes.
  package let bytes: [UInt8]
  /// The metronome to send it to; `nil` for none in particular.
  package let address: Address?
  /// Whether it also goes to every place at which a metronome could lead.
  package let isForEverybody: Bool
  private let isAnswer: Bool

  /// Creates a question, a report, or the answer to a report.
  ///
  /// - Parameters:
  ///   - bytes: The packet.
  ///   - address: The metronome to send it to; `nil` for none in particular.
  ///   - isForEverybody: Whether it goes to every place at which a metronome could lead.
  init(_ bytes: [UInt8], to address: Address?, isForEverybody: Bool = false) {
    (self.bytes, self.address, self.isForEverybody, isAnswer) = (
      bytes, address, isForEverybody, false
    )
  }

  /// Creates the answer to a question.
  init(answering packet: BeatPacket, to address: Address) {
    (bytes, self.address, isForEverybody, isAnswer) = (packet.encoded(), address, false, true)
  }

  /// Returns the packet as it leaves: an answer tells when that is.
  ///
  /// - Parameter time: Now, on the sender's clock, in nanoseconds.
  /// - Returns: The bytes.
  package func bytes(leaving time: Int64) -> [UInt8] {
    isAnswer ? BeatPacket.stamped(bytes, answered: time) : bytes
  }

  /// Returns where the packet goes, each address once.
  ///
  /// - Parameter everybody: Every place at which a metronome could lead.
  /// - Returns: The addressed metronome first.
  package func addresses(among everybody: @autoclosure () -> [Address]) -> [Address] {
    guard isForEverybody else { return address.map { [$0] } ?? [] }
    guard let address else { return everybody() }
    return [address] + everybody().filter { $0 != address }
  }
}

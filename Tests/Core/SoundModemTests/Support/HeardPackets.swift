import SignalProcessing

@testable import SoundModem

extension ReceivedPacket {
  /// A packet as if it had been heard.
  static func heard(
    _ payload: [UInt8], isPart: Bool, time: Double = 0, band: ModemBand = .ultrasonic,
    mode: ModemMode = .room, speed: Double = 0, signalToNoise: Double = 10
  ) -> ReceivedPacket {
    ReceivedPacket(
      payload: payload, isPart: isPart, band: band, mode: mode, time: time, speed: speed,
      channel: ChannelQuality(
        signalToNoise: signalToNoise, level: -20, echo: -20, delaySpread: 0))
  }
}

extension OutgoingMessage {
  /// All packets as if they had been heard, one a second.
  func heardPackets(from time: Double = 0) -> [ReceivedPacket] {
    var message = self
    return (0..<packetCount).map { index in
      .heard(
        message.packet(index), isPart: id != nil, time: time + Double(index), band: band,
        mode: mode)
    }
  }
}

/// A message with a number drawn from a seed, cut into packets of 63 bytes whatever the mode.
func outgoing(
  _ payload: [UInt8], mode: ModemMode = .room, repairShare: Double = 0.25, repetitions: Int = 1,
  seed: UInt64 = 1
) throws -> OutgoingMessage {
  var generator = SeededGenerator(seed: seed)
  return try OutgoingMessage(
    payload, mode: mode, band: .ultrasonic, packetSize: payload.count > 63 ? 63 : nil,
    repairShare: repairShare, repetitions: repetitions, using: &generator)
}

/// What an assembler tells about some packets.
func events(
  _ packets: [ReceivedPacket], _ assembler: inout MessageAssembler
) -> [MessageEvent] {
  var events: [MessageEvent] = []
  for packet in packets {
    assembler.append(packet)
    while let event = assembler.next() { events.append(event) }
  }
  return events
}

extension [MessageEvent] {
  /// The payloads that were delivered.
  var payloads: [[UInt8]] { messages.map(\.payload) }

  /// The messages that were delivered.
  var messages: [ReceivedMessage] {
    compactMap { if case .message(let message) = $0 { message } else { nil } }
  }

  /// How much had arrived, at each new part.
  var progress: [MessageProgress] {
    compactMap { if case .progress(let progress) = $0 { progress } else { nil } }
  }

  /// Why messages were given up.
  var reasons: [MessageEvent.AbandonReason] {
    compactMap { if case .abandoned(_, let reason) = $0 { reason } else { nil } }
  }
}

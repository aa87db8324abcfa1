/// An event of a message receiver.
public enum MessageEvent: Sendable, Equatable {
  /// A packet arrived, whatever becomes of it.
  case packet(ReceivedPacket)
  /// A packet was detected, but not received.
  case lost(LostPacket)
  /// A new part of a message arrived, and more are needed.
  case progress(MessageProgress)
  /// A message arrived completely.
  case message(ReceivedMessage)
  /// A message that had begun to arrive was given up.
  case abandoned(MessageProgress, AbandonReason)

  /// The reason why a message was given up.
  public enum AbandonReason: UInt8, Sendable, Hashable, CaseIterable {
    /// No part of it arrived within ``MessageAssembler/Settings/timeout``.
    case timedOut
    /// Too many other messages arrived in the meantime.
    case crowdedOut
    /// Its check failed: parts of two messages, or forged ones.
    case damaged
  }
}

/// The progress of a message.
public struct MessageProgress: Sendable, Equatable {
  /// The identity of the message.
  public let id: MessageID
  /// The number of different parts that have arrived.
  public internal(set) var heardCount: Int
  /// The band in which the last part arrived.
  public internal(set) var band: ModemBand
  /// The mode in which the last part was sent.
  public internal(set) var mode: ModemMode
  /// When the first part that arrived began, in seconds since the first sample.
  public package(set) var time: Double
  /// When the last part that arrived began, in seconds since the first sample.
  public package(set) var lastTime: Double

  /// The number of different parts that restore the message; any of them are suitable.
  public var neededCount: Int { id.neededCount }
}

/// A message that arrived completely.
public struct ReceivedMessage: Sendable, Equatable {
  /// The sent bytes.
  public let payload: [UInt8]
  /// The identity of the message; `nil` if it came in one packet.
  public let id: MessageID?
  /// The number of packets from which it was assembled.
  public let packetCount: Int
  /// The band in which the last of them arrived.
  public let band: ModemBand
  /// The mode in which the last of them was sent.
  public let mode: ModemMode
  /// When the first of them began, in seconds since the first sample.
  public package(set) var time: Double
  /// When the last of them began, in seconds since the first sample.
  public package(set) var lastTime: Double
  /// The mean speed at which sender and receiver approached each other, in metres per second.
  public let speed: Double
  /// How well the last of them arrived, with the mean signal-to-noise ratio.
  public let channel: ChannelQuality

  /// The mean signal-to-noise ratio within the band, in decibels.
  public var signalToNoise: Double { channel.signalToNoise }

  /// The mark of the message in requests.
  public var mark: MessageMark { id.map { MessageMark($0) } ?? MessageMark(packet: payload) }
}

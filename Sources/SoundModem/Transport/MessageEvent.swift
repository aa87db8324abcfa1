/// What a receiver of messages tells.
public enum MessageEvent: Sendable, Equatable {
  /// A packet arrived, whatever becomes of it.
  case packet(ReceivedPacket)
  /// A new part of a message arrived, and more are needed.
  case progress(MessageProgress)
  /// A message arrived whole.
  case message(ReceivedMessage)
  /// A message that had begun to arrive was given up.
  case abandoned(MessageProgress, AbandonReason)

  /// Why a message was given up.
  public enum AbandonReason: UInt8, Sendable, Hashable, CaseIterable {
    /// No part of it was heard for the time that ``MessageAssembler/Settings/timeout`` allows.
    case timedOut
    /// Too many other messages were heard meanwhile.
    case crowdedOut
    /// Its check failed: parts of two messages, or forged ones.
    case damaged
  }
}

/// How much of a message has arrived.
public struct MessageProgress: Sendable, Equatable {
  /// Tells the message from others.
  public let id: MessageID
  /// How many different parts have arrived.
  public internal(set) var heardCount: Int
  /// The band in which the last part arrived.
  public internal(set) var band: ModemBand
  /// The mode in which the last part was sent.
  public internal(set) var mode: ModemMode
  /// When the first part that arrived began, in seconds since the first sample.
  public let time: Double
  /// When the last part that arrived began, in seconds since the first sample.
  public internal(set) var lastTime: Double

  /// How many different parts restore the message; any will do.
  public var neededCount: Int { id.neededCount }
}

/// A message that arrived whole.
public struct ReceivedMessage: Sendable, Equatable {
  /// The bytes, as they were sent.
  public let payload: [UInt8]
  /// Tells the message from others; `nil` if it came in one packet.
  public let id: MessageID?
  /// The number of packets from which it was made.
  public let packetCount: Int
  /// The band in which the last of them arrived.
  public let band: ModemBand
  /// The mode in which the last of them was sent.
  public let mode: ModemMode
  /// When the first of them began, in seconds since the first sample.
  public let time: Double
  /// When the last of them began, in seconds since the first sample.
  public let lastTime: Double
  /// The mean speed at which sender and receiver approached each other, in metres a second.
  public let speed: Double
  /// The mean of signal over noise within the band, in decibels.
  public let signalToNoise: Double

  /// What requests call it.
  public var mark: MessageMark { id.map { MessageMark($0) } ?? MessageMark(packet: payload) }
}

/// Receives messages, in one band or in several at once.
///
/// ```swift
/// var receiver = try MessageReceiver(sampleRate: 48_000)
/// receiver.append(block)
/// while let event = receiver.next() {
///   if case .message(let message) = event { use(message.payload) }
/// }
/// ```
///
/// The size of the blocks does not change the result by a single bit.
///
/// - Complexity: O(1) time per sample and constant memory, whatever the sound, as long as events
///   are read.
public struct MessageReceiver: Sendable {
  /// The interval at which packets are fetched, in samples.
  private static var stride: Int64 { 512 }

  /// Samples per second, in hertz.
  public let sampleRate: Double
  private var demodulators: [Demodulator] = []
  private var assembler: MessageAssembler
  private var position: Int64 = 0

  /// Plans a receiver.
  ///
  /// - Parameters:
  ///   - bands: The bands to receive; if empty, all bands that the sample rate supports.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - settings: The limits of memory and time for messages in parts.
  /// - Throws: ``ModemError/cannotHearBand(_:sampleRate:)`` if the sample rate is too low for a
  ///   requested band, or for every band; ``ModemError/invalidSampleRate(_:)`` if it is not a
  ///   sample rate.
  public init(
    bands: [ModemBand] = [], sampleRate: Double,
    settings: MessageAssembler.Settings = MessageAssembler.Settings()
  ) throws(ModemError) {
    self.sampleRate = sampleRate
    assembler = MessageAssembler(settings: settings)
    for band in ModemBand.allCases {
      let isHeard = band == .audible || sampleRate >= band.lowestSampleRate
      guard bands.isEmpty ? isHeard : bands.contains(band) else { continue }
      demodulators.append(try Demodulator(band: band, sampleRate: sampleRate))
    }
  }

  /// The bands that are received.
  public var bands: [ModemBand] { demodulators.map { $0.band } }

  /// The time up to which sound has been processed, in seconds.
  public var time: Double { Double(position) / sampleRate }

  /// The number of samples that were not finite and counted as silence.
  public var rejectedSampleCount: Int64 { demodulators.first?.rejectedSampleCount ?? 0 }

  /// The number of packets that claim to be parts, but cannot be.
  package var rejectedPacketCount: Int64 { assembler.rejectedPacketCount }

  /// The messages of which parts have arrived, with the most recent one at the end.
  public var openMessages: [MessageProgress] { assembler.openMessages }

  /// Returns the fewest parts that complete a message, to request from its sender.
  ///
  /// - Parameter id: The message.
  /// - Returns: Numbers for ``OutgoingMessage/parts(_:)``; none if the message is not open.
  public func missingParts(of id: MessageID) -> [Int] { assembler.missingParts(of: id) }

  /// Processes samples.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: Span<Float>) {
    var start = 0
    while start < block.count {
      let rest = Int(Self.stride - position % Self.stride)
      let end = min(start + rest, block.count)
      let piece = block.extracting(start..<end)
      for index in demodulators.indices { demodulators[index].append(piece) }
      position += Int64(end - start)
      start = end
      if position % Self.stride == 0 { fetch() }
    }
  }

  /// Processes samples, in an array.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: [Float]) { append(block.span) }

  /// Processes the silence that the last packet needs to be complete, at the end of a recording.
  ///
  /// Messages that still lack parts remain in ``openMessages``.
  public mutating func finish() {
    for index in demodulators.indices { demodulators[index].finish() }
    fetch()
  }

  /// Returns the next event, in chronological order.
  ///
  /// - Returns: The event; `nil` until more samples arrive.
  public mutating func next() -> MessageEvent? { assembler.next() }

  private mutating func fetch() {
    for index in demodulators.indices {
      while let packet = demodulators[index].next() { assembler.append(packet) }
      if let packet = demodulators[index].nextLoss() { assembler.append(packet) }
    }
    assembler.advance(to: time)
  }
}

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
  /// The time at which the first part that arrived began, in seconds since the first sample.
  public package(set) var time: Double
  /// The time at which the last part that arrived began, in seconds since the first sample.
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
  /// The time at which the first of them began, in seconds since the first sample.
  public package(set) var time: Double
  /// The time at which the last of them began, in seconds since the first sample.
  public package(set) var lastTime: Double
  /// The mean speed at which sender and receiver approached each other, in metres per second.
  public let speed: Double
  /// The quality of the channel of the last of them, with the mean signal-to-noise ratio.
  public let channel: ChannelQuality

  /// The mean signal-to-noise ratio within the band, in decibels.
  public var signalToNoise: Double { channel.signalToNoise }

  /// The mark of the message in requests.
  package var mark: MessageMark { id.map { MessageMark($0) } ?? MessageMark(packet: payload) }
}

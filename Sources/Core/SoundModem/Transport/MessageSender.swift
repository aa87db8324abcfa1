public import ToneGeneration

/// Plays a message as sound: its packets, with a short silence between two of them.
///
/// ```swift
/// var generator = SystemRandomNumberGenerator()
/// var sender = try MessageSender(payload, sampleRate: 48_000, using: &generator)
/// let samples = sender.render(frameCount: 4096)  // until there are none
/// ```
///
/// To repeat a message, or to send the parts that a receiver still lacks, create an
/// ``OutgoingMessage`` first.
///
/// The sizes of the blocks do not change the sound by a single bit. Unlike other sounds, it
/// allocates whenever a packet begins, so render it ahead of time, and not on the thread of a
/// device.
///
/// - Complexity: O(1) per sample, and O(*K* *S*) for a packet of *S* bytes of a message of *K*
///   parts.
public struct MessageSender: SoundRendering {
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// One channel.
  public var channelCount: Int { 1 }
  /// The number of samples of all packets, including the gaps.
  public let count: Int64
  /// The number of packets that have begun.
  public private(set) var startedPacketCount = 0
  /// The message to send.
  public private(set) var message: OutgoingMessage
  private let level: Double
  private let gap: Int64
  private var modulator: Optional<Modulator>
  private var position: Int64 = 0
  /// The number of samples rendered of the current packet and the gap after it.
  private var cyclePosition: Int64 = 0

  /// Plans the sound of a message.
  ///
  /// - Parameters:
  ///   - message: The message to send.
  ///   - level: The peak level, in dBFS, in -120...0.
  ///   - gap: The silence between two packets, in seconds, in 0...60; by default the
  ///     ``ModemMode/gap`` of the mode. With shorter gaps, receivers may miss packets.
  ///   - sampleRate: Samples per second, in hertz; at least the band's
  ///     ``ModemBand/lowestSampleRate``.
  /// - Throws: ``ModemError`` if a parameter is out of its range.
  public init(
    _ message: OutgoingMessage, level: Double = Modulator.defaultLevel,
    gap: Double? = nil, sampleRate: Double
  ) throws(ModemError) {
    let gap = gap ?? message.mode.gap
    guard (0...60).contains(gap) else { throw .gapOutOfRange(gap) }
    // All packets have as many bytes as any of them.
    let size = (message.id?.layout.partSize).map { $0 + PartHeader.byteCount }
    let any = [UInt8](repeating: 0, count: size ?? message.payloadCount)
    let packet = try Self.modulator(any, of: message, level: level, sampleRate: sampleRate)
    self.gap = Int64((gap * sampleRate).rounded())  // a rate that a modulator has accepted
    count =
      Int64(message.packetCount) * packet.count + Int64(max(0, message.packetCount - 1)) * self.gap
    (self.message, self.level, self.sampleRate) = (message, level, sampleRate)
    modulator = nil
  }

  /// Plans the sound of a payload, in the mode that suits the payload and the distance.
  ///
  /// - Parameters:
  ///   - payload: At most ``OutgoingMessage/largestPayload`` bytes; it may be empty.
  ///   - fastest: The fastest mode that reaches from sender to receiver; `nil` if unknown.
  ///   - band: The band to use.
  ///   - level: The peak level, in dBFS, in -120...0.
  ///   - sampleRate: Samples per second, in hertz; at least the band's
  ///     ``ModemBand/lowestSampleRate``.
  ///   - generator: The source of the message's random number.
  /// - Throws: ``ModemError`` if the payload is too long or a parameter is out of its range.
  public init(
    _ payload: [UInt8], atLeast fastest: ModemMode? = nil, band: ModemBand = .ultrasonic,
    level: Double = Modulator.defaultLevel, sampleRate: Double,
    using generator: inout some RandomNumberGenerator
  ) throws(ModemError) {
    let message = try OutgoingMessage(payload, atLeast: fastest, band: band, using: &generator)
    try self.init(message, level: level, sampleRate: sampleRate)
  }

  /// The duration of all packets, including the gaps, in seconds.
  public var duration: Double { Double(count) / sampleRate }

  private static func modulator(
    _ bytes: [UInt8], of message: OutgoingMessage, level: Double, sampleRate: Double
  ) throws(ModemError) -> Modulator {
    try Modulator(
      bytes, isPart: message.id != nil, mode: message.mode, band: message.band, level: level,
      sampleRate: sampleRate)
  }

  /// Replaces the contents of a block with the next samples.
  ///
  /// - Parameter interleaved: The block to fill, any size.
  /// - Returns: The number of rendered samples: fewer than requested only at the end of the
  ///   message.
  public mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    let rendered = Int(min(Int64(interleaved.count), count - position))
    var index = 0
    while index < rendered {
      if cyclePosition == 0 { beginPacket() }
      let packet = modulator?.count ?? 0
      let isPacket = cyclePosition < packet
      let length = Int(
        min(Int64(rendered - index), (isPacket ? packet : packet + gap) - cyclePosition))
      if isPacket {
        _ = modulator?.render(into: &interleaved, at: index..<index + length)
      } else {
        for silent in index..<index + length { interleaved[silent] = 0 }
      }
      index += length
      position += Int64(length)
      cyclePosition += Int64(length)
      if cyclePosition == packet + gap { cyclePosition = 0 }
    }
    for silent in rendered..<interleaved.count { interleaved[silent] = 0 }
    return rendered
  }

  private mutating func beginPacket() {
    let bytes = message.packet(startedPacketCount)
    // `init` has tried all that could throw.
    modulator = try? Self.modulator(bytes, of: message, level: level, sampleRate: sampleRate)
    startedPacketCount += 1
  }
}

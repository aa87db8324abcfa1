/// A payload that arrived completely.
public struct ReceivedPacket: Sendable, Equatable {
  /// The sent bytes.
  public let payload: [UInt8]
  /// Whether the bytes are a part of a longer payload, which a ``MessageAssembler`` puts together.
  public let isPart: Bool
  /// The band.
  public let band: ModemBand
  /// The mode in which it was sent.
  public let mode: ModemMode
  /// When it began, in seconds since the first sample.
  public package(set) var time: Double
  /// The speed at which sender and receiver approach each other, in metres per second. It includes
  /// the difference of their clocks: 200 ppm are 0.07 m/s.
  public let speed: Double
  /// How well it arrived.
  public let channel: ChannelQuality

  /// Signal over noise within the band, in decibels.
  public var signalToNoise: Double { channel.signalToNoise }
}

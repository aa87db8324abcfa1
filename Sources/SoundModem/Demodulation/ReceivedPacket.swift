/// A payload that arrived whole.
public struct ReceivedPacket: Sendable, Equatable {
  /// The bytes, as they were sent.
  public let payload: [UInt8]
  /// Whether the bytes are a part of a longer payload, which a ``MessageAssembler`` puts together.
  public let isPart: Bool
  /// The band.
  public let band: ModemBand
  /// The mode in which it was sent.
  public let mode: ModemMode
  /// When it began, in seconds since the first sample.
  public let time: Double
  /// The speed at which sender and receiver approach each other, in metres a second, with the
  /// difference of their clocks: 0.07 m/s are 200 ppm.
  public let speed: Double
  /// Signal over noise within the band, in decibels.
  public let signalToNoise: Double
}

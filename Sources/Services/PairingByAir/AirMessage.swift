public import SoundModem

/// The sound settings for the messages of a pairing.
public struct PairingAir: Sendable, Hashable {
  /// Where in the spectrum. Both devices need the same.
  public var band: ModemBand
  /// The speed and reach. Each device may have its own.
  public var mode: ModemMode
  /// The peak level of the messages, in dBFS, in -120...0.
  public var level: Double

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - band: The band; 17.0-19.5 kHz by default.
  ///   - mode: The speed and reach; *room* by default.
  ///   - level: The peak level of the messages, in dBFS, in -120...0.
  public init(
    band: ModemBand = .ultrasonic, mode: ModemMode = .room, level: Double = Modulator.defaultLevel
  ) {
    (self.band, self.mode, self.level) = (band, mode, level)
  }
}

/// A message that is ready to be played, at whatever sample rate the loudspeaker has.
public struct AirMessage: Sendable, Equatable {
  /// The bytes of the message.
  public let bytes: [UInt8]
  /// The sound settings.
  public let air: PairingAir

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - bytes: At most 63 bytes.
  ///   - air: The sound settings.
  public init(_ bytes: [UInt8], air: PairingAir) {
    (self.bytes, self.air) = (bytes, air)
  }

  /// Returns the message as sound.
  ///
  /// - Parameter sampleRate: Samples per second, in hertz.
  /// - Returns: The sound.
  /// - Throws: ``SoundModem/ModemError`` if the sample rate is too low for the band, or the level
  ///   is out of its range.
  public func sound(sampleRate: Double) throws(ModemError) -> Modulator {
    try Modulator(
      bytes, mode: air.mode, band: air.band, level: air.level, sampleRate: sampleRate)
  }
}

public import SoundModem

/// How the messages of a pairing go through the air.
public struct PairingAir: Sendable, Hashable {
  /// Where in the spectrum. Both devices need the same.
  public var band: ModemBand
  /// How far it shall be heard. Each device may have its own.
  public var mode: ModemMode
  /// The peak level of what is said, in dBFS, in -120...0.
  public var level: Double

  /// Chooses.
  ///
  /// - Parameters:
  ///   - band: Where in the spectrum; 17.0-19.5 kHz by default.
  ///   - mode: How far it shall be heard; in the room by default.
  ///   - level: The peak level of what is said, in dBFS, in -120...0.
  public init(
    band: ModemBand = .ultrasonic, mode: ModemMode = .room, level: Double = Modulator.defaultLevel
  ) {
    (self.band, self.mode, self.level) = (band, mode, level)
  }
}

/// A message that is ready to be played, at whatever sample rate the loudspeaker has.
public struct AirMessage: Sendable, Equatable {
  /// What is said.
  public let bytes: [UInt8]
  /// How.
  public let air: PairingAir

  /// Takes a message.
  ///
  /// - Parameters:
  ///   - bytes: At most 63.
  ///   - air: How it is said.
  public init(_ bytes: [UInt8], air: PairingAir) {
    (self.bytes, self.air) = (bytes, air)
  }

  /// Renders it.
  ///
  /// - Parameter sampleRate: Samples per second, in hertz.
  /// - Returns: The sound.
  /// - Throws: ``SoundModem/ModemError`` if the sample rate cannot carry the band, or the level is out
  ///   of its range.
  public func sound(sampleRate: Double) throws(ModemError) -> Modulator {
    try Modulator(
      bytes, mode: air.mode, band: air.band, level: air.level, sampleRate: sampleRate)
  }
}

/// How well the sound of a packet got from the loudspeaker to the microphone.
///
/// The delays and the echo come from the chirps of its preamble, which arrive once for each way
/// through the room. Reverberation without distinct arrivals does not count in them.
public struct ChannelQuality: Sendable, Equatable {
  /// Signal over noise within the band, in decibels.
  public var signalToNoise: Double
  /// The root mean square level of the tones within the band, in dBFS, at least -120.
  public var level: Double
  /// The power of all arrivals more than a millisecond before or after the strongest one, over the
  /// power of that one, in decibels, at least -20.
  ///
  /// Too low by 1 to 4 dB, because the chirps are whitened before they are matched.
  public var echo: Double
  /// The root mean square delay spread of the arrivals, weighted with their power, in seconds.
  public var delaySpread: Double

  /// What to think of the channel.
  public enum Verdict: UInt8, Sendable, Hashable, CaseIterable {
    /// The mode suits it.
    case good
    /// The packet hardly rises above the noise.
    case faint
    /// The arrivals interfere with each other, or with those of the symbol before.
    case echoing
  }

  /// Judges whether the channel suits a mode.
  ///
  /// A packet is faint 3 to 6 dB above the least signal with which packets of 16 bytes arrive in white
  /// noise. An echo is strong above -10 dB for the carriers of *touch* and *desk*, whose guard interval
  /// is short, and above -3 dB for the tones of the other modes.
  ///
  /// - Parameter mode: The mode of the packet.
  /// - Returns: The verdict.
  public func verdict(in mode: ModemMode) -> Verdict {
    let (faintest, loudest): (Double, Double) =
      switch mode {
      case .touch: (15, -10)
      case .desk: (9, -10)
      case .room, .far, .beacon: (1, -3)
      }
    return signalToNoise < faintest ? .faint : echo > loudest ? .echoing : .good
  }
}

/// A payload that arrived completely.
public struct ReceivedPacket: Sendable, Equatable {
  /// The sent bytes.
  public let payload: [UInt8]
  /// `true` if the bytes are a part of a longer payload, which a ``MessageAssembler`` restores.
  public let isPart: Bool
  /// The band.
  public let band: ModemBand
  /// The mode in which it was sent.
  public let mode: ModemMode
  /// The time at which it began, in seconds since the first sample.
  public package(set) var time: Double
  /// The speed at which sender and receiver approach each other, in metres per second. It includes
  /// the difference of their clocks: 200 ppm are 0.07 m/s.
  public let speed: Double
  /// The quality of its channel.
  public let channel: ChannelQuality

  /// The signal-to-noise ratio within the band, in decibels.
  public var signalToNoise: Double { channel.signalToNoise }
}

/// The quality of the channel from the loudspeaker to the microphone, as measured with a packet.
///
/// The delays and the echo come from the chirps of its preamble, which arrive once for each path
/// through the room. Reverberation without distinct arrivals does not count in them.
public struct ChannelQuality: Sendable, Equatable {
  /// The signal-to-noise ratio within the band, in decibels.
  public var signalToNoise: Double
  /// The root mean square level of the tones within the band, in dBFS, at least -120.
  public var level: Double
  /// The ratio of the power of all arrivals more than a millisecond before or after the strongest
  /// one to the power of that one, in decibels, at least -20.
  ///
  /// Too low by 1 to 4 dB, because the chirps are whitened before they are matched.
  public var echo: Double
  /// The root mean square delay spread of the arrivals, weighted with their power, in seconds.
  public var delaySpread: Double

  /// A judgement of the channel.
  package enum Verdict: UInt8, Sendable, Hashable, CaseIterable {
    /// The mode suits it.
    case good
    /// The packet hardly rises above the noise.
    case faint
    /// The arrivals interfere with each other, or with those of the symbol before.
    case echoing
  }

  /// Judges whether the channel suits a mode.
  ///
  /// A packet is faint 3 to 6 dB above the lowest signal with which packets of 16 bytes arrive in
  /// white noise. An echo is strong above -10 dB for the carriers of *touch* and *desk*, whose
  /// guard interval is short, and above -3 dB for the tones of the other modes.
  ///
  /// - Parameter mode: The mode of the packet.
  /// - Returns: The verdict.
  package func verdict(in mode: ModemMode) -> Verdict {
    let (faintest, loudest): (Double, Double) =
      switch mode {
      case .touch: (15, -10)
      case .desk: (9, -10)
      case .room, .far, .beacon: (1, -3)
      }
    return signalToNoise < faintest ? .faint : echo > loudest ? .echoing : .good
  }
}

/// A packet whose preamble was clear, but that could not be read.
public struct LostPacket: Sendable, Equatable {
  /// The band.
  public let band: ModemBand
  /// The mode in which it was probably sent.
  public let mode: ModemMode
  /// The time at which it began, in seconds since the first sample.
  public package(set) var time: Double
  /// The quality of its channel.
  public let channel: ChannelQuality
}

/// Stores the clearest failed attempt until no packet can still be read around it.
///
/// Most failures do not mean a lost packet: each header has several readings, and a packet's own
/// tones look like further preambles.
struct FailedAttempts: Sendable {
  /// The lowest score that hardly any other sound reaches: music and whistles reach half of it.
  private static var leastScore: Float { 2000 }

  private var clearest: LostPacket?
  private var score = leastScore
  private var start: Int64 = 0
  private var end: Int64 = 0
  /// The end of the last packet that was read or reported.
  private var lastEnd = Int64.min

  /// Returns `true` if a failure is worth measuring.
  func wants(_ attempt: PacketAttempt) -> Bool {
    attempt.candidate.score > score && Int64(attempt.candidate.start) >= lastEnd
  }

  /// Stores a failure that is wanted.
  mutating func insert(_ attempt: PacketAttempt, _ packet: LostPacket) {
    (clearest, score) = (packet, attempt.candidate.score)
    (start, end) = (Int64(attempt.candidate.start), attempt.end)
  }

  /// Forgets the failures around a packet that was read.
  mutating func remove(around attempt: PacketAttempt) {
    lastEnd = attempt.end
    if start < attempt.end, end > Int64(attempt.candidate.start) { forget() }
  }

  private mutating func forget() { (clearest, score) = (nil, Self.leastScore) }

  /// Returns the failure, once no attempt that began before its end is still open.
  mutating func next(before position: Int64, _ open: [PacketAttempt]) -> LostPacket? {
    guard clearest != nil, end < position else { return nil }
    for attempt in open where Int64(attempt.candidate.start) < end { return nil }
    lastEnd = end
    defer { forget() }
    return clearest
  }
}

/// A packet whose preamble was clear, but that could not be read.
public struct LostPacket: Sendable, Equatable {
  /// The band.
  public let band: ModemBand
  /// The mode in which it was probably sent.
  public let mode: ModemMode
  /// When it began, in seconds since the first sample.
  public let time: Double
  /// How well it arrived.
  public let channel: ChannelQuality
}

/// Keeps the clearest attempt of those that failed, until no packet can still be read around it.
///
/// Most failures are none of a packet: each header has several readings, and a packet's own tones
/// look like further preambles.
struct FailedAttempts: Sendable {
  /// The least score of a preamble that is hardly another sound: music and whistles reach half of it.
  private static var leastScore: Float { 2000 }

  private var clearest: Optional<(attempt: PacketAttempt, channel: ChannelQuality)> = nil
  /// Where the last packet that was read or reported ended.
  private var lastEnd = Int64.min

  /// Whether a failure is worth its measurement.
  func wants(_ attempt: PacketAttempt) -> Bool {
    let score = clearest.map { $0.attempt.candidate.score } ?? Self.leastScore
    return attempt.candidate.score > score && Int64(attempt.candidate.start) >= lastEnd
  }

  /// Takes a failure that is wanted.
  mutating func insert(_ attempt: PacketAttempt, _ channel: ChannelQuality) {
    clearest = (attempt, channel)
  }

  /// Forgets the failures around a packet that was read.
  mutating func remove(around attempt: PacketAttempt) {
    lastEnd = attempt.end
    guard let other = clearest?.attempt else { return }
    let begins = Int64(other.candidate.start) < attempt.end
    if begins, other.end > Int64(attempt.candidate.start) { clearest = nil }
  }

  /// The failure, once nothing that began before its end is still open.
  mutating func next(
    before end: Int64, _ open: [PacketAttempt]
  ) -> (attempt: PacketAttempt, channel: ChannelQuality)? {
    guard let result = clearest, result.attempt.end < end else { return nil }
    let lastEnd = result.attempt.end
    guard !open.contains(where: { Int64($0.candidate.start) < lastEnd }) else { return nil }
    (clearest, self.lastEnd) = (nil, lastEnd)
    return result
  }
}

/// A packet whose preamble was clear, but that could not be read.
public struct LostPacket: Sendable, Equatable {
  /// The band.
  public let band: ModemBand
  /// The mode in which it was probably sent.
  public let mode: ModemMode
  /// When it began, in seconds since the first sample.
  public package(set) var time: Double
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

  private var clearest: LostPacket?
  private var score = leastScore
  private var start: Int64 = 0
  private var end: Int64 = 0
  /// Where the last packet that was read or reported ended.
  private var lastEnd = Int64.min

  /// Whether a failure is worth its measurement.
  func wants(_ attempt: PacketAttempt) -> Bool {
    attempt.candidate.score > score && Int64(attempt.candidate.start) >= lastEnd
  }

  /// Takes a failure that is wanted.
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

  /// The failure, once nothing that began before its end is still open.
  mutating func next(before position: Int64, _ open: [PacketAttempt]) -> LostPacket? {
    guard clearest != nil, end < position else { return nil }
    for attempt in open where Int64(attempt.candidate.start) < end { return nil }
    lastEnd = end
    defer { forget() }
    return clearest
  }
}

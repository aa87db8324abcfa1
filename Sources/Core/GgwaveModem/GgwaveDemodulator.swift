internal import SignalProcessing

/// A payload that arrived in ggwave's format.
///
/// ggwave has no check for a payload. A few wrong bytes are corrected. If many are wrong, most
/// packets are dropped, but some are delivered wrong.
public struct GgwavePacket: Sendable, Equatable {
  /// The bytes, probably those that were sent.
  public let payload: [UInt8]
  /// The protocol in which it was sent.
  public let ggwave: GgwaveProtocol
  /// The time at which the packet began, in seconds since the first sample.
  public let time: Double
  /// The number of corrected bytes.
  public let correctedByteCount: Int
  /// The signal-to-noise ratio within the 4.5 kHz of the band, in decibels.
  public let signalToNoise: Double
}

/// Receives ggwave's packets of variable length, at all three speeds, in one of its bands.
///
/// ```swift
/// var demodulator = try GgwaveDemodulator(band: .ultrasonic, sampleRate: 44_100)
/// demodulator.append(block)
/// while let packet = demodulator.next() { use(packet.payload) }
/// ```
///
/// It may deliver wrong data, because ggwave has no check, so use it only if someone sends in this
/// format. The size of the blocks does not change the result by a single bit. Samples that are not
/// finite count as silence.
///
/// - Complexity: O(1) time per sample and constant memory, whatever the sound.
public struct GgwaveDemodulator: Sendable {
  /// The largest number of packets that are followed at once, and stored for ``next()``.
  private static var capacity: Int { 48 }

  private typealias Rival = (reading: GgwaveReading, attempt: GgwaveAttempt)

  /// The band.
  package let band: GgwaveProtocol.Band
  /// Samples per second, in hertz.
  package let sampleRate: Double
  private var spectrum: GgwaveSpectrum
  private var noise = GgwaveNoise()
  private var scores = GgwaveMarkerScores()
  private var search = GgwaveMarkerSearch()
  private var reader = GgwavePacketReader()
  private var markers: [(marker: GgwaveMarker, speed: GgwaveProtocol.Speed)] = []
  private var attempts: [GgwaveAttempt] = []
  private var best: Rival?
  private var received: [GgwavePacket] = []

  /// Plans a demodulator.
  ///
  /// - Parameters:
  ///   - band: The band to receive.
  ///   - sampleRate: Samples per second, in hertz.
  /// - Throws: ``GgwaveError/cannotHearBand(_:sampleRate:)`` if the sample rate is too low for the
  ///   band, ``GgwaveError/invalidSampleRate(_:)`` if it is not a sample rate.
  public init(band: GgwaveProtocol.Band, sampleRate: Double) throws(GgwaveError) {
    try band.validate(sampleRate: sampleRate)
    self.band = band
    self.sampleRate = sampleRate
    spectrum = GgwaveSpectrum(band: band, sampleRate: sampleRate)
  }

  /// The number of samples that were not finite and counted as silence.
  package var rejectedSampleCount: Int64 { spectrum.rejectedSampleCount }

  /// Processes samples.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: Span<Float>) {
    var rest = block
    while !rest.isEmpty {
      let (taken, isComplete) = spectrum.append(rest)
      if isComplete { processHop() }
      rest = rest.extracting(droppingFirst: taken)
    }
  }

  /// Processes samples, in an array.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: [Float]) { append(block.span) }

  /// Processes the silence that the last packet needs to be complete, at the end of a recording.
  public mutating func finish() {
    let silence = [Float](repeating: 0, count: 512)
    let slack = GgwaveFormat.frameDuration * Double(GgwaveFormat.markerLength + 20) * sampleRate
    for _ in 0...Int(slack) / silence.count { append(silence.span) }
    let longest = GgwaveFormat.frameDuration * 640 * sampleRate
    for _ in 0...Int(longest) / silence.count where !attempts.isEmpty { append(silence.span) }
  }

  /// Returns the next packet, in the order of their ends.
  ///
  /// - Returns: The packet; `nil` until more samples arrive.
  public mutating func next() -> GgwavePacket? {
    received.isEmpty ? nil : received.removeFirst()
  }

  private mutating func processHop() {
    let now = spectrum.hopCount
    if now % Int64(GgwaveSpectrum.hopsPerFrame) == 0 { noise.update(spectrum) }
    scores.update(spectrum, noise)
    if let marker = search.update(scores, at: now) {
      for speed in GgwaveProtocol.Speed.allCases { markers.append((marker, speed)) }
    }
    readLengths(now)
    readPackets(now)
  }

  /// Reads the lengths after markers, each as soon as it has arrived.
  private mutating func readLengths(_ now: Int64) {
    for (marker, speed) in markers where Self.isOver(marker.end, speed, now) {
      for coherence in [3, 1] {
        attempts += reader.attempts(
          after: marker, speed: speed, coherence: coherence, spectrum, noise)
      }
    }
    markers.removeAll { Self.isOver($0.marker.end, $0.speed, now) }
    while attempts.count > Self.capacity {
      let worst = attempts.indices.min { attempts[$0].clarity < attempts[$1].clarity }
      attempts.remove(at: worst ?? 0)
    }
  }

  private static func isOver(
    _ marker: Int64, _ speed: GgwaveProtocol.Speed, _ now: Int64
  ) -> Bool {
    let length = Int64(speed.groupLength * GgwaveSpectrum.hopsPerFrame)
    return now >= marker + length + GgwavePacketReader.slack
  }

  /// Reads the packets that have ended, and delivers the best reading once none may be better.
  private mutating func readPackets(_ now: Int64) {
    for attempt in attempts where now >= attempt.end + GgwavePacketReader.patience {
      guard let reading = reader.read(attempt, spectrum, noise, scores) else { continue }
      if let best, !Self.isBetter((reading, attempt), best) { continue }
      best = (reading, attempt)
    }
    attempts.removeAll { now >= $0.end + GgwavePacketReader.patience }
    guard let (reading, attempt) = best else { return }
    let marker = Int64(GgwaveFormat.markerLength * GgwaveSpectrum.hopsPerFrame)
    let hasRival = attempts.contains { $0.start < attempt.end && $0.end < attempt.end + marker }
    guard !hasRival else { return }
    best = nil
    deliver(reading, attempt)
    attempts.removeAll { $0.start > attempt.start - marker && $0.start < attempt.end }
  }

  /// Returns `true` if a reading explains the sound better than another one. At the same speed,
  /// lengths may share all tones but those of the length itself.
  private static func isBetter(_ new: Rival, _ old: Rival) -> Bool {
    guard new.attempt.speed == old.attempt.speed else {
      return new.reading.evidence > old.reading.evidence
    }
    return new.attempt.coherence == old.attempt.coherence
      && new.attempt.clarity > old.attempt.clarity
  }

  private mutating func deliver(_ reading: GgwaveReading, _ attempt: GgwaveAttempt) {
    if received.count == Self.capacity { received.removeFirst() }
    let hopDuration = GgwaveFormat.frameDuration / Double(GgwaveSpectrum.hopsPerFrame)
    let marker = Int64(GgwaveFormat.markerLength * GgwaveSpectrum.hopsPerFrame)
    received.append(
      GgwavePacket(
        payload: reading.payload, ggwave: GgwaveProtocol(band: band, speed: attempt.speed),
        time: Double(reading.start - marker) * hopDuration,
        correctedByteCount: reading.correctedCount, signalToNoise: reading.signalToNoise))
  }
}
